# cmake -DFILE=… -DOUT=… -DNAMESPACE=… -DNAME=… -P EmbedText.cmake: writes the text of a file as a C++ string.
file(READ ${FILE} text)
file(WRITE ${OUT} "namespace ${NAMESPACE} { extern const char* const ${NAME}; const char* const ${NAME} = R\"embedded(${text})embedded\"; }\n")
