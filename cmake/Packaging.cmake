# tools/package makes two Debian packages: verbatim-server for servers and
# verbatim-sdk for authors of operations.
install(FILES ${PROJECT_SOURCE_DIR}/etc/verbatim.toml DESTINATION /etc/verbatim COMPONENT system)
# For the settings of operators: a changed verbatim.toml would make each upgrade ask.
install(DIRECTORY DESTINATION /etc/verbatim/conf.d COMPONENT system)
install(FILES ${PROJECT_SOURCE_DIR}/packaging/systemd/verbatim.service DESTINATION lib/systemd/system COMPONENT system)
install(FILES ${PROJECT_SOURCE_DIR}/packaging/systemd/verbatim.sysusers DESTINATION lib/sysusers.d RENAME verbatim.conf
    COMPONENT system)
install(FILES ${PROJECT_SOURCE_DIR}/docs/command.md ${PROJECT_SOURCE_DIR}/docs/operations.md ${PROJECT_SOURCE_DIR}/docs/operator.md ${PROJECT_SOURCE_DIR}/docs/privacy.md
    ${PROJECT_SOURCE_DIR}/docs/privacy-coverage.md DESTINATION share/doc/verbatim-server COMPONENT system)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/docs/reference ${PROJECT_SOURCE_DIR}/docs/integrations
    DESTINATION share/doc/verbatim-server COMPONENT system)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/packaging/balancers ${PROJECT_SOURCE_DIR}/packaging/prometheus
    DESTINATION share/doc/verbatim-server/examples COMPONENT system)
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION share/doc/verbatim-server RENAME copyright COMPONENT system)
install(FILES ${PROJECT_SOURCE_DIR}/NOTICE DESTINATION share/doc/verbatim-server COMPONENT system)

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME verbatim)
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "") # each package has its own
set(CPACK_PACKAGE_CONTACT "Verbatim maintainers <maintainers@localhost>")
set(CPACK_STRIP_FILES ON)
# Some files are outside /usr.
set(CPACK_SET_DESTDIR ON)
set(CPACK_INSTALL_PREFIX /usr)

# One package per group. "system" has the files that a plain `cmake --install` leaves out.
set(CPACK_COMPONENTS_ALL server system sdk)
set(CPACK_COMPONENTS_GROUPING ONE_PER_GROUP)
set(CPACK_COMPONENT_SERVER_GROUP server)
set(CPACK_COMPONENT_SYSTEM_GROUP server)
set(CPACK_COMPONENT_SDK_GROUP sdk)
set(CPACK_DEBIAN_SERVER_DESCRIPTION
    "HTTP server that analyses community feedback with a language model\nRedacts personal data, calls a model provider or its built-in model, and records every call.")
set(CPACK_DEBIAN_SDK_DESCRIPTION
    "Headers, libraries and template to write operations for Verbatim\nEach operation is a shared library that the server loads.")

set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS ${PROJECT_BINARY_DIR}/lib)

set(CPACK_DEBIAN_SERVER_PACKAGE_NAME verbatim-server)
set(CPACK_DEBIAN_SERVER_PACKAGE_SECTION net)
set(CPACK_DEBIAN_SERVER_PACKAGE_DEPENDS "systemd | systemd-standalone-sysusers")
set(CPACK_DEBIAN_SERVER_PACKAGE_RECOMMENDS ca-certificates)
set(CPACK_DEBIAN_SERVER_PACKAGE_SUGGESTS "postgresql, sqlite3")
set(CPACK_DEBIAN_SERVER_PACKAGE_CONTROL_EXTRA
    ${PROJECT_SOURCE_DIR}/packaging/debian/conffiles ${PROJECT_SOURCE_DIR}/packaging/debian/postinst
    ${PROJECT_SOURCE_DIR}/packaging/debian/prerm ${PROJECT_SOURCE_DIR}/packaging/debian/postrm)

# Server and plugins share the library of the server package; a plugin needs exactly its version.
set(CPACK_DEBIAN_SDK_PACKAGE_NAME verbatim-sdk)
set(CPACK_DEBIAN_SDK_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_SDK_PACKAGE_DEPENDS
    "verbatim-server (= ${PROJECT_VERSION}), libboost1.81-dev, libboost-json1.81-dev, libboost-test1.81-dev, libicu-dev, \
libcld2-dev, libstemmer-dev, g++, cmake (>= 3.25), make | ninja-build, pkg-config")
set(CPACK_PRE_BUILD_SCRIPTS ${PROJECT_SOURCE_DIR}/packaging/debian/leave_out_library.cmake)

include(CPack)
