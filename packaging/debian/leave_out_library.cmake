# CPack runs this before it packs. Removes the library from the SDK package, which contains only the link to it, because two
# packages cannot contain the same file.
file(GLOB libraries ${CPACK_TEMPORARY_INSTALL_DIRECTORY}/sdk/usr/lib/libverbatim-sdk.so.*)
if(libraries)
    file(REMOVE ${libraries})
endif()
