#include "privacy/digits.hpp"

#include "privacy/letters.hpp"

#include <algorithm>

namespace verbatim::core::privacy {

namespace {

/// The separator that [from, to) of the text is, or 0 when it separates more than groups of one number.
char separator_in(std::string_view text, std::size_t from, std::size_t to) noexcept
{
    char found = 0;
    for (int count = 0; from < to; ++count)
    {
        const auto c = decode(text, from);
        char       s = 0;
        switch (c.value)
        {
        case U' ':
        case 0x00A0:
        case 0x202F:
        case 0x2009:
        case 0x3000: s = ' '; break;
        case U'-':
        case 0x2010:
        case 0x2011: s = '-'; break;
        case U'.':
        case U'/': s = static_cast<char>(c.value); break;
        case U'(':
        case U')': s = ')'; break;
        default: return 0;
        }
        if (!c.valid || count == 3) return 0;
        if (found == 0 || s == ')' || (found == ' ' && s == '-')) found = s;
        else if (found != ')' && found != s && s != ' ') return 0;
        else if (found == '.' && s == ' ') return 0; // a full stop: the next sentence begins with a number
        from = c.next;
    }
    return found;
}

int number(std::string_view digits) noexcept
{
    int value = 0;
    for (const char c : digits) value = value * 10 + (c - '0');
    return value;
}

} // namespace

digit_run::digit_run(const scanned& text, std::size_t first)
{
    begin_ = text.tokens[first].begin;
    for (int steps = 0; steps != 2 && begin_ != 0; ++steps)
    {
        constexpr std::string_view wide_plus = "＋";
        if (!plus_ && text.text.substr(0, begin_).ends_with(wide_plus))
        {
            plus_ = true;
            begin_ -= wide_plus.size();
            continue;
        }
        const char before = text.text[begin_ - 1];
        if (before == '+' && !plus_) plus_ = true;
        else if (before == '(' && !bracket_) bracket_ = true;
        else break;
        --begin_;
    }
    if (!append(text, text.tokens[first], 0)) return;
    for (auto next = first + 1; next < text.tokens.size() && text.tokens[next].form == shape::number; ++next)
    {
        const auto left = separator_in(text.text, text.tokens[next - 1].end, text.tokens[next].begin);
        if (left == 0 || !append(text, text.tokens[next], left)) return;
    }
}

bool digit_run::append(const scanned& text, const token& one, char left)
{
    if (size_ == most_groups || count_ + one.letters > most_digits) return false;
    for (auto at = one.begin; at < one.end;)
    {
        const auto c = decode(text.text, at);
        if (kind_of(c.value) == letter::digit)
            fold(c.value, [this](char32_t digit) { digits_[count_++] = static_cast<char>(digit); });
        at = c.next;
    }
    groups_[size_++] = {.size = one.letters, .end = one.end, .left = left};
    return true;
}

std::string_view digit_run::digits(std::size_t groups) const noexcept
{
    std::size_t count = 0;
    for (std::size_t i = 0; i != groups; ++i) count += groups_[i].size;
    return {digits_.data(), count};
}

std::string_view digit_run::digits_of(std::size_t n) const noexcept { return digits(n + 1).substr(digits(n).size()); }

bool digit_run::shaped(std::initializer_list<std::size_t> sizes) const noexcept
{
    if (sizes.size() > size_) return false;
    return std::ranges::equal(sizes, std::ranges::subrange(groups_.begin(), groups_.begin() + sizes.size()), {}, {},
                              &group::size);
}

char digit_run::separator(std::size_t groups, std::size_t from) const noexcept
{
    if (groups <= from) return 0;
    for (std::size_t i = from + 1; i < groups; ++i)
        if (groups_[i].left != groups_[from].left) return 0;
    return groups_[from].left;
}

bool digit_run::is_date() const noexcept
{
    if (size_ < 3 || separator(3) == 0) return false;
    const auto fits = [this](std::size_t day, std::size_t month, std::size_t year) {
        const auto d = digits_of(day), m = digits_of(month), y = digits_of(year);
        if (d.size() > 2 || m.size() > 2 || (y.size() != 4 && y.size() != 2)) return false;
        // 06 12 34 56 78 goes on as no date does.
        if (y.size() == 2 && size_ > 3 && groups_[3].left == groups_[2].left) return false;
        const bool century = y.size() == 2 || (number(y) >= 1800 && number(y) <= 2199);
        return number(d) >= 1 && number(d) <= 31 && number(m) >= 1 && number(m) <= 12 && century;
    };
    return fits(0, 1, 2) || fits(1, 0, 2) || fits(2, 1, 0);
}

} // namespace verbatim::core::privacy
