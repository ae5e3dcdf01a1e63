from setuptools import setup

setup(cffi_modules=["native/_build.py:ffi"])
