#pragma once

#include "jobs/key_bytes.hpp"

#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace verbatim::core::jobs {

/// A key of the operator. Its id is public: 16 hexadecimal digits that reveal nothing about the key.
struct master_key
{
    std::string id;
    key_bytes   key;
};

/// The keys of the file that JOBS_KEY_FILE names, at least one. The first key seals; the others open what they sealed
/// before. Constant after construction. [any thread]
class master_keys
{
public:
    /// Each line of the file is empty or a key of 64 hexadecimal digits; blanks around it are ignored. Throws
    /// settings::setting_error with the line, never with its content.
    explicit master_keys(const std::filesystem::path& file);

    const master_key& sealing_key() const noexcept { return keys_.front(); }

    /// In the order of the file.
    std::span<const master_key> all() const noexcept { return keys_; }
    std::vector<std::string>    ids() const;

    /// Null if the file has no such key. Lives as long as this object.
    const master_key* find(std::string_view id) const noexcept;

private:
    void add_line(std::string_view text, std::size_t number);

    std::vector<master_key> keys_;
};

} // namespace verbatim::core::jobs
