# The language, the layout of the build tree and the warnings, for all targets; the functions that define a module of core and a
# test program.
include(GNUInstallDirs)

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_CXX_SCAN_FOR_MODULES OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_CXX_VISIBILITY_PRESET hidden)
set(CMAKE_VISIBILITY_INLINES_HIDDEN ON)

# The build tree has the layout of an installation, so that the program finds its plugins without a setting.
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/bin)
set(CMAKE_LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/lib)
set(CMAKE_ARCHIVE_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/lib)
set(CMAKE_INSTALL_RPATH $ORIGIN/../lib)
set(CMAKE_BUILD_RPATH_USE_ORIGIN ON)

find_package(Threads REQUIRED)
find_package(Boost 1.81.0 EXACT CONFIG REQUIRED COMPONENTS json program_options unit_test_framework)
find_package(OpenSSL REQUIRED)
find_package(PkgConfig REQUIRED)

# Every target of the project links this privately; it is not exported.
add_library(verbatim_warnings INTERFACE)
target_compile_options(verbatim_warnings INTERFACE
    -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor -Woverloaded-virtual -Wcast-align -Wunused
    -Wformat=2 -Wimplicit-fallthrough -Wextra-semi
    -Wno-missing-field-initializers # designated initialisers rely on member defaults
    # Where files are compiled together, a local name may equal a name of another file, and no file is the main one.
    $<$<BOOL:$<TARGET_PROPERTY:UNITY_BUILD>>:-Wno-shadow;-Wno-subobject-linkage>
    $<$<BOOL:${VERBATIM_STRICT}>:-Werror>)

# VERBATIM_MODULES: the modules of core in the order of modules.txt; VERBATIM_MODULES_OF_<name>: those that <name> includes.
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${CMAKE_CURRENT_LIST_DIR}/modules.txt)
file(STRINGS ${CMAKE_CURRENT_LIST_DIR}/modules.txt rows REGEX "^core/")
foreach(row ${rows})
    string(REGEX MATCH "^core/([a-z_]+)[^|]*[|]([^|]*)" ignored "${row}")
    list(APPEND VERBATIM_MODULES ${CMAKE_MATCH_1})
    separate_arguments(VERBATIM_MODULES_OF_${CMAKE_MATCH_1} UNIX_COMMAND "${CMAKE_MATCH_2}")
endforeach()

