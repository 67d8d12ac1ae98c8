# verbatim_add_plugin(NAME ENTRY plugin.cpp SOURCES … LINK …): a plugin, built as NAME.so where verbatimd looks for it.
# The sources beside the entry form an object library NAME_objects, which a unit test links without opening the module.
# Without SOURCES the plugin is its entry alone, and NAME_objects holds no code.
function(verbatim_add_plugin name)
    cmake_parse_arguments(plugin "" "ENTRY" "SOURCES;LINK" ${ARGN})
    if(NOT plugin_ENTRY)
        message(FATAL_ERROR "verbatim_add_plugin(${name}): ENTRY is missing; name the file with VERBATIM_PLUGIN")
    endif()
    if(plugin_UNPARSED_ARGUMENTS)
        message(FATAL_ERROR "verbatim_add_plugin(${name}): unknown arguments: ${plugin_UNPARSED_ARGUMENTS}; "
            "write ENTRY plugin.cpp SOURCES … LINK …")
    endif()
    if(NOT plugin_SOURCES)
        file(WRITE ${CMAKE_CURRENT_BINARY_DIR}/${name}_objects.cpp "// All code of ${name} is in its entry.\n")
        set(plugin_SOURCES ${CMAKE_CURRENT_BINARY_DIR}/${name}_objects.cpp)
    endif()
    add_library(${name}_objects OBJECT ${plugin_SOURCES})
    target_link_libraries(${name}_objects PUBLIC verbatim::sdk ${plugin_LINK})
    target_include_directories(${name}_objects PUBLIC ${CMAKE_CURRENT_SOURCE_DIR})
    target_compile_features(${name}_objects PUBLIC cxx_std_20)

    add_library(${name} MODULE ${plugin_ENTRY})
    target_link_libraries(${name} PRIVATE ${name}_objects)
    # Hidden symbols let two plugins use the same class names; -z defs finds a missing one at link time, not in production.
    set_target_properties(${name}_objects ${name} PROPERTIES
        POSITION_INDEPENDENT_CODE ON CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON)
    set_target_properties(${name} PROPERTIES PREFIX "" INSTALL_RPATH "$ORIGIN/../.."
        LIBRARY_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/lib/verbatim/plugins)
    if(NOT CMAKE_CXX_FLAGS MATCHES "-fsanitize" AND NOT VERBATIM_SANITIZE) # sanitizers leave their own symbols open
        target_link_options(${name} PRIVATE -Wl,-z,defs)
    endif()
    if(COMMAND verbatim_add_module) # inside the project: its warnings, its tests of all plugins, its server package
        set_property(GLOBAL APPEND PROPERTY VERBATIM_PLUGINS ${name})
        target_link_libraries(${name}_objects PRIVATE verbatim_warnings)
        install(TARGETS ${name} LIBRARY DESTINATION lib/verbatim/plugins COMPONENT server)
    else()
        install(TARGETS ${name} LIBRARY DESTINATION lib/verbatim/plugins)
    endif()
endfunction()
