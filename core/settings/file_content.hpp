#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>

namespace verbatim::core::settings {

/// The whole of a file that a setting names, without waiting for anybody: what is no regular file is refused, a pipe
/// and a device among them. Throws `wrong`, one sentence that begins with `subject`, for example "LLM_API_KEY_FILE:
/// what it names", and goes on "cannot be read (…)", "is a folder, not a file", "is no regular file" or "is larger than
/// 16 MiB". The caller's subject shows the path or does not.
std::string read_file_content(std::string_view subject, const std::filesystem::path& file,
                              std::size_t max_bytes = std::size_t{16} << 20);

/// The same with the subject "SETTING: what it names".
std::string read_setting_file(std::string_view setting, const std::filesystem::path& file,
                              std::size_t max_bytes = std::size_t{16} << 20);

} // namespace verbatim::core::settings
