#include "privacy/lexicon.hpp"

#include "privacy/letters.hpp"
#include "privacy/tables.hpp"
#include "verbatim/text_analysis/language.hpp"

#include <unicode/locid.h>
#include <unicode/unistr.h>

#include <algorithm>
#include <array>
#include <stdexcept>
#include <string>

namespace verbatim::core::privacy {

namespace {

std::uint64_t role_of_section(std::string_view section)
{
#define VERBATIM_ROLE(name)                                                                                            \
    if (section == #name) return role::name;
    VERBATIM_ROLES(VERBATIM_ROLE)
#undef VERBATIM_ROLE
    throw std::logic_error("data/ has a section that lexicon.hpp does not know");
}

bool joins_phrase_words(gap between) noexcept
{
    return between != gap::comma && between != gap::colon && between != gap::sentence && between != gap::other &&
           between != gap::edge;
}

} // namespace

lexicon::lexicon()
{
    for (const auto list :
         {tables::given_names, tables::family_names, tables::ordinary_words, tables::peoples, tables::cues})
        read(list);
    resolve_wordlike_names();
    add_countries();
    add_places(tables::countries_elsewhere, role::country);
    add_places(tables::subdivisions, role::place);
    add_places(tables::cities, role::place);
    for (auto& [first, list] : phrases_)
    {
        std::ranges::sort(list, [](const phrase& a, const phrase& b) { return a.words.size() > b.words.size(); });
        words_[first] |= role::phrase_start;
    }
}

/// The format is in tables.hpp.
void lexicon::read(std::string_view list)
{
    std::uint64_t roles = 0;
    while (!list.empty())
    {
        auto line = list.substr(0, list.find('\n'));
        list.remove_prefix(std::min(line.size() + 1, list.size()));
        if (line.starts_with('#')) continue;
        if (line.starts_with('['))
        {
            roles = role_of_section(line.substr(1, line.size() - 2));
            continue;
        }
        while (!line.empty())
        {
            const auto  entry = line.substr(0, line.find(' '));
            std::string text(entry);
            std::ranges::replace(text, '_', ' ');
            add(text, roles);
            line.remove_prefix(std::min(entry.size() + 1, line.size()));
        }
    }
}

/// Adds a word, or a phrase split by the same rules as texts.
void lexicon::add(std::string_view entry, std::uint64_t roles)
{
    tokenized_text tokenized;
    tokenize(entry, tokenized);
    if (tokenized.tokens.empty()) return;
    if (tokenized.tokens.size() == 1)
    {
        words_[tokenized.tokens[0].hash] |= roles;
        return;
    }
    phrase new_phrase{.roles = roles};
    for (const auto& part : tokenized.tokens) new_phrase.words.push_back(part.hash);
    auto&      phrases  = phrases_[new_phrase.words[0]];
    const auto existing = std::ranges::find(phrases, new_phrase.words, &phrase::words);
    if (existing != phrases.end()) existing->roles |= roles;
    else phrases.push_back(std::move(new_phrase));
}

void lexicon::add_countries()
{
    for (const auto language : text_analysis::language_codes)
    {
        const icu::Locale display_locale(std::string{language}.c_str());
        for (const auto* const* code = icu::Locale::getISOCountries(); *code != nullptr; ++code)
        {
            icu::UnicodeString name;
            icu::Locale("", *code).getDisplayCountry(display_locale, name);
            std::string utf8;
            name.toUTF8String(utf8);
            if (utf8 != *code) add(utf8, role::country);
        }
    }
    for (auto rest = tables::countries; !rest.empty();)
    {
        const auto name = rest.substr(0, rest.find('\n'));
        rest.remove_prefix(std::min(name.size() + 1, rest.size()));
        add(name, role::country);
    }
}

/// Skips places that are also ordinary words or names of persons; those need a cue ("Bong County").
void lexicon::add_places(std::string_view lines, std::uint64_t roles)
{
    while (!lines.empty())
    {
        const auto name = lines.substr(0, lines.find('\n'));
        lines.remove_prefix(std::min(name.size() + 1, lines.size()));
        add_unless_word(name, roles);
    }
}

void lexicon::add_unless_word(std::string_view name, std::uint64_t roles)
{
    tokenized_text tokenized;
    tokenize(name, tokenized);
    const bool unknown = std::ranges::any_of(tokenized.tokens, [this](const token& part) {
        const bool long_enough = part.letters > 3 || (part.form == shape::caseless && part.end - part.begin > 6);
        return long_enough && (roles_of(part.hash) & ~(role::place | role::country | role::tld)) == 0;
    });
    if (unknown) add(name, roles);
}

/// A name that is also a listed word is a wordlike name, which needs more evidence than a capital.
void lexicon::resolve_wordlike_names()
{
    constexpr auto ordinary = role::ordinary | role::relation | role::quantity | role::street | role::company_soft;
    for (auto& [hash, roles] : words_)
    {
        const bool word = (roles & ordinary) != 0;
        if ((roles & role::wordlike_given_name) != 0 || (word && (roles & role::given_name) != 0))
            roles = (roles & ~(role::given_name | role::ordinary)) | role::wordlike_given_name;
        if ((roles & role::wordlike_family_name) != 0 || (word && (roles & role::family_name) != 0))
            roles = (roles & ~(role::family_name | role::ordinary)) | role::wordlike_family_name;
    }
}

std::uint64_t lexicon::roles_of(std::uint64_t hash) const noexcept
{
    const auto entry = words_.find(hash);
    return entry == words_.end() ? 0 : entry->second;
}

namespace {

/// Reflexive verbs of Russian and Ukrainian; no name has these endings.
bool is_reflexive(std::string_view word)
{
    static constexpr std::array<std::string_view, 14> endings{"лся", "лась", "лось", "лись", "ется", "ится", "ются",
                                                              "вся", "лася", "лося", "лися", "ться", "ются", "ятся"};
    return word.size() > 12 && std::ranges::any_of(endings, [&](auto ending) { return word.ends_with(ending); });
}

} // namespace

std::uint64_t lexicon::declined_roles(std::string_view word) const
{
    constexpr auto name_roles = role::any_name | role::place | role::country;
    if (const auto roles = declined_noun_roles(word, 4, name_roles); roles != 0) return roles;
    if (is_reflexive(word)) return role::ordinary;
    return declined_noun_roles(word, 6, role::ordinary) | declined_adjective_roles(word);
}

std::uint64_t lexicon::attached_roles(std::string_view word) const
{
    constexpr std::string_view endings[] = {"ের", "র", "কে", "েরা", "দের", "ও", "ን", "ም"};
    constexpr std::string_view prepositions[] = {"የ", "ለ", "በ", "ከ"};
    constexpr std::size_t      shortest       = 6; // bytes of two letters
    const auto                 roles_of_name  = [this](std::string_view part) {
        return part.size() < shortest ? 0 : roles_of(hash_of(part)) & role::any_name;
    };
    for (const auto preposition : prepositions)
        if (word.starts_with(preposition))
            if (const auto roles = roles_of_name(word.substr(preposition.size())); roles != 0) return roles;
    for (const auto ending : endings)
        if (word.ends_with(ending))
            if (const auto roles = roles_of_name(word.substr(0, word.size() - ending.size())); roles != 0) return roles;
    return 0;
}

/// Adjectives such as "Пенсійного" and "Красному", which occur in names of organisations.
std::uint64_t lexicon::declined_adjective_roles(std::string_view word) const
{
    static constexpr std::array<std::string_view, 25> endings{"ого", "ому", "ими", "ыми", "им", "ым", "ом", "их", "ых",
                                                              "ая",  "ое",  "ую",  "ой",  "ої", "ій", "ою", "яя", "ей",
                                                              "ые",  "ие",  "а",   "у",   "е",  "і",  "ім"};
    constexpr std::size_t                             shortest_stem = 6;
    for (const auto ending : endings)
    {
        if (word.back() != ending.back() || !word.ends_with(ending) || word.size() - ending.size() < shortest_stem)
            continue;
        const auto stem = std::string(word.substr(0, word.size() - ending.size()));
        for (const auto* listed : {"ий", "ый", "ой"})
            if ((roles_of(hash_of(stem + listed)) & role::ordinary) != 0) return role::ordinary;
    }
    return 0;
}

std::uint64_t lexicon::declined_noun_roles(std::string_view word, std::size_t shortest_stem,
                                           std::uint64_t accepted_roles) const
{
    struct inflection
    {
        std::string_view inflected, listed;
    };
    // Russian, Ukrainian and Tatar case endings of names and countries, with the ending of the listed form.
    static constexpr std::array inflections{
        inflection{"ами", "ы"}, inflection{"ову", "ов"}, inflection{"ова", "ов"}, inflection{"ові", ""},
        inflection{"еві", "ь"}, inflection{"єві", "й"},  inflection{"ою", "а"},   inflection{"ею", "я"},
        inflection{"єю", "я"},  inflection{"ой", "а"},   inflection{"ей", "я"},   inflection{"ём", "й"},
        inflection{"ем", "й"},  inflection{"ем", "ь"},   inflection{"ом", ""},    inflection{"єм", "й"},
        inflection{"ії", "ія"}, inflection{"ии", "ия"},  inflection{"ию", "ия"},  inflection{"ія", "ій"},
        inflection{"ию", "ий"}, inflection{"ия", "ий"},  inflection{"і", "а"},    inflection{"і", "я"},
        inflection{"ї", "я"},   inflection{"а", ""},     inflection{"а", "о"},    inflection{"у", ""},
        inflection{"у", "а"},   inflection{"у", "о"},    inflection{"ы", "а"},    inflection{"и", "а"},
        inflection{"и", "я"},   inflection{"е", "а"},    inflection{"е", "я"},    inflection{"е", ""},
        inflection{"ю", "я"},   inflection{"ю", "й"},    inflection{"ю", "ь"},    inflection{"я", "й"},
        inflection{"я", "ь"},   inflection{"о", "а"},    inflection{"е", "о"},    inflection{"ом", "о"},
        inflection{"ям", "я"},  inflection{"ів", ""},    inflection{"ов", ""},    inflection{"і", ""},
        inflection{"ның", ""},  inflection{"нең", ""},   inflection{"ны", ""},    inflection{"не", ""},
        inflection{"га", ""},   inflection{"гә", ""},    inflection{"ка", ""},    inflection{"кә", ""},
        inflection{"да", ""},   inflection{"дә", ""},    inflection{"нан", ""},   inflection{"нән", ""}, // Tatar
        inflection{"і", "о"},   inflection{"и", ""},     inflection{"ах", "а"},   inflection{"ам", "а"}};

    for (const auto& inflection_rule : inflections)
    {
        if (word.back() != inflection_rule.inflected.back() || !word.ends_with(inflection_rule.inflected) ||
            word.size() - inflection_rule.inflected.size() < shortest_stem)
            continue;
        auto listed = std::string(word.substr(0, word.size() - inflection_rule.inflected.size()));
        listed += inflection_rule.listed;
        const auto roles = roles_of(hash_of(listed)) & accepted_roles;
        if (roles != 0) return roles;
    }
    return 0;
}

void lexicon::annotate(std::span<token> tokens, std::vector<phrase_match>& phrases) const
{
    phrases.clear();
    for (auto& word : tokens)
    {
        word.roles = roles_of(word.hash);
        word.cue   = word.roles;
    }
    for (std::size_t i = 0; i < tokens.size(); ++i)
    {
        if ((tokens[i].roles & role::phrase_start) == 0) continue;
        const auto candidates = phrases_.find(tokens[i].hash);
        if (candidates == phrases_.end()) continue;
        for (const auto& candidate : candidates->second)
        {
            if (candidate.words.size() > tokens.size() - i) continue;
            std::size_t n = 1;
            while (n < candidate.words.size() && tokens[i + n].hash == candidate.words[n] &&
                   joins_phrase_words(tokens[i + n].before))
                ++n;
            if (n != candidate.words.size()) continue;
            tokens[i + n - 1].cue |= candidate.roles;
            if ((candidate.roles & role::ordinary) != 0) // "carte blanche" is no name
                for (auto& part : tokens.subspan(i, n)) part.roles = (part.roles & ~role::any_name) | role::ordinary;
            phrases.push_back({.first = i, .last = i + n, .roles = candidate.roles});
            break;
        }
    }
}

} // namespace verbatim::core::privacy
