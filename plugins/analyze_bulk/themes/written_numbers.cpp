#include "themes/written_numbers.hpp"

#include "verbatim/sdk/text.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <utility>

namespace verbatim::analyze_bulk::themes {

namespace {

/// The zeros of the scripts with decimal digits that feedback is written in; nine digits follow each.
constexpr std::array<char32_t, 16> zeros{U'0',      U'\u0660', U'\u06F0', U'\u07C0', U'\u0966', U'\u09E6',
                                         U'\u0A66', U'\u0AE6', U'\u0B66', U'\u0BE6', U'\u0C66', U'\u0CE6',
                                         U'\u0E50', U'\u0F20', U'\u1040', U'\uFF10'};

std::optional<int> digit_of(char32_t c)
{
    for (const auto zero : zeros)
        if (c >= zero && c < zero + 10) return static_cast<int>(c - zero);
    return std::nullopt;
}

bool is_percent_sign(char32_t c) { return c == U'%' || c == U'\u066A' || c == U'\uFF05'; }
bool is_blank(char32_t c) { return c == U'\u00A0' || c == U'\u2009' || c == U'\u202F' || c == U' '; }
bool is_point(char32_t c) { return c == U'.' || c == U',' || c == U'\u066B' || c == U'\u066C' || c == U'\u060C'; }
bool is_separator(char32_t c) { return is_point(c) || is_blank(c) || c == U'\'' || c == U'\u2019'; }

/// A letter of a script whose words are separated by blanks, so that a digit beside it belongs to a word.
bool is_word_letter(char32_t c)
{
    return sdk::ascii::is_letter(c) || c == U'_' || (c >= 0xC0 && c <= 0x52F && c != 0xD7 && c != 0xF7);
}

bool is_letter(char32_t c) { return is_word_letter(c) || (c >= 0x0600 && !is_point(c) && !is_blank(c)); }

/// The beginnings of names of months, in lower case, in the languages of reports.
constexpr std::array<std::string_view, 49> months{"jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct",
                                                  "nov", "dec", "fév", "avr", "mai", "jui", "aoû", "déc", "ene", "abr",
                                                  "ago", "dic", "mrt", "maa", "mei", "okt", "янв", "фев", "мар", "апр",
                                                  "мая", "июн", "июл", "авг", "сен", "окт", "ноя", "дек", "січ", "лют",
                                                  "кві", "тра", "чер", "лип", "сер", "вер", "жов", "лис", "гру"};
constexpr std::array<std::string_view, 12> arabic_months{"يناير", "فبراير", "مارس",   "أبريل",  "مايو",   "يونيو",
                                                         "يوليو", "أغسطس",  "سبتمبر", "أكتوبر", "نوفمبر", "ديسمبر"};

/// The beginnings of words for a percentage, in lower case.
constexpr std::array<std::string_view, 11> percent_words{"percent",    "per cent",  "pct",       "procent",
                                                         "por ciento", "pour cent", "por cento", "процент",
                                                         "відсот",     "بالمئة",    "بالمائة"};

/// Words after which ids of records follow, in lower case and without a point at the end.
constexpr std::array<std::string_view, 31> citation_words{
    "such as",   "like",        "e.g",     "i.e",      "for example",  "for instance", "see",         "id",
    "ids",       "record",      "records", "tels que", "telles que",   "comme",        "par exemple", "p. ex",
    "como",      "por ejemplo", "p. ej",   "zoals",    "bijvoorbeeld", "bijv",         "например",    "напр",
    "такие как", "наприклад",   "такі як", "як-от",    "مثل",          "مثلا",         "مثلاً"};

/// Words between the numbers of a list or a range.
constexpr std::array<std::string_view, 22> list_words{"",   "and", "or", "to",  "et", "ou",  "à", "y",
                                                      "o",  "a",   "al", "en",  "of", "tot", "и", "или",
                                                      "до", "та",  "і",  "або", "و",  "أو"};

bool is_list_separator(char32_t c)
{
    constexpr std::u32string_view marks{U",;&/-#*`_\u060C\u061B\u2010\u2011\u2012\u2013\u2014\u3001"};
    return is_blank(c) || marks.find(c) != marks.npos;
}

bool is_month(std::string_view word)
{
    const auto lower     = sdk::ascii::lowercase(word);
    const auto begins_by = [&](std::string_view name) { return lower.starts_with(name); };
    return std::ranges::any_of(months, begins_by) || std::ranges::any_of(arabic_months, begins_by);
}

struct character
{
    char32_t    value          = 0;
    bool        is_in_brackets = false; ///< after `(` or `[` of the same line that is not closed
    std::size_t begin          = 0;     ///< byte of the text
};

/// A run of digits.
struct digit_group
{
    double      value = 0;
    std::size_t count = 0;
};

std::vector<character> characters_of(std::string_view text)
{
    std::vector<character> characters;
    characters.reserve(text.size());
    bool is_in_brackets = false;
    for (std::size_t at = 0; at != text.size();)
    {
        const auto c = sdk::utf8::decode(text, at);
        characters.push_back({c.value, is_in_brackets, at});
        if (c.value == U'(' || c.value == U'[') is_in_brackets = true;
        else if (c.value == U')' || c.value == U']' || c.value == U'\n') is_in_brackets = false;
        at = c.end;
    }
    return characters;
}

/// Groups of digits with the separators between them.
struct digit_groups
{
    std::vector<digit_group> groups;
    std::vector<char32_t>    separators;
};

bool are_thousands(std::span<const digit_group> groups)
{
    return groups.front().count <= 3 &&
           std::ranges::all_of(groups.subspan(1), [](const digit_group& group) { return group.count == 3; });
}

double joined(std::span<const digit_group> groups)
{
    double value = 0;
    for (const auto& group : groups) value = value * std::pow(10.0, group.count) + group.value;
    return value;
}

bool all_equal(std::span<const char32_t> separators)
{
    return std::ranges::all_of(separators, [&](char32_t c) { return c == separators.front(); });
}

/// `1,234,567`
std::optional<number_value> as_grouped(const digit_groups& number)
{
    if (number.groups.size() > 1 && (!are_thousands(number.groups) || !all_equal(number.separators)))
        return std::nullopt;
    return number_value{joined(number.groups), 0};
}

/// `1,234.5`
std::optional<number_value> as_decimal(const digit_groups& number)
{
    if (number.separators.empty() || !is_point(number.separators.back())) return std::nullopt;
    const std::span whole{number.groups.data(), number.groups.size() - 1};
    const std::span between{number.separators.data(), number.separators.size() - 1};
    if (whole.size() > 1 &&
        (!are_thousands(whole) || !all_equal(between) || between.front() == number.separators.back()))
        return std::nullopt;
    const auto& fraction = number.groups.back();
    const auto  decimals = static_cast<int>(std::min<std::size_t>(fraction.count, 9));
    return number_value{joined(whole) + fraction.value / std::pow(10.0, fraction.count), decimals};
}

std::vector<std::vector<number_value>> readings_of(const digit_groups& number)
{
    std::vector<std::vector<number_value>> readings;
    if (const auto grouped = as_grouped(number)) readings.push_back({*grouped});
    if (const auto decimal = as_decimal(number)) readings.push_back({*decimal});
    if (number.groups.size() == 1) return readings;
    std::vector<number_value> list;
    for (const auto& group : number.groups) list.push_back({group.value, 0});
    readings.push_back(std::move(list));
    return readings;
}

class scanner
{
public:
    explicit scanner(std::string_view text)
        : text_{text}
        , characters_{characters_of(text)}
    {}

