#pragma once

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>
#include <string_view>

namespace verbatim::testing {

/// A temporary directory of one test, removed with its contents by the destructor.
class temporary_directory
{
public:
    temporary_directory()
    {
        auto name = (std::filesystem::temp_directory_path() / "verbatim-XXXXXX").string();
        if (::mkdtemp(name.data()) == nullptr) throw std::runtime_error{"cannot create a temporary directory"};
        path_ = name;
    }
    temporary_directory(const temporary_directory&)            = delete;
    temporary_directory& operator=(const temporary_directory&) = delete;
    ~temporary_directory()
    {
        std::error_code ignored;
        std::filesystem::remove_all(path_, ignored);
    }

    const std::filesystem::path& path() const noexcept { return path_; }

    /// Writes a file and returns its path.
    std::filesystem::path file(std::string_view name, std::string_view content) const
    {
        const auto target = path_ / name;
        std::ofstream{target, std::ios::binary} << content;
        return target;
    }

private:
    std::filesystem::path path_;
};

} // namespace verbatim::testing
