# cmake -DFILE=… -DNAME=… -DOUT=… -P embed.cmake: writes a script as the C++ string NAME.
file(READ ${FILE} script)
file(WRITE ${OUT} "namespace verbatim::cli::input { extern const char* const ${NAME}; const char* const ${NAME} = R\"script(${script})script\"; }\n")
