#include "privacy/terms.hpp"

#include "privacy/letters.hpp"
#include "settings/setting_file.hpp"
#include "verbatim/sdk/text.hpp"

#include <algorithm>
#include <span>
#include <stdexcept>
#include <utility>

namespace verbatim::core::privacy {

namespace {

constexpr std::string_view setting_name = "ANONYMIZER_TERMS_PATH";

[[noreturn]] void reject(std::size_t line, std::string_view reason)
{
    throw std::invalid_argument(std::string(setting_name) + ": line " + std::to_string(line) + " " +
                                std::string(reason));
}

bool is_kind(std::string_view text) noexcept
{
    return !text.empty() && sdk::ascii::is_upper(text[0]) &&
           std::ranges::all_of(text, [](char c) { return sdk::ascii::is_upper(c) || c == '_'; });
}

/// Conjunctions, prepositions and articles that a script joins to the next word, in their order. Each step is optional;
/// of its alternatives the longest is first.
using prefix_alternatives = std::vector<std::u32string_view>;

std::span<const prefix_alternatives> prefixes_of(char32_t first)
{
    static const std::vector<prefix_alternatives> arabic{{U"و", U"ف"}, {U"ب", U"ل", U"ك"}, {U"ال"}};
    static const std::vector<prefix_alternatives> hebrew{{U"ו"}, {U"ש", U"כש", U"מ"}, {U"ב", U"ל", U"ה"}};
    static const std::vector<prefix_alternatives> ethiopic{{U"ስለ", U"እንደ", U"የ", U"ለ", U"በ", U"ከ"}};
    if (first >= 0x0620 && first < 0x0700) return arabic;
    if (first >= 0x05D0 && first < 0x05EB) return hebrew;
    if (first >= 0x1200 && first < 0x1380) return ethiopic;
    return {};
}

/// The position after `letters`, or `at` if the text does not have them there.
std::size_t skip_prefix(std::string_view text, std::size_t at, std::u32string_view letters)
{
    auto next = at;
    for (const auto letter : letters)
    {
        if (next >= text.size()) return at;
        const auto code_point = sdk::utf8::decode(text, next);
        if (code_point.value != letter) return at;
        next = code_point.end;
    }
    return next;
}

/// Calls `each` with every position in a word where a term may begin: its start, a change between letters and digits,
/// and after a joined preposition.
template <class Each>
void for_each_term_start(std::string_view text, const token& word, Each each)
{
    each(word.begin);
    if (word.form == shape::coded)
    {
        auto earlier = sdk::utf8::decode(text, word.begin);
        for (auto at = earlier.end; at < word.end;)
        {
            const auto code_point = sdk::utf8::decode(text, at);
            if (class_of(code_point.value) == char_class::mark)
            {
                at = code_point.end;
                continue;
            }
            if ((class_of(code_point.value) == char_class::digit) != (class_of(earlier.value) == char_class::digit))
                each(at);
            earlier = code_point;
            at      = code_point.end;
        }
    }
    if (word.form != shape::caseless || word.letters < 2) return;
    const auto text_to_word_end = text.substr(0, word.end);
    auto       at               = word.begin;
    for (const auto& alternatives : prefixes_of(sdk::utf8::decode(text, at).value))
        for (const auto letters : alternatives)
        {
            const auto after = skip_prefix(text_to_word_end, at, letters);
            if (after == at) continue;
            if (after == word.end) return;
            each(at = after);
            break;
        }
}

} // namespace

term_list::term_list(std::string_view lines)
{
    if (lines.starts_with("\xEF\xBB\xBF")) lines.remove_prefix(3);
    for (std::size_t number = 1; !lines.empty(); ++number)
    {
        auto line = lines.substr(0, lines.find('\n'));
        lines.remove_prefix(std::min(line.size() + 1, lines.size()));
        if (line.ends_with('\r')) line.remove_suffix(1);
        if (!line.empty() && line[0] != '#') add(line, number);
    }
}

void term_list::add(std::string_view line, std::size_t number)
{
    const auto tab = line.find('\t');
    if (tab == std::string_view::npos) reject(number, "must have a kind, a tab and a text.");
    const auto kind = line.substr(0, tab);
    if (!is_kind(kind)) reject(number, "must begin with a kind such as PERSON: capitals A to Z and underscores.");

    switch (terms_.add(line.substr(tab + 1), static_cast<std::uint32_t>(kind_of_term_.size())))
    {
    case term_tree::add_result::empty: reject(number, "must have a letter or a digit in its text.");
    case term_tree::add_result::too_long:
        reject(number, "must have at most " + std::to_string(term_tree::max_letters) + " letters in its text.");
    case term_tree::add_result::added: kind_of_term_.push_back(*kinds_.emplace(kind).first);
    }
}

void term_list::find(const tokenized_text& text, std::vector<sdk::detected_entity>& findings) const
{
    if (terms_.empty()) return;
    for (const auto& word : text.tokens)
        for_each_term_start(text.text, word, [&](std::size_t at) {
            if (const auto match = terms_.longest_at(text.text, at))
                findings.push_back(
                    {.begin = at, .end = match->end, .kind = kind_of_term_[match->number], .score = 1.0});
        });
}

term_list read_terms(const std::filesystem::path& file)
{
    if (file.empty()) return {};
    constexpr std::size_t max_bytes = std::size_t{256} << 20; // a million names, and more, of any script
    return term_list(core::settings::read_setting_file(setting_name, file, max_bytes));
}

} // namespace verbatim::core::privacy
