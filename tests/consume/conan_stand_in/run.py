# SPDX-License-Identifier: BSL-1.0
# usage: run.py SOURCE PACKAGE VERSION BOOST_FLOOR
# Loads conanfile.py and takes the steps that `conan create` takes for a header-only package, with stand-ins for the
# parts of conan that the recipe uses.
import fnmatch
import importlib.util
import os
import shutil
import sys
import types


def module(name, **members):
    made = types.ModuleType(name)
    made.__dict__.update(members)
    sys.modules[name] = made


class ConanFile:
    def __init__(self):
        self.required = []
        self.cpp_info = types.SimpleNamespace()
        self.info = types.SimpleNamespace(clear=lambda: None)

    def requires(self, reference, **traits):
        self.required.append(reference)


def load(recipe, path):
    with open(path) as file:
        return file.read()


def copy(recipe, pattern, src, dst):
    copied = 0
    for folder, _, files in os.walk(src):
        relative = os.path.relpath(folder, src)
        for file in fnmatch.filter(files, pattern):
            if "*" in pattern or relative == ".":
                os.makedirs(os.path.join(dst, relative), exist_ok=True)
                shutil.copy(os.path.join(folder, file), os.path.join(dst, relative, file))
                copied += 1
    assert copied, f"{pattern} is nowhere in {src}"


module("conan", ConanFile=ConanFile)
module("conan.tools")
module("conan.tools.build", check_min_cppstd=lambda recipe, standard: None)
module("conan.tools.files", copy=copy, load=load)
module("conan.tools.layout", basic_layout=lambda recipe: None)

source, package, version, boost_floor = sys.argv[1:]
spec = importlib.util.spec_from_file_location("conanfile", os.path.join(source, "conanfile.py"))
conanfile = importlib.util.module_from_spec(spec)
spec.loader.exec_module(conanfile)

recipe = conanfile.Monotable()
recipe.recipe_folder = recipe.source_folder = source
recipe.package_folder = package
assert os.path.isfile(os.path.join(source, recipe.test_package_folder, "conanfile.py"))
for pattern in recipe.exports_sources:
    assert os.path.exists(os.path.join(source, pattern.removesuffix("/*"))), pattern
for step in ("set_version", "requirements", "validate", "layout", "package", "package_id", "package_info"):
    getattr(recipe, step)()
assert recipe.version == version, recipe.version
assert recipe.required == [f"boost/[>={boost_floor} <2]"], recipe.required
print(recipe.name, recipe.version, "requires", *recipe.required)
