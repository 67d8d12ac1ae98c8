#include "privacy/digit_run.hpp"

#include "privacy/letters.hpp"
#include "verbatim/sdk/text.hpp"

#include <algorithm>

namespace verbatim::core::privacy {

namespace {

/// The separator in [from, to) of the text; 0 if groups of one number are not separated like this.
char separator_in(std::string_view text, std::size_t from, std::size_t to) noexcept
{
    char separator = 0;
    for (int count = 0; from < to; ++count)
    {
        const auto c    = sdk::utf8::decode(text, from);
        char       sign = 0;
        switch (c.value)
        {
        case U' ':
        case 0x00A0:
        case 0x202F:
        case 0x2009:
        case 0x3000: sign = ' '; break;
        case U'-':
        case 0x2010:
        case 0x2011: sign = '-'; break;
        case U'.':
        case U'/': sign = static_cast<char>(c.value); break;
        case U'(':
        case U')': sign = ')'; break;
        default: return 0;
        }
        if (!c.valid || count == 3) return 0;
        if (separator == 0 || sign == ')' || (separator == ' ' && sign == '-')) separator = sign;
        else if (separator != ')' && separator != sign && sign != ' ') return 0;
        else if (separator == '.' && sign == ' ') return 0; // a full stop: the next sentence begins with a number
        from = c.end;
    }
    return separator;
}

int to_number(std::string_view digits) noexcept
{
    int value = 0;
    for (const char c : digits) value = value * 10 + (c - '0');
    return value;
}

} // namespace

digit_run::digit_run(const tokenized_text& text, std::size_t first)
{
    begin_ = text.tokens[first].begin;
    for (int steps = 0; steps != 2 && begin_ != 0; ++steps)
    {
        constexpr std::string_view wide_plus = "＋";
        if (!has_plus_ && text.text.substr(0, begin_).ends_with(wide_plus))
        {
            has_plus_ = true;
            begin_ -= wide_plus.size();
            continue;
        }
        const char before = text.text[begin_ - 1];
        if (before == '+' && !has_plus_) has_plus_ = true;
        else if (before == '(' && !has_bracket_) has_bracket_ = true;
        else break;
        --begin_;
    }
    if (!append(text, text.tokens[first], 0)) return;
    for (auto next = first + 1; next < text.tokens.size() && text.tokens[next].form == shape::number; ++next)
    {
        const auto separator_before = separator_in(text.text, text.tokens[next - 1].end, text.tokens[next].begin);
        if (separator_before == 0 || !append(text, text.tokens[next], separator_before)) return;
    }
}

bool digit_run::append(const tokenized_text& text, const token& number_token, char separator_before)
{
    if (size_ == max_groups || count_ + number_token.letters > max_digits) return false;
    const auto number = text.text_of(number_token);
    if (number.size() == number_token.letters) // ASCII digits
    {
        number.copy(digits_.data() + count_, number.size());
        count_ += number.size();
    }
    else append_folded(number);
    groups_[size_++] = {.size = number_token.letters, .end = number_token.end, .separator_before = separator_before};
    return true;
}

void digit_run::append_folded(std::string_view number)
{
    for (std::size_t at = 0; at != number.size();)
    {
        const auto c = sdk::utf8::decode(number, at);
        if (class_of(c.value) == char_class::digit)
            fold(c.value, [this](char32_t digit) { digits_[count_++] = static_cast<char>(digit); });
        at = c.end;
    }
}

std::string_view digit_run::digits(std::size_t groups) const noexcept
{
    std::size_t count = 0;
    for (std::size_t i = 0; i != groups; ++i) count += groups_[i].size;
    return {digits_.data(), count};
}

std::string_view digit_run::digits_of(std::size_t n) const noexcept { return digits(n + 1).substr(digits(n).size()); }

bool digit_run::has_sizes(std::initializer_list<std::size_t> sizes) const noexcept
{
    if (sizes.size() > size_) return false;
    return std::ranges::equal(sizes, std::ranges::subrange(groups_.begin(), groups_.begin() + sizes.size()), {}, {},
                              &group::size);
}

char digit_run::separator(std::size_t groups, std::size_t from) const noexcept
{
    if (groups <= from) return 0;
    for (std::size_t i = from + 1; i < groups; ++i)
        if (groups_[i].separator_before != groups_[from].separator_before) return 0;
    return groups_[from].separator_before;
}

bool digit_run::is_date() const noexcept
{
    if (size_ < 3 || separator(3) == 0) return false;
    const auto is_date_with = [this](std::size_t day, std::size_t month, std::size_t year) {
        const auto d = digits_of(day), m = digits_of(month), y = digits_of(year);
        if (d.size() > 2 || m.size() > 2 || (y.size() != 4 && y.size() != 2)) return false;
        // 06 12 34 56 78 is longer than a date.
        if (y.size() == 2 && size_ > 3 && groups_[3].separator_before == groups_[2].separator_before) return false;
        const bool century = y.size() == 2 || (to_number(y) >= 1800 && to_number(y) <= 2199);
        return to_number(d) >= 1 && to_number(d) <= 31 && to_number(m) >= 1 && to_number(m) <= 12 && century;
    };
    return is_date_with(0, 1, 2) || is_date_with(1, 0, 2) || is_date_with(2, 1, 0);
}

} // namespace verbatim::core::privacy
