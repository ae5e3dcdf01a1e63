"""What the compiled core looks like to a type checker: structs are cffi's, untyped."""

from typing import Any

ffi: Any
lib: Any
