"""Signing up: Django's own accounts, and the guest's games come along."""

from __future__ import annotations

from asgiref.sync import async_to_sync
from django.contrib.auth import login
from django.contrib.auth.models import User
from django.contrib.auth.signals import user_logged_in, user_logged_out
from django.contrib.auth.views import LoginView
from django.dispatch import receiver
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from game.forms import LogIn, SignUp
from game.limits import refuse_one_more_login, refuse_one_more_signup
from game.live import announcements
from game.models import Player
from game.tables.people import adopt_guest, become_player

BY_PASSWORD = "django.contrib.auth.backends.ModelBackend"


class Login(LoginView):
    """Django's own page; who tries too often is told to wait."""

    authentication_form = LogIn

    def post(self, request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
        refuse_one_more_login(request)
        return super().post(request, *args, **kwargs)


@require_http_methods(["GET", "POST"])
def signup(request: HttpRequest) -> HttpResponse:
    form = SignUp(request.POST or None)
    if request.method == "POST" and form.is_valid():
        refuse_one_more_signup(request)
        login(request, form.save(), backend=BY_PASSWORD)
        return redirect("lobby")
    return render(
        request, "registration/signup.html", {"form": form}, status=400 if form.errors else 200
    )


@require_POST
def naming(request: HttpRequest) -> HttpResponse:
    """Let strangers read one's name in replays (``named=yes``), or not."""
    player = become_player(request)
    player.named = request.POST.get("named") == "yes"
    player.save(update_fields=["named"])
    return redirect("my_page")


@receiver(user_logged_out)
def close_the_sockets(sender: object, user: User | None, **_: object) -> None:
    """A socket knows its person from its beginning: it ends when they log out."""
    player = Player.objects.filter(user=user).first() if user else None
    if player is not None:
        async_to_sync(announcements.tell)(announcements.person(player.pk), {"type": "person.left"})


@receiver(user_logged_in)
def keep_the_guests_games(sender: object, request: HttpRequest, user: object, **_: object) -> None:
    """Whoever logs in keeps the tables played as a guest."""
    adopt_guest(request, user)
