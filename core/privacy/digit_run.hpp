#pragma once

#include "privacy/tokenizer.hpp"

#include <array>
#include <cstddef>
#include <string_view>

namespace verbatim::core::privacy {

/// Adjacent groups of digits, such as "+44 (0)20 7946-0123", with digits of any script as ASCII. The limits bound the
/// time per run.
class digit_run
{
public:
    static constexpr std::size_t max_groups = 8;
    static constexpr std::size_t max_digits = 26;

    struct group
    {
        std::size_t size             = 0; ///< in digits
        std::size_t end              = 0; ///< in bytes of the text
        char        separator_before = 0; ///< ' ' '-' '.' '/' ')'; 0 for the first
    };

    /// The run that begins with the number `tokens[first]`, and with a plus or a bracket before it.
    digit_run(const tokenized_text& text, std::size_t first);

    std::size_t begin() const noexcept { return begin_; }
    std::size_t end(std::size_t groups) const noexcept { return groups_[groups - 1].end; }
    std::size_t size() const noexcept { return size_; } ///< in groups
    bool        has_plus() const noexcept { return has_plus_; }
    bool        has_bracket() const noexcept { return has_bracket_; }

    const group& operator[](std::size_t n) const noexcept { return groups_[n]; }

    /// The digits of the first `groups` groups, and of group `n`.
    std::string_view digits(std::size_t groups) const noexcept;
    std::string_view digits_of(std::size_t n) const noexcept;

    /// Whether the first groups have these sizes.
    bool has_sizes(std::initializer_list<std::size_t> sizes) const noexcept;

    /// The separator between the first `groups` groups, from group `from` on; 0 if they differ or there is none.
    char separator(std::size_t groups, std::size_t from = 1) const noexcept;

    /// Whether the first three groups are a day, a month and a year in some order.
    bool is_date() const noexcept;

private:
    bool append(const tokenized_text& text, const token& number_token, char separator_before);
    void append_folded(std::string_view number);

    std::array<group, max_groups> groups_{};
    std::array<char, max_digits>  digits_{};
    std::size_t                   size_ = 0, count_ = 0, begin_ = 0;
    bool                          has_plus_ = false, has_bracket_ = false;
};

} // namespace verbatim::core::privacy
