# An overlay port: it builds the checkout that it lies in.
get_filename_component(SOURCE_PATH "${CURRENT_PORT_DIR}/../../../.." ABSOLUTE)

set(VCPKG_BUILD_TYPE release) # header-only
vcpkg_check_features(OUT_FEATURE_OPTIONS features FEATURES endpoint MONOTABLE_ENDPOINT sqlite MONOTABLE_SQLITE
    transfer MONOTABLE_TRANSFER)
vcpkg_cmake_configure(
    SOURCE_PATH "${SOURCE_PATH}"
    OPTIONS -DMONOTABLE_BUILD_TESTS=OFF -DMONOTABLE_BUILD_EXAMPLES=OFF -DMONOTABLE_BUILD_BENCHMARKS=OFF -DMONOTABLE_INSTALL=ON
            ${features})
vcpkg_cmake_install()
vcpkg_cmake_config_fixup()
vcpkg_fixup_pkgconfig()
if("endpoint" IN_LIST FEATURES)
    vcpkg_copy_tools(TOOL_NAMES monotable-local AUTO_CLEAN)
endif()
file(INSTALL "${CURRENT_PORT_DIR}/usage" DESTINATION "${CURRENT_PACKAGES_DIR}/share/${PORT}")
vcpkg_install_copyright(FILE_LIST "${SOURCE_PATH}/LICENSE")
