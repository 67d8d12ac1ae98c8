#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>

namespace verbatim::core::settings {

/// Reads the whole file that a setting names. Opens regular files only, so that a pipe or a device cannot block the
/// start. Throws setting_error with `setting`; the problem does not contain the path.
std::string read_setting_file(std::string_view setting, const std::filesystem::path& file,
                              std::size_t max_bytes = std::size_t{16} << 20);

} // namespace verbatim::core::settings
