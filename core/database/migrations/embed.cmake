# cmake -DFOLDER=… -DNAME=… -DOUT=… -P embed.cmake: writes the numbered SQL files of a folder, in order, as a C++ table.
# Files are named 0001_what_it_does.sql; a gap or a repeated number fails the build.
file(GLOB scripts RELATIVE ${FOLDER} ${FOLDER}/*.sql)
list(SORT scripts)
set(entries "")
set(expected 0)
foreach(script ${scripts})
    math(EXPR expected "${expected} + 1")
    if(NOT script MATCHES "^([0-9][0-9][0-9][0-9])_[a-z0-9_]+\\.sql$")
        message(FATAL_ERROR "${script}: expected a name like 0001_what_it_does.sql")
    endif()
    string(REGEX REPLACE "^0+" "" number ${CMAKE_MATCH_1})
    if(NOT number EQUAL expected)
        message(FATAL_ERROR "${script}: expected number ${expected}")
    endif()
    string(REGEX REPLACE "\\.sql$" "" title ${script})
    file(READ ${FOLDER}/${script} statements)
    string(APPEND entries "    {${number}, \"${title}\", R\"sql(${statements})sql\"},\n")
endforeach()
file(WRITE ${OUT} "#include \"database/migrations.hpp\"

namespace verbatim::core::database {
namespace {

const migration steps_of_${NAME}[] = {
${entries}};

} // namespace

std::span<const migration> ${NAME}() noexcept
{
    return steps_of_${NAME};
}

} // namespace verbatim::core::database
")
