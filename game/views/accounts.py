"""Signing up and logging in: Django's accounts, which take over the guest's games."""

from django.contrib.auth import login
from django.contrib.auth.models import User
from django.contrib.auth.signals import user_logged_in, user_logged_out
from django.contrib.auth.views import LoginView, LogoutView
from django.core.exceptions import BadRequest
from django.db import IntegrityError, transaction
from django.dispatch import receiver
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST

from agents.recommended import KINDS
from game.forms import LogIn, SignUp
from game.learn import exercises
from game.limits import refuse_one_more_login, refuse_one_more_signup
from game.live import broadcast
from game.models import Player
from game.tables.people import adopt_guest, become_player

BY_PASSWORD = "django.contrib.auth.backends.ModelBackend"


class Login(LoginView):
    """Django's login page, with a limit on attempts per network address."""

    authentication_form = LogIn

    def post(self, request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
        """Log in. Raise TooMuch after more than `LIMITS.logins_an_hour` attempts from one network
        address.
        """
        refuse_one_more_login(request)
        return super().post(request, *args, **kwargs)


class Logout(LogoutView):
    """Django's logout, which also deletes the browser's cookie of finished lessons: the account has
    them, and the next account in this browser does not take them over.
    """

    def post(self, request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
        """Log out; store the finished lessons with the account first. A guest's cookie stays."""
        had_account = request.user.is_authenticated
        exercises.results(request, "lessons")
        response = super().post(request, *args, **kwargs)
        if had_account:
            response.delete_cookie("lessons")
        return response


@require_http_methods(["GET", "POST"])
def signup(request: HttpRequest) -> HttpResponse:
    """Show the sign-up form; on POST, create an account, log in and redirect to `next`, as logging
    in does. Raise TooMuch after too many new accounts from one network address.
    """
    form = SignUp(request.POST or None)
    if request.method == "POST" and form.is_valid():
        refuse_one_more_signup(request)
        try:
            with transaction.atomic():
                user = form.save()
        except IntegrityError:
            form = SignUp(request.POST)  # says that the name is taken, as it has been meanwhile
        else:
            login(request, user, backend=BY_PASSWORD)
            return redirect(Login(request=request).get_success_url())
    return render(
        request, "registration/signup.html", {"form": form}, status=400 if form.errors else 200
    )


@require_POST
def naming(request: HttpRequest) -> HttpResponse:
    """On POST `named=yes`, let strangers see the visitor's name in replays; on any other value,
    show them a pseudonym.
    """
    player = become_player(request)
    player.named = request.POST.get("named") == "yes"
    player.save(update_fields=["named"])
    return redirect("my_page")


@require_POST
def plays(request: HttpRequest) -> HttpResponse:
    """Store how well the visitor knows Hanabi (`plays`: `new`, `rules`, `conventions` or
    `unknown`) and the `name` if posted, then redirect to the view `?then=`: `lobby`, `learn` (the
    first lesson if none is finished) or `my_page`.
    """
    kind, then = request.POST.get("plays", ""), request.GET.get("then", "lobby")
    if kind not in KINDS or then not in ("lobby", "learn", "my_page"):
        raise BadRequest(f"Answer one of {', '.join(KINDS)}.")
    player = become_player(request, request.POST.get("name", ""))
    player.plays = "" if kind == "unknown" else kind
    player.save(update_fields=["plays"])
    if then == "learn" and not exercises.results(request, "lessons"):
        return redirect("lesson", 1)
    return redirect(then)


@require_POST
def forget_trust(request: HttpRequest) -> HttpResponse:
    """Forget how far agents trusted the visitor to follow conventions: the visitor's next game
    starts with the usual trust.
    """
    player = become_player(request)
    player.trust_from = timezone.now()
    player.save(update_fields=["trust_from"])
    return redirect("my_page")


@receiver(user_logged_out)
def close_the_sockets(sender: object, user: User | None, **_: object) -> None:
    """Close the person's sockets when they log out: a socket's player is fixed when it connects."""
    player = Player.objects.filter(user=user).first() if user else None
    if player is not None:
        broadcast.disconnect_person(player.pk)


@receiver(user_logged_in)
def keep_the_guests_games(sender: object, request: HttpRequest, user: object, **_: object) -> None:
    """When an account logs in, give it the exercises that the guest has done and, if it has no
    player yet, the tables that the guest played at.
    """
    exercises.take_over(request, adopt_guest(request, user))
