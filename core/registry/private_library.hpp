#pragma once

#include <filesystem>

namespace verbatim::core::registry {

/// Protects an opened library against changes of its file. A program that overwrites or truncates the file in place,
/// as cp does, would otherwise change or remove the code that the process runs.
///
/// The pages that the linker mapped from the file are replaced by a copy in memory, at the same addresses. The library
/// keeps its path, so debuggers find its symbols, and libraries relative to $ORIGIN are found. Opening a copy instead
/// would lose both.
///
/// `address` is anywhere in the library. Returns false if the system does not allow it, or if the file changed since it
/// was opened; the library then works as before. No other thread runs code of the library meanwhile.
bool detach_from_file(const void* address, const std::filesystem::path& file);

} // namespace verbatim::core::registry