    template <class Each>
    void for_each(Each each)
    {
        while (at_ < characters_.size())
        {
            if (skip_placeholder()) continue;
            if (!digit_of(characters_[at_].value)) ++at_;
            else if (auto written = read(); !written.readings.empty()) each(std::move(written), citation());
        }
    }

private:
    char32_t value(std::size_t n) const { return n < characters_.size() ? characters_[n].value : U'\n'; }
    char32_t before(std::size_t n) const { return n == 0 ? U'\n' : characters_[n - 1].value; }

    std::string_view text(std::size_t from, std::size_t to) const
    {
        const auto end = to < characters_.size() ? characters_[to].begin : text_.size();
        return text_.substr(characters_[from].begin, end - characters_[from].begin);
    }

    /// `<PERSON_0>`
    bool skip_placeholder()
    {
        if (characters_[at_].value != U'<') return false;
        auto end = at_ + 1;
        while (sdk::ascii::is_upper(value(end)) || value(end) == U'_' || sdk::ascii::is_digit(value(end))) ++end;
        if (value(end) != U'>' || end == at_ + 1) return false;
        at_ = end + 1;
        return true;
    }

    digit_group read_group()
    {
        digit_group group;
        for (auto digit = digit_of(value(at_)); digit; digit = digit_of(value(++at_)))
        {
            group.value = group.value * 10 + *digit;
            ++group.count;
        }
        return group;
    }

