# cmake -DFILE=… -DOUT=… -P embed.cmake: writes the script of the reader as a C++ string.
file(READ ${FILE} script)
file(WRITE ${OUT} "namespace verbatim::cli::input { extern const char* const reader_script; const char* const reader_script = R\"script(${script})script\"; }\n")
