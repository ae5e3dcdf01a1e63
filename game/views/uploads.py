"""Uploading a game from elsewhere to study it as a replay."""

import re

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from game.limits import refuse_one_more_upload
from game.models import Upload
from game.replays import uploads
from game.tables.people import become_player, current_player
from native.records import BadRecord

LISTED = 50
LINK = re.compile(rb"\s*https?://")


@require_http_methods(["GET", "POST"])
def upload(request: HttpRequest) -> HttpResponse:
    """Show the visitor's uploads and the form; on POST, store the one game in the posted `file` or
    `text`, hanab.live JSON or a trace of this site.
    """
    refusal, text = "", request.POST.get("text", "")
    if request.method == "POST":
        try:
            data = _sent(request)
            state = uploads.state_of("", data)
            owner = become_player(request, "")
            refuse_one_more_upload(request, owner)
            return redirect(uploads.store(owner, data, state))
        except BadRecord as error:
            refusal = str(error)
    player = current_player(request)
    mine = player.uploads.all()[:LISTED] if player else []
    return render(
        request,
        "game/upload.html",
        {
            "refusal": refusal,
            "text": text,
            "export_page": uploads.export_page(text) if refusal else "",
            "mine": [(one, uploads.facts(one)) for one in mine],
        },
        status=400 if refusal else 200,
    )


@require_POST
def delete_upload(request: HttpRequest, slug: str) -> HttpResponse:
    """Delete one of the visitor's own uploads. Raise Http404 if it is not theirs."""
    player = current_player(request)
    get_object_or_404(Upload, slug=slug, player__isnull=False, player=player).delete()
    return redirect("upload")


def _sent(request: HttpRequest) -> bytes:
    """Return the posted bytes, from the file or the text field. Raise BadRecord if they are empty,
    too many or a link.
    """
    most = settings.LIMITS.upload_bytes
    file = request.FILES.get("file")
    pasted = request.POST.get("text", "").encode()
    if (file.size or 0 if file else len(pasted)) > most:
        raise BadRecord(f"That is more than {most / 1024:.0f} kB, which no game is.")
    data = file.read() if file else pasted
    if not data.strip():
        raise BadRecord("Choose a file, or paste the game.")
    if LINK.match(data):
        raise BadRecord("That is a link. Paste the JSON of the game instead.")
    return data
