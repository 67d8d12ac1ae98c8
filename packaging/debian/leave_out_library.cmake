# CPack runs this between installing and packing: the SDK package has the link to the library, the server package the library,
# since two packages cannot contain the same file.
file(GLOB twice ${CPACK_TEMPORARY_INSTALL_DIRECTORY}/sdk/usr/lib/libverbatim-sdk.so.*)
if(twice)
    file(REMOVE ${twice})
endif()