    /// `-03-02` or `-03` after a year: the year is the claim.
    void skip_rest_of_date(const digit_group& year)
    {
        const auto part = [&](std::size_t n) {
            return value(n) == U'-' && digit_of(value(n + 1)) && digit_of(value(n + 2));
        };
        if (year.count != 4) return;
        for (int parts = 0; parts != 2 && part(at_) && !digit_of(value(at_ + 3)); ++parts) at_ += 3;
    }

    /// Whether the separator here continues the number: a blank only before three digits.
    bool continues(const digit_groups& number) const
    {
        if (!is_separator(value(at_)) || !digit_of(value(at_ + 1))) return false;
        if (is_point(value(at_))) return true;
        const bool three = digit_of(value(at_ + 2)) && digit_of(value(at_ + 3)) && !digit_of(value(at_ + 4));
        return three && number.groups.front().count <= 3;
    }

    written_number read()
    {
        begin_ = at_;
        digit_groups number;
        number.groups.push_back(read_group());
        skip_rest_of_date(number.groups.front());
        while (continues(number))
        {
            number.separators.push_back(value(at_++));
            number.groups.push_back(read_group());
        }
        written_number result;
        end_ = at_;
        if (is_percent_sign(value(at_)) || (is_blank(value(at_)) && is_percent_sign(value(at_ + 1))))
        {
            result.percent = true;
            at_ += is_percent_sign(value(at_)) ? 1 : 2;
        }
        else result.percent = is_before_percent_word();
        result.text = std::string{text(begin_, at_)};
        result.day  = is_beside_month();
        if (is_part_of_word() || is_ordinal()) return result;
        result.readings = readings_of(number);
        result.cited    = !result.percent && is_cited();
        if (result.cited) cited_end_ = end_;
        return result;
    }

    bool is_cited() const { return is_alone_in_brackets() || continues_citation() || is_after_citation_word(); }

    /// `(4711)`, but not `(37 records)`
    bool is_alone_in_brackets() const
    {
        auto next = end_;
        while (is_blank(value(next))) ++next;
        return characters_[begin_].is_in_brackets && !is_letter(value(next));
    }

    /// Whether only separators and a word such as `and` stand between the last cited number and this one.
    bool continues_citation() const
    {
        constexpr std::size_t longest = 12;
        if (cited_end_ == 0 || begin_ - cited_end_ > longest) return false;
        auto from = cited_end_;
        auto to   = begin_;
        while (from != to && is_list_separator(value(from))) ++from;
        while (to != from && is_list_separator(before(to))) --to;
        return std::ranges::find(list_words, text(from, to)) != list_words.end();
    }

