"""Scripted people: five beginners who do what the lesson teaches, three who play by conventions."""
