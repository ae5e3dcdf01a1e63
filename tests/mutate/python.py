"""Mutations of Python: Cosmic Ray's operators on the lines that changed."""

import ast
from collections.abc import Iterator

from cosmic_ray.ast import ast_nodes, get_ast
from cosmic_ray.mutating import mutate_code
from cosmic_ray.plugins import get_operator

from tests.mutate.mutation import Mutation

COMPARISONS = ("Lt_LtE", "LtE_Lt", "Gt_GtE", "GtE_Gt", "Eq_NotEq", "NotEq_Eq", "Is_IsNot")
ARITHMETIC = ("Add_Sub", "Sub_Add", "Mul_Div", "Div_Mul", "FloorDiv_Mul", "Mod_Mul", "Pow_Mul")
BITS = ("BitAnd_BitOr", "BitOr_BitAnd", "BitXor_BitAnd", "RShift_LShift", "LShift_RShift")
OPERATORS = (
    *(f"ReplaceComparisonOperator_{name}" for name in (*COMPARISONS, "IsNot_Is")),
    *(f"ReplaceBinaryOperator_{name}" for name in (*ARITHMETIC, *BITS)),
    *(f"ReplaceUnaryOperator_{name}" for name in ("USub_UAdd", "Delete_Not", "Delete_Invert")),
    *("AddNot", "ReplaceTrueWithFalse", "ReplaceFalseWithTrue"),
    *("ReplaceAndWithOr", "ReplaceOrWithAnd", "NumberReplacer", "RemoveDecorator"),
    *("ReplaceBreakWithContinue", "ReplaceContinueWithBreak", "ZeroIterationForLoop"),
)
"""One way to change each thing: Cosmic Ray knows ten other signs for a plus, and a test that
notices one notices most."""

Place = tuple[int, int]
Assigned = (ast.Assign, ast.AnnAssign)


def mutations(path: str, text: str, lines: set[int]) -> Iterator[Mutation]:
    """Every change of these lines that the tests should notice. Not the numbers of constants: a
    test that repeats them explains nothing."""
    nodes, constants = list(ast_nodes(get_ast(text))), _constants(text)
    hints = _type_hints(text) + _guards(text)
    for name in OPERATORS:
        operator = get_operator(f"core/{name}")()
        left_out = hints + constants if name == "NumberReplacer" else hints
        places = [place for node in nodes for place in operator.mutation_positions(node)]
        for occurrence, (start, end) in enumerate(places):
            told = any(first <= start < last for first, last in left_out)
            if lines.isdisjoint(range(start[0], end[0] + 1)) or told:
                continue
            after = mutate_code(text, operator, occurrence)
            if after and _compiles(after):
                yield Mutation(path, text, after)


def _compiles(text: str) -> bool:
    try:
        compile(text, "mutated", "exec")
    except SyntaxError:
        return False
    return True


def _constants(text: str) -> list[tuple[Place, Place]]:
    """From where to where values of a module's own names are."""
    values = [node.value for node in ast.parse(text).body if isinstance(node, Assigned)]
    return [_place(value) for value in values if value is not None]


def _place(node: ast.expr) -> tuple[Place, Place]:
    return (node.lineno, node.col_offset), (node.end_lineno or 0, node.end_col_offset or 0)


def _guards(text: str) -> list[tuple[Place, Place]]:
    """From where to where `frozen=True` and `strict=True` are: mypy refuses the assignments that
    the first forbids, and the second asserts what holds."""
    calls = (
        node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Call | ast.ClassDef)
    )
    words = (word for call in calls for word in call.keywords)
    return [_place(word.value) for word in words if word.arg in ("frozen", "strict")]


def _type_hints(text: str) -> list[tuple[Place, Place]]:
    """From where to where types are told, which are for readers and mypy alone."""
    found = []
    for node in ast.walk(ast.parse(text)):
        for hint in (getattr(node, "annotation", None), getattr(node, "returns", None)):
            if hint is not None:
                found.append(_place(hint))
    return found
