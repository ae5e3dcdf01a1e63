"""Builds the C core: what to compile and how says native/_build.py."""

import os
from concurrent.futures import ThreadPoolExecutor
from functools import partial

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext


class BuildTogether(build_ext):
    """Build command that compiles as many C files at once as there are processors."""

    def build_extension(self, ext: Extension) -> None:
        """Compile the sources of the extension in parallel."""
        compile_in_turn = self.compiler.compile

        def compile_together(sources: list[str], **options: object) -> list[str]:
            with ThreadPoolExecutor(os.cpu_count()) as pool:
                each = pool.map(partial(compile_in_turn, **options), [[file] for file in sources])
                return [name for objects in each for name in objects]

        self.compiler.compile = compile_together
        super().build_extension(ext)


setup(cffi_modules=["native/_build.py:ffi"], cmdclass={"build_ext": BuildTogether})
