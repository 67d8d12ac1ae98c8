#include "privacy/detectors.hpp"

#include "privacy/digit_run.hpp"
#include "privacy/kinds.hpp"
#include "privacy/lexicon.hpp"

#include <algorithm>

namespace verbatim::core::privacy {

namespace {

/// Tokens [first, last) of a date; equal if there is none.
struct date_span
{
    std::size_t first = 0, last = 0;
};

/// The value of a number of at most four digits; 0 for other words.
int small_number(const tokenized_text& text, std::size_t at)
{
    if (at >= text.tokens.size() || text.tokens[at].form != shape::number || text.tokens[at].letters > 4) return 0;
    const digit_run number(text, at); // owns its digits
    int             value = 0;
    for (const char c : number.digits_of(0)) value = value * 10 + (c - '0');
    return value;
}

/// Years of the common, the solar and the lunar calendar.
bool is_year(int value) noexcept { return (value >= 1900 && value <= 2100) || (value >= 1300 && value <= 1500); }

bool is_day(int value) noexcept { return value >= 1 && value <= 31; }

/// 12/03/1990, 1990-03-12, 12.3.90.
date_span numeric_date(const tokenized_text& text, std::size_t at)
{
    const auto joined = [&](std::size_t i) {
        return i < text.tokens.size() && text.tokens[i].begin == text.tokens[i - 1].end + 1 &&
               std::string_view("/.-").find(text.text[text.tokens[i].begin - 1]) != std::string_view::npos;
    };
    if (!joined(at + 1) || !joined(at + 2)) return {};
    const int  first = small_number(text, at), middle = small_number(text, at + 1), last = small_number(text, at + 2);
    const bool short_year = text.tokens[at + 2].letters == 2 && text.tokens[at + 2].form == shape::number;
    const bool day_first  = is_day(first) && is_day(middle) && (is_year(last) || short_year);
    const bool year_first = is_year(first) && is_day(middle) && is_day(last);
    return day_first || year_first ? date_span{at, at + 3} : date_span{};
}

/// 12 March 1990, 3 de mayo de 1987, March 12th, 1990. Only used beside a word for birth, so any word may be the month.
date_span written_date(const tokenized_text& text, std::size_t at)
{
    constexpr std::size_t min_month_letters = 3, max_words = 5;
    bool                  day = false, month = false;
    for (auto i = at; i < text.tokens.size() && i != at + max_words; ++i)
    {
        const auto& word = text.tokens[i];
        if (i != at && (word.before == gap::sentence || word.before == gap::line)) return {};
        const int  value   = small_number(text, i);
        const bool ordinal = word.form == shape::coded && word.letters <= 4; // 12th, 1er
        if (day && month && is_year(value)) return {at, i + 1};
        if (ordinal || (value != 0 && is_day(value)))
        {
            if (day) return {};
            day = true;
        }
        else if (word.form == shape::number || word.form == shape::coded) return {};
        else if (word.letters >= min_month_letters)
        {
            if (month) return {};
            month = true;
        }
        else if (i == at) return {}; // begins with neither day nor month
    }
    return {};
}

date_span date_at(const tokenized_text& text, std::size_t at)
{
    if (text.tokens[at].form == shape::number)
        if (const auto numeric = numeric_date(text, at); numeric.last != 0) return numeric;
    return written_date(text, at);
}

date_span date_after(const tokenized_text& text, std::size_t cue)
{
    constexpr std::size_t reach = 6; // words
    for (auto i = cue + 1; i < text.tokens.size() && i <= cue + reach; ++i)
    {
        const auto before = text.tokens[i].before;
        if (before == gap::sentence || (before == gap::stop && i != cue + 1)) break;
        if (const auto date = date_at(text, i); date.last != 0) return date;
    }
    return {};
}

/// "12.03.1990 г.р.": the word of the cue begins at most three words behind the date.
date_span date_before(const tokenized_text& text, std::size_t cue)
{
    constexpr std::size_t reach = 6, max_between = 2;
    for (auto i = cue - std::min(cue, reach); i != cue; ++i)
        if (text.tokens[i].form == shape::number)
            if (const auto date = date_at(text, i);
                date.last != 0 && date.last <= cue && cue - date.last <= max_between)
                return date;
    return {};
}

} // namespace

void find_birth_dates(const tokenized_text& text, std::vector<sdk::detected_entity>& findings)
{
    for (std::size_t i = 0; i != text.tokens.size(); ++i)
    {
        if ((text.tokens[i].cue & role::birth) == 0) continue;
        auto date = date_after(text, i);
        if (date.last == 0) date = date_before(text, i);
        if (date.last == 0) continue;
        findings.push_back(finding_of(text, date.first, date.last, kind::date_of_birth, 0.9));
    }
}

} // namespace verbatim::core::privacy
