# An overlay port: it builds the checkout that it lies in.
get_filename_component(SOURCE_PATH "${CURRENT_PORT_DIR}/../../../.." ABSOLUTE)

set(VCPKG_BUILD_TYPE release) # header-only
vcpkg_cmake_configure(
    SOURCE_PATH "${SOURCE_PATH}"
    OPTIONS -DMONOTABLE_BUILD_TESTS=OFF -DMONOTABLE_BUILD_EXAMPLES=OFF -DMONOTABLE_BUILD_BENCHMARKS=OFF -DMONOTABLE_INSTALL=ON)
vcpkg_cmake_install()
vcpkg_cmake_config_fixup()
vcpkg_fixup_pkgconfig()
vcpkg_install_copyright(FILE_LIST "${SOURCE_PATH}/LICENSE")
