# What holds for every room: the language, where things are built, how strictly they are compiled, and the two
# functions that make a room of the host and a test program.
include(GNUInstallDirs)

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_CXX_SCAN_FOR_MODULES OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_CXX_VISIBILITY_PRESET hidden)
set(CMAKE_VISIBILITY_INLINES_HIDDEN ON)

# The build tree is laid out like the installed one, so that the program finds its plugins without any setting.
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/bin)
set(CMAKE_LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/lib)
set(CMAKE_ARCHIVE_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/lib)
set(CMAKE_INSTALL_RPATH $ORIGIN/../lib)
set(CMAKE_BUILD_RPATH_USE_ORIGIN ON)

find_package(Threads REQUIRED)
find_package(Boost 1.81.0 EXACT CONFIG REQUIRED COMPONENTS json program_options unit_test_framework)
find_package(OpenSSL REQUIRED)
find_package(PkgConfig REQUIRED)

# Linked privately by everything of ours; never exported.
add_library(verbatim_warnings INTERFACE)
target_compile_options(verbatim_warnings INTERFACE
    -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor -Woverloaded-virtual -Wcast-align -Wunused
    -Wformat=2 -Wimplicit-fallthrough -Wextra-semi
    -Wno-missing-field-initializers # a designated initialiser leaves the rest to its defaults on purpose
    $<$<BOOL:${VERBATIM_STRICT}>:-Werror>)

# verbatim_add_room(NAME SOURCES … LINK …): a room of the host, core/NAME, as the static library core_NAME. Its headers are
# named from core/: "NAME/file.hpp". LINK lists the rooms and libraries that its headers need, DOOR those that stop in it.
function(verbatim_add_room name)
    cmake_parse_arguments(room "" "" "SOURCES;LINK;DOOR" ${ARGN})
    add_library(core_${name} STATIC ${room_SOURCES})
    target_include_directories(core_${name} PUBLIC ${PROJECT_SOURCE_DIR}/core)
    target_link_libraries(core_${name} PUBLIC verbatim::sdk ${room_LINK} PRIVATE verbatim_warnings ${room_DOOR})
endfunction()

# verbatim_add_test(NAME SOURCES … LINK … [SERIAL] [ENVIRONMENT …]): a Boost.Test program of its own, run by CTest; each of its
# cases is one line of build/<preset>/test-results/NAME.xml.
function(verbatim_add_test name)
    cmake_parse_arguments(test "SERIAL" "TIMEOUT" "SOURCES;LINK;ENVIRONMENT;LABELS" ${ARGN})
    add_executable(test_${name} ${test_SOURCES} ${PROJECT_SOURCE_DIR}/tests/support/test_main.cpp)
    target_link_libraries(test_${name} PRIVATE ${test_LINK} verbatim_warnings Boost::unit_test_framework)
    target_compile_definitions(test_${name} PRIVATE BOOST_TEST_DYN_LINK)
    target_include_directories(test_${name} PRIVATE ${PROJECT_SOURCE_DIR}/tests)
    set_target_properties(test_${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/tests)
    file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/test-results)
    add_test(NAME ${name} COMMAND test_${name} --random)
    if(NOT test_TIMEOUT)
        set(test_TIMEOUT 300)
    endif()
    set_tests_properties(${name} PROPERTIES TIMEOUT ${test_TIMEOUT} RUN_SERIAL ${test_SERIAL} LABELS "${test_LABELS}"
        ENVIRONMENT "BOOST_TEST_LOGGER=HRF,error,stdout:JUNIT,all,${PROJECT_BINARY_DIR}/test-results/${name}.xml;${test_ENVIRONMENT}")
endfunction()

if(VERBATIM_SANITIZE)
    add_compile_options(-fsanitize=${VERBATIM_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
    add_link_options(-fsanitize=${VERBATIM_SANITIZE})
endif()
