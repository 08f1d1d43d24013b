# SPDX-License-Identifier: BSL-1.0
import os
import re

from conan import ConanFile
from conan.tools.build import check_min_cppstd
from conan.tools.files import copy, load
from conan.tools.layout import basic_layout


class Monotable(ConanFile):
    name = "monotable"
    description = "Single-table design in C++20"
    license = "BSL-1.0"
    package_type = "header-library"
    settings = "os", "arch", "compiler", "build_type"
    options = {"sqlite": [True, False]}  # stores in files: the target monotable::sqlite
    default_options = {"sqlite": False}
    exports_sources = "include/*", "LICENSE"
    no_copy_source = True
    test_package_folder = "packaging/conan/test_package"

    def set_version(self):
        text = load(self, os.path.join(self.recipe_folder, "include/monotable/version.hpp"))
        number = int(re.search(r"^#define MONOTABLE_VERSION (\d+)$", text, re.MULTILINE).group(1))
        self.version = f"{number // 10000}.{number // 100 % 100}.{number % 100}"

    def requirements(self):
        self.requires("boost/[>=1.81 <2]", options={"header_only": True})
        if self.options.sqlite:
            self.requires("sqlite3/[>=3.40 <4]")

    def validate(self):
        check_min_cppstd(self, 20)

    def layout(self):
        basic_layout(self)

    def package(self):
        copy(self, "LICENSE", self.source_folder, os.path.join(self.package_folder, "licenses"))
        for pattern in "*.hpp", "*.ipp":
            copy(self, pattern, os.path.join(self.source_folder, "include"), os.path.join(self.package_folder, "include"))

    def package_id(self):
        self.info.clear()

    def package_info(self):
        self.cpp_info.set_property("cmake_target_name", "monotable::all")
        core = self.cpp_info.components["core"]
        core.set_property("cmake_target_name", "monotable::monotable")
        core.bindirs = []
        core.libdirs = []
        core.requires = ["boost::headers"]
        if self.options.sqlite:
            sqlite = self.cpp_info.components["sqlite"]
            sqlite.set_property("cmake_target_name", "monotable::sqlite")
            sqlite.bindirs = []
            sqlite.libdirs = []
            sqlite.requires = ["core", "sqlite3::sqlite"]
            if self.settings.os in ("Linux", "FreeBSD"):
                sqlite.system_libs = ["pthread"]
