"""Addresses of what the traces say."""

from django.urls import path

from analysis.views import (
    cell,
    deals,
    diversity,
    maps,
    mwum,
    overview,
    partners,
    people,
    perfect,
    pools,
    studies,
    traces,
)

urlpatterns = [
    path("", overview.overview, name="analysis"),
    path("importing.json", overview.importing, name="importing"),
    path("runs/", maps.all_runs, name="runs"),
    path("runs/new/", maps.new_run, name="new_run"),
    path("runs/compare/", maps.compare, name="compare_runs"),
    path("runs/published/", diversity.published, name="published_runs"),
    path("runs/<slug:name>/", maps.run, name="run"),
    path("runs/<slug:name>/stop/", maps.stop_run, name="stop_run"),
    path("runs/<slug:name>/go-on/", maps.go_on_with_run, name="go_on_with_run"),
    path("runs/<slug:name>/diversity/", diversity.diversity, name="diversity"),
    path("runs/<slug:name>/<str:place>/", cell.cell, name="cell"),
    path("pools/", pools.pools, name="pools"),
    path("partners/<path:address>/", partners.partner, name="partner"),
    path("people/", people.people, name="people"),
    path("people/me/", people.my_page, name="my_page"),
    path("people/<int:pk>/", people.person, name="person"),
    path("people/<int:pk>/share/", people.share, name="share_person"),
    path("people/<int:pk>/delete/", people.delete, name="delete_person"),
    path("perfect/", perfect.perfect, name="perfect"),
    path("deals/", deals.deals, name="deals"),
    path("mwum/", mwum.mwum, name="mwum"),
    path("games/", traces.traces, name="traces"),
    path("experiments/", studies.studies, name="studies"),
    path("experiments/new/", studies.new_study, name="new_study"),
    path("experiments/<slug:slug>/", studies.study, name="study"),
    path("experiments/<slug:slug>/close/", studies.close_study, name="close_study"),
    path("survey/<slug:slug>/", studies.survey, name="survey"),
    path("survey/<slug:slug>/thanks/", studies.answered, name="answered"),
]
