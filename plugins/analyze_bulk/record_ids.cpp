#include "record_ids.hpp"

#include "verbatim/sdk/text.hpp"

#include <algorithm>
#include <array>
#include <charconv>

namespace verbatim::analyze_bulk {

namespace {

/// The ids of the examples in the prompts of this plugin.
constexpr std::array<std::string_view, 2> example_ids{"id-1", "id-2"};

bool is_number(std::string_view text) { return !text.empty() && text.find_first_not_of("0123456789") == text.npos; }

bool is_uuid(std::string_view word)
{
    if (word.size() != 36) return false;
    for (std::size_t n = 0; n != word.size(); ++n)
        if (n == 8 || n == 13 || n == 18 || n == 23 ? word[n] != '-' : !sdk::ascii::is_hex_digit(word[n])) return false;
    return true;
}

/// `Form-00017` is `Form-0`, `F-12b/3` is `F-0a/0`: digits and, behind the first digit, letters count as classes. Empty
/// for a word that has no letter before a digit.
std::string form_of(std::string_view word)
{
    if (is_uuid(word)) return "uuid";
    const auto digit = word.find_first_of("0123456789");
    if (digit == word.npos || std::ranges::none_of(word.substr(0, digit), sdk::ascii::is_letter)) return {};
    std::string form{word.substr(0, digit)};
    for (const char c : word.substr(digit))
    {
        const char shown = sdk::ascii::is_digit(c) ? '0' : sdk::ascii::is_letter(c) ? 'a' : c;
        if (shown != form.back() || (shown != '0' && shown != 'a')) form += shown;
    }
    return form;
}

} // namespace

record_ids::record_ids(std::span<const std::string_view> ids)
    : size_{ids.size()}
    , ids_{ids.begin(), ids.end()}
{
    constexpr std::size_t max_forms = 20; // more are irregular, so that any word could be an id
    for (const auto id : ids_)
    {
        if (is_number(id))
        {
            min_digits_  = min_digits_ == 0 ? id.size() : std::min(min_digits_, id.size());
            max_digits_  = std::max(max_digits_, id.size());
            double value = 0;
            if (id.size() <= max_exact_digits) std::from_chars(id.data(), id.data() + id.size(), value);
            if (id.size() <= max_exact_digits) numbers_.insert(value);
        }
        else if (forms_.size() <= max_forms)
            if (auto form = form_of(id); !form.empty()) forms_.insert(std::move(form));
    }
    if (forms_.size() > max_forms) forms_.clear();
}

bool record_ids::has_form_of_numbers(std::string_view digits) const
{
    constexpr std::size_t min_digits = 5;
    return is_number(digits) && digits.size() >= std::max(min_digits, min_digits_) && digits.size() <= max_digits_;
}

bool record_ids::has_form(std::string_view word) const { return !forms_.empty() && forms_.contains(form_of(word)); }

std::vector<std::string> unknown_citations(std::string_view text, const record_ids& ids)
{
    constexpr std::string_view boundaries = " \t\r\n[](){}<>,;\"`*|";
    constexpr std::size_t      max_length = 64;
    constexpr std::size_t      max_listed = 100;
    std::vector<std::string>   unknown;
    const auto                 is_example = [](std::string_view word) {
        return std::ranges::find(example_ids, word) != example_ids.end();
    };
    const auto check = [&](std::string_view word) {
        if (word.size() > max_length || ids.contains(word) || !(is_example(word) || ids.has_form(word))) return;
        if (std::ranges::find(unknown, word) == unknown.end()) unknown.emplace_back(word);
    };
    for (std::size_t from = 0; from < text.size() && unknown.size() != max_listed;)
    {
        const auto to   = std::min(text.find_first_of(boundaries, from), text.size());
        const auto word = sdk::ascii::trimmed(text.substr(from, to - from), ".:!?'_");
        if (!word.empty()) check(word);
        from = to + 1;
    }
    return unknown;
}

} // namespace verbatim::analyze_bulk