    bool is_after_citation_word() const
    {
        constexpr std::size_t         longest = 16;
        constexpr std::u32string_view marks{U":.#*`\"([\u2116\u00B0"};
        const auto                    is_mark = [&](char32_t c) { return is_blank(c) || marks.find(c) != marks.npos; };
        auto                          end     = begin_;
        while (end != 0 && is_blank(before(end))) --end;
        if (end != 0 && (before(end) == U'#' || before(end) == U'\u2116' || before(end) == U'\u00B0')) return true;
        while (end != 0 && is_mark(before(end))) --end;
        const auto from  = end > longest ? end - longest : 0;
        const auto words = sdk::ascii::lowercase(text(from, end));
        return std::ranges::any_of(citation_words, [&](std::string_view word) {
            if (!words.ends_with(word)) return false;
            const auto rest = words.size() - word.size();
            return rest == 0 || !is_letter(sdk::utf8::decode(words, sdk::utf8::previous_code_point(words, rest)).value);
        });
    }

    bool is_before_percent_word() const
    {
        if (at_ + 1 >= characters_.size() || !is_blank(value(at_))) return false;
        constexpr std::size_t longest = 16;
        const auto            rest    = sdk::ascii::lowercase(text(at_ + 1, at_ + 1 + longest));
        return std::ranges::any_of(percent_words, [&](std::string_view word) { return rest.starts_with(word); });
    }

    /// `T1`, `COVID-19`, `4G`
    bool is_part_of_word() const
    {
        const auto previous = before(begin_);
        const bool joined =
            is_word_letter(previous) || (previous == U'-' && begin_ >= 2 && is_word_letter(value(begin_ - 2)));
        return joined || is_word_letter(value(end_)) || (value(end_) == U'-' && is_word_letter(value(end_ + 1)));
    }

    /// `1.` or `1)` at the beginning of a line, `1º`
    bool is_ordinal() const
    {
        if (value(end_) == U'\u00BA' || value(end_) == U'\u00AA') return true;
        if (value(end_) != U'.' && value(end_) != U')') return false;
        auto start = begin_;
        while (before(start) == U' ' || before(start) == U'\t' || before(start) == U'#' || before(start) == U'*' ||
               before(start) == U'-' || before(start) == U'>' || before(start) == U'(')
            --start;
        return before(start) == U'\n' && end_ - begin_ <= 3 && is_blank(value(end_ + 1));
    }

    /// The word next to the number, without blanks and points; a preposition between them is skipped.
    bool is_beside_month() const
    {
        auto end = begin_;
        while (end != 0 && (is_blank(before(end)) || before(end) == U'.')) --end;
        auto start = end;
        while (start != 0 && end - start != max_word_length && !sdk::utf8::is_white_space(before(start))) --start;
        if (start != end && is_month(text(start, end))) return true;

        auto from = at_;
        for (int words = 0; words != 2; ++words)
        {
            while (is_blank(value(from)) || value(from) == U'.') ++from;
            auto to = from;
            while (to < characters_.size() && to - from != max_word_length && !sdk::utf8::is_white_space(value(to)))
                ++to;
            if (from >= characters_.size() || from == to) return false;
            const auto word = text(from, to);
            if (is_month(word)) return true;
            if (word != "de" && word != "of") return false;
            from = to;
        }
        return false;
    }

    /// The word that the number is part of, if it is more than a number.
    std::string_view citation() const
    {
        const auto is_boundary = [](char32_t c) {
            constexpr std::u32string_view marks{U"[](),;\"`*"};
            return sdk::utf8::is_white_space(c) || marks.find(c) != marks.npos;
        };
        auto from = begin_;
        while (from != 0 && begin_ - from != max_word_length && !is_boundary(before(from))) --from;
        auto to = end_;
        while (to < characters_.size() && to - end_ != max_word_length && !is_boundary(value(to))) ++to;
        const auto word    = sdk::ascii::trimmed(text(from, to), ".:!?");
        const bool is_bare = word.find_first_not_of("0123456789") == word.npos;
        return is_bare ? std::string_view{} : word;
    }

