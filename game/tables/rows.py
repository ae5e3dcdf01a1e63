"""Fast reads and writes of frequently used rows, by SQL statements that are built once.

Django builds a statement for each use, which takes ten times as long as the query itself. Fields
and value conversions are still Django's.
"""

from collections.abc import Callable
from functools import cache, cached_property
from typing import Any, Generic, TypeVar

from django.db import connection
from django.db.models import Model

Row = TypeVar("Row", bound=Model)


class PreparedRows(Generic[Row]):
    """A prepared query for the rows of a model that satisfy a condition.

    `where` is the SQL after WHERE, with a placeholder %s for each value; it may end with ORDER BY.
    """

    def __init__(self, model: type[Row], where: str) -> None:
        self._model, self._where = model, where

    def read(self, *values: str | int) -> list[Row]:
        """Run the query and return the rows; `values` fill the placeholders of the condition, in
        order.
        """
        with connection.cursor() as cursor:
            cursor.execute(self._statement, values)
            found = cursor.fetchall()
        return [self._row(list(columns)) for columns in found]

    def _row(self, columns: list[Any]) -> Row:
        for place, convert, column in self._converters:
            columns[place] = convert(columns[place], column, connection)
        return self._model.from_db(connection.alias, self._names, columns)

    @cached_property
    def _names(self) -> list[str]:
        return [field.attname for field in self._model._meta.concrete_fields]

    @cached_property
    def _statement(self) -> str:
        meta = self._model._meta
        columns = ", ".join(_quoted(field.column) for field in meta.concrete_fields)
        return f"SELECT {columns} FROM {_quoted(meta.db_table)} WHERE {self._where}"

    @cached_property
    def _converters(self) -> list[tuple[int, Callable[..., Any], Any]]:
        """Django's conversions of values: the place of a column, a converter, and the column."""
        meta, found = self._model._meta, []
        for place, field in enumerate(meta.concrete_fields):
            column = field.get_col(meta.db_table)
            database = connection.ops.get_db_converters(column)
            for convert in (*database, *column.get_db_converters(connection)):
                found.append((place, convert, column))
        return found


def insert(row: Model) -> None:
    """Insert a new row and set its primary key."""
    fields = [field for field in row._meta.concrete_fields if not field.primary_key]
    values = [field.get_db_prep_save(field.pre_save(row, add=True), connection) for field in fields]
    with connection.cursor() as cursor:
        cursor.execute(_insertion(type(row)), values)
        row.pk = cursor.fetchone()[0]
    row._state.adding, row._state.db = False, connection.alias


@cache
def _insertion(model: type[Model]) -> str:
    meta = model._meta
    columns = [_quoted(field.column) for field in meta.concrete_fields if not field.primary_key]
    places = ", ".join(["%s"] * len(columns))
    return (
        f"INSERT INTO {_quoted(meta.db_table)} ({', '.join(columns)}) VALUES ({places}) "
        f"RETURNING {_quoted(meta.pk.column)}"
    )


def _quoted(name: str | None) -> str:
    return connection.ops.quote_name(str(name))