# verbatim_add_module(NAME [SOURCES …] [LINK …]): the folder core/NAME as the static library core_NAME. Sources include its headers as
# "NAME/file.hpp". It links the modules that modules.txt lists for it; SOURCES adds generated files, LINK third-party libraries,
# privately.
function(verbatim_add_module name)
    cmake_parse_arguments(module "" "" "SOURCES;LINK" ${ARGN})
    file(GLOB sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/core/${name}/*.cpp)
    add_library(core_${name} STATIC ${sources} ${module_SOURCES})
    target_include_directories(core_${name} PUBLIC ${PROJECT_SOURCE_DIR}/core)
    list(TRANSFORM VERBATIM_MODULES_OF_${name} PREPEND core_ OUTPUT_VARIABLE modules)
    target_link_libraries(core_${name} PUBLIC verbatim::sdk ${modules} PRIVATE verbatim_warnings ${module_LINK})
endfunction()

# verbatim_add_test(NAME SOURCES … [ALONE …] LINK … [SERIAL] [TIMEOUT …] [ENVIRONMENT …] [LABELS …]): a Boost.Test program that
# CTest runs. It writes its cases to build/<preset>/test-results/NAME.xml. Unity builds compile the sources as one, except ALONE,
# whose local names are also in others.
function(verbatim_add_test name)
    cmake_parse_arguments(test "SERIAL" "TIMEOUT" "SOURCES;ALONE;LINK;ENVIRONMENT;LABELS" ${ARGN})
    if(NOT TARGET test_main)
        add_library(test_main OBJECT ${PROJECT_SOURCE_DIR}/tests/support/test_main.cpp) # one compilation for all programs
        target_link_libraries(test_main PUBLIC verbatim_warnings Boost::unit_test_framework)
        target_compile_definitions(test_main PUBLIC BOOST_TEST_DYN_LINK)
    endif()
    add_executable(test_${name} ${test_SOURCES})
    set_source_files_properties(${test_ALONE} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
    target_link_libraries(test_${name} PRIVATE test_main ${test_LINK})
    target_include_directories(test_${name} PRIVATE ${PROJECT_SOURCE_DIR}/tests)
    set_target_properties(test_${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/tests
        UNITY_BUILD "$CACHE{CMAKE_UNITY_BUILD}")
    file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/test-results)
    add_test(NAME ${name} COMMAND test_${name} --random)
    if(NOT test_TIMEOUT)
        set(test_TIMEOUT 300)
    endif()
    if(VERBATIM_SANITIZE) # several times slower
        math(EXPR test_TIMEOUT "4 * ${test_TIMEOUT}")
    endif()
    set_tests_properties(${name} PROPERTIES TIMEOUT ${test_TIMEOUT} RUN_SERIAL ${test_SERIAL} LABELS "${test_LABELS}"
        ENVIRONMENT "BOOST_TEST_LOGGER=HRF,error,stdout:JUNIT,all,${PROJECT_BINARY_DIR}/test-results/${name}.xml;${test_ENVIRONMENT}")
endfunction()

# Where g++ 12 inlines only one of Asio's two functions for coroutine frames, it reports the other.
add_compile_options($<$<COMPILE_LANG_AND_ID:CXX,GNU>:-Wno-mismatched-new-delete>)

# Checks that the shipped program makes at run time against errors of memory. tests/packaging/hardening.sh looks for them.
add_compile_options("$<$<CONFIG:Release>:-fstack-protector-strong;-fcf-protection;-U_FORTIFY_SOURCE;-D_FORTIFY_SOURCE=2;-D_GLIBCXX_ASSERTIONS>")
add_link_options("$<$<CONFIG:Release>:LINKER:-z,relro,-z,now,-z,noexecstack>")

# Drops unused functions and data of static libraries. Plugins are copied into memory, so unused code would occupy it.
add_compile_options("$<$<CONFIG:Release>:-ffunction-sections;-fdata-sections>")
add_link_options("$<$<CONFIG:Release>:LINKER:--gc-sections>")

# "record" makes programs count the code that they execute, "use" optimises with these counts: tools/package.
set(VERBATIM_PROFILE "" CACHE STRING "record, use or empty")
if(VERBATIM_PROFILE STREQUAL "record")
    add_compile_options(-fprofile-generate -fprofile-update=prefer-atomic)
    add_link_options(-fprofile-generate)
elseif(VERBATIM_PROFILE STREQUAL "use")
    # Code that the recorded calls do not reach is compiled as without a profile. Warnings of g++ 12 about restrict are false.
    add_compile_options(-fprofile-use -fprofile-partial-training -Wno-missing-profile -Wno-restrict)
endif()

if(VERBATIM_SANITIZE)
    add_compile_options(-fsanitize=${VERBATIM_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
    # The vptr check opens a pipe. Without a free descriptor, as in tests of exhaustion, it reports false errors.
    if(NOT VERBATIM_FUZZ)
        add_compile_options(-fno-sanitize=vptr)
    endif()
    # With sanitizers g++ 12 reports optional values that are not read.
    add_compile_options($<$<COMPILE_LANG_AND_ID:CXX,GNU>:-Wno-maybe-uninitialized>)
    add_link_options(-fsanitize=${VERBATIM_SANITIZE})
endif()
if(VERBATIM_FUZZ)
    add_compile_options(-fsanitize=fuzzer-no-link) # coverage in every module; fuzz/ links the fuzzer itself
endif()

# The programs and shared libraries of folders and their subfolders, except those that are built on request only.
function(verbatim_programs_below result)
    set(found)
    foreach(folder ${ARGN})
        get_property(targets DIRECTORY ${folder} PROPERTY BUILDSYSTEM_TARGETS)
        foreach(target ${targets})
            get_target_property(type ${target} TYPE)
            get_target_property(is_excluded ${target} EXCLUDE_FROM_ALL)
            if(type MATCHES "EXECUTABLE|SHARED_LIBRARY|MODULE_LIBRARY" AND NOT is_excluded)
                list(APPEND found ${target})
            endif()
        endforeach()
        get_property(subfolders DIRECTORY ${folder} PROPERTY SUBDIRECTORIES)
        if(subfolders)
            verbatim_programs_below(below ${subfolders})
            list(APPEND found ${below})
        endif()
    endforeach()
    set(${result} ${found} PARENT_SCOPE)
endfunction()