    /// Longer words are neither ids nor months. Bounds the time for text without blanks.
    static constexpr std::size_t max_word_length = 300;

    std::string_view       text_;
    std::vector<character> characters_;
    std::size_t            at_    = 0;
    std::size_t            begin_ = 0; ///< of the number that was read last
    std::size_t            end_   = 0; ///< of its digits

    std::size_t cited_end_ = 0; ///< of the last number where records are cited; 0 before the first
};

/// Whether a number, written with its decimals, stands for `exact`: rounded, to either side of a half.
bool rounds_to(double exact, const number_value& number)
{
    return std::abs(exact - number.value) <= 0.5 * std::pow(10.0, -number.decimals) + 1e-9;
}

} // namespace

std::vector<written_number> written_numbers_in(std::string_view text)
{
    std::vector<written_number> numbers;
    scanner                     scanner{text};
    scanner.for_each([&](written_number read, std::string_view) { numbers.push_back(std::move(read)); });
    return numbers;
}

void known_numbers::add_share(std::size_t part, std::size_t whole)
{
    if (whole != 0) percentages_.insert(100.0 * static_cast<double>(part) / static_cast<double>(whole));
}

void known_numbers::add_day(std::chrono::sys_days day)
{
    const std::chrono::year_month_day date{day};
    years_.insert(static_cast<int>(date.year()));
    days_of_month_.insert(static_cast<unsigned>(date.day()));
}

void known_numbers::add_text(std::string_view text)
{
    for (const auto& written : written_numbers_in(text))
        for (const auto& reading : written.readings)
            for (const auto& number : reading) (written.percent ? percentages_ : counts_).insert(number.value);
}

bool known_numbers::is_share(const number_value& number) const
{
    const auto near = percentages_.lower_bound(number.value - 1);
    const auto end  = percentages_.upper_bound(number.value + 1);
    return std::any_of(near, end, [&](double exact) { return rounds_to(exact, number); });
}

bool known_numbers::contains(const number_value& number, const written_number& written) const
{
    if (written.percent) return is_share(number);
    if (number.decimals == 0 && (counts_.contains(number.value) || years_.contains(number.value))) return true;
    if (written.day && number.decimals == 0 && days_of_month_.contains(number.value)) return true;
    // A share as a fraction, or with decimals and a word for percent that is not known.
    return (number.decimals >= 1 && is_share(number)) ||
           (number.decimals >= 2 && is_share({100 * number.value, number.decimals - 2}));
}

/// Whether the numbers are ids of records. A number that could be a count of records is one only where records are
/// cited.
bool known_numbers::cites_records(const written_number& written) const
{
    if (written.percent) return false;
    const bool is_no_count = written.text.size() > record_ids::max_exact_digits;
    if ((written.cited || is_no_count) && ids_.contains(written.text)) return true;
    const auto is_id = [&](const number_value& number) {
        return number.decimals == 0 && ids_.contains_number(number.value) &&
               (written.cited || number.value > static_cast<double>(ids_.size()));
    };
    return std::ranges::any_of(written.readings, [&](const std::vector<number_value>& reading) {
        return std::ranges::all_of(reading, is_id);
    });
}

bool known_numbers::contains(const written_number& written) const
{
    if (cites_records(written)) return true;
    return std::ranges::any_of(written.readings, [&](const std::vector<number_value>& reading) {
        return std::ranges::all_of(reading, [&](const number_value& number) { return contains(number, written); });
    });
}

std::vector<std::string> known_numbers::unknown_in(std::string_view text) const
{
    std::vector<std::string> unknown;
    std::set<std::string>    listed;
    scanner                  scanner{text};
    scanner.for_each([&](const written_number& read, std::string_view word) {
        if (contains(read) || ids_.contains(word)) return;
        if (listed.insert(read.text).second) unknown.push_back(read.text);
    });
    return unknown;
}

} // namespace verbatim::analyze_bulk::themes
