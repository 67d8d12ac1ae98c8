#pragma once

#include "privacy/tokenizer.hpp"

#include <array>
#include <cstddef>
#include <string_view>

namespace verbatim::core::privacy {

/// Digit groups that stand together: "+44 (0)20 7946-0123". Digits of any script arrive as ASCII.
/// Holds at most `most_groups` groups and `most_digits` digits, so that looking at one costs the same in any text.
class digit_run
{
public:
    static constexpr std::size_t max_groups = 8;
    static constexpr std::size_t max_digits = 26;

    struct group
    {
        std::size_t size      = 0; ///< in digits
        std::size_t end       = 0; ///< in bytes of the text
        char separator_before = 0; ///< what separates it from the group before: ' ' '-' '.' '/' ')', 0 for the first
    };

    /// The run that begins with the number `tokens[first]`; a plus or a bracket before it belongs to it.
    digit_run(const tokenized_text& text, std::size_t first);

    std::size_t begin() const noexcept { return begin_; }
    std::size_t end(std::size_t groups) const noexcept { return groups_[groups - 1].end; }
    std::size_t size() const noexcept { return size_; } ///< in groups
    bool        has_plus() const noexcept { return has_plus_; }
    bool        has_bracket() const noexcept { return has_bracket_; }

    const group& operator[](std::size_t n) const noexcept { return groups_[n]; }

    /// The digits of the first `groups` groups, and of one of them.
    std::string_view digits(std::size_t groups) const noexcept;
    std::string_view digits_of(std::size_t n) const noexcept;

    /// Whether the first groups have these sizes: shaped({3, 2, 4}).
    bool has_sizes(std::initializer_list<std::size_t> sizes) const noexcept;

    /// The one separator between the first `groups` groups from group `from` on; 0 when they differ or there is none.
    char separator(std::size_t groups, std::size_t from = 1) const noexcept;

    /// Whether the first three groups are a day, a month and a year in some order.
    bool is_date() const noexcept;

private:
    bool append(const tokenized_text& text, const token& number_token, char separator_before);

    std::array<group, max_groups> groups_{};
    std::array<char, max_digits>  digits_{};
    std::size_t                   size_ = 0, count_ = 0, begin_ = 0;
    bool                          has_plus_ = false, has_bracket_ = false;
};

} // namespace verbatim::core::privacy
