"""Addresses of the tables' pages."""

from django.contrib.auth import views as auth_views
from django.urls import path

from game.views import accounts, empathy, history, lobby, replays, tables, watch

urlpatterns = [
    path("", lobby.lobby, name="lobby"),
    path("play/", lobby.play_now, name="play_now"),
    path("tables/new/", lobby.new_table, name="new_table"),
    path("tables/<slug:slug>/", tables.table, name="table"),
    path("tables/<slug:slug>/sit/", tables.sit, name="sit"),
    path("tables/<slug:slug>/stand-up/", tables.stand_up, name="stand_up"),
    path("tables/<slug:slug>/fill/", tables.fill, name="fill"),
    path("tables/<slug:slug>/again/", watch.again, name="again"),
    path("empathy/", empathy.empathy, name="empathy"),
    path("replays/<slug:slug>/how-known/", empathy.how_known, name="how_known"),
    path("watch/", watch.watch, name="watch"),
    path("replays/<slug:slug>/", replays.replay, name="replay"),
    path("replays/<slug:slug>/frames.json", replays.replay_frames, name="frames"),
    path("replays/<slug:slug>/stages.json", replays.elimination_steps, name="elimination_steps"),
    path("replays/<slug:slug>/hindsight.json", replays.hindsight, name="hindsight"),
    path("replays/<slug:slug>/outlook.json", replays.hindsight),
    path("replays/<slug:slug>/line/<int:turn>/", replays.line, name="line"),
    path(
        "replays/<slug:slug>/line/<int:turn>/frames.json", replays.line_frames, name="line_frames"
    ),
    path("replays/<slug:slug>/trace.json", replays.trace, name="trace"),
    path("history/", history.history, name="history"),
    path("accounts/login/", auth_views.LoginView.as_view(), name="login"),
    path("accounts/logout/", auth_views.LogoutView.as_view(), name="logout"),
    path("accounts/signup/", accounts.signup, name="signup"),
]
