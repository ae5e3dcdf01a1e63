"""URLs of the agents' pages."""

from django.urls import path

from agents import views

urlpatterns = [
    path("", views.agents, name="agents"),
    path("rules/", views.rules, name="rules"),
    path("<path:address>/", views.agent, name="agent"),
]
