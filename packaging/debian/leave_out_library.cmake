# Run by CPack between installing and packing: the author's package holds the link to the library and not the library, which is
# the server's package's, since two packages cannot hold one file.
file(GLOB twice ${CPACK_TEMPORARY_INSTALL_DIRECTORY}/sdk/usr/lib/libverbatim-sdk.so.*)
if(twice)
    file(REMOVE ${twice})
endif()
