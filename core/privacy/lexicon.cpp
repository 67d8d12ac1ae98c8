#include "privacy/lexicon.hpp"

#include "privacy/letters.hpp"
#include "privacy/tables.hpp"

#include <unicode/locid.h>
#include <unicode/unistr.h>

#include <algorithm>
#include <array>
#include <stdexcept>
#include <string>

namespace verbatim::core::privacy {

namespace {

constexpr std::string_view role_names[] = {
    "given",         "wordlike_given", "family",   "wordlike_family", "ordinary",     "calendar",
    "people",        "people_lower",   "tongue",   "people_noun",     "title",        "intro",
    "weak_intro",    "greeting",       "relation", "speech",          "particle",     "street",
    "street_first",  "street_end",     "post_box", "company",         "company_soft", "company_verb",
    "district",      "district_first", "place",    "country",         "phone",        "number",
    "number_of",     "bank",           "social",   "taxpayer",        "passport",     "driver",
    "health_number", "licence",        "record",   "quantity",        "german",       "determiner",
    "whence",        "inside",         "tld",      "tld_word"};
static_assert(std::size(role_names) == role::leads_);

constexpr const char* label_languages[] = {"en", "fr", "es", "ar", "ru", "nl", "uk"};
std::uint64_t         role_named(std::string_view section)
{
    const auto found = std::ranges::find(role_names, section);
    if (found == std::end(role_names)) throw std::logic_error("data/ has a section that lexicon.cpp does not know");
    return role::of(static_cast<role::bit>(found - std::begin(role_names)));
}

bool joins(gap between) noexcept
{
    return between != gap::comma && between != gap::colon && between != gap::sentence && between != gap::other &&
           between != gap::edge;
}

} // namespace

lexicon::lexicon()
    : words_(std::size_t{1} << 15U)
{
    for (const auto list :
         {tables::given_names, tables::family_names, tables::ordinary_words, tables::peoples, tables::cues})
        read(list);
    settle();
    add_countries();
    add_places(tables::countries_elsewhere, role::country);
    add_places(tables::subdivisions, role::place);
    add_places(tables::cities, role::place);
    for (auto& [first, list] : phrases_)
    {
        std::ranges::sort(list, [](const phrase& a, const phrase& b) { return a.words.size() > b.words.size(); });
        add_word(first, role::leads);
    }
}

/// Reads a list in the form that tables.hpp describes.
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
            roles = role_named(line.substr(1, line.size() - 2));
            continue;
        }
        while (!line.empty())
        {
            const auto  entry = line.substr(0, line.find(' '));
            std::string spoken(entry);
            std::ranges::replace(spoken, '_', ' ');
            add(spoken, roles);
            line.remove_prefix(std::min(entry.size() + 1, line.size()));
        }
    }
}

/// A word, or a phrase by the same rules that take texts apart.
void lexicon::add(std::string_view entry, std::uint64_t roles)
{
    scanned taken;
    scan(entry, taken);
    if (taken.tokens.empty()) return;
    if (taken.tokens.size() == 1)
    {
        add_word(taken.tokens[0].hash, roles);
        return;
    }
    phrase one{.words = {}, .roles = roles};
    for (const auto& part : taken.tokens) one.words.push_back(part.hash);
    auto&      list = phrases_[one.words[0]];
    const auto same = std::ranges::find(list, one.words, &phrase::words);
    if (same != list.end()) same->roles |= roles;
    else list.push_back(std::move(one));
}

void lexicon::add_countries()
{
    for (const auto* language : label_languages)
    {
        const icu::Locale reader(language);
        for (const auto* const* code = icu::Locale::getISOCountries(); *code != nullptr; ++code)
        {
            icu::UnicodeString name;
            icu::Locale("", *code).getDisplayCountry(reader, name);
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

/// A place that shares its name with an ordinary word or a person is left to the cues beside it ("Bong County").
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
    scanned taken;
    scan(name, taken);
    const bool unknown = std::ranges::any_of(taken.tokens, [this](const token& part) {
        const bool long_enough = part.letters > 3 || (part.form == shape::caseless && part.end - part.begin > 6);
        return long_enough && (roles_of(part.hash) & ~(role::place | role::country | role::tld)) == 0;
    });
    if (unknown) add(name, roles);
}

/// A name that is also listed as a word is a wordlike name: it needs more than a capital.
void lexicon::settle()
{
    constexpr auto ordinary = role::ordinary | role::relation | role::quantity | role::street | role::company_soft;
    for (auto& one : words_)
    {
        const bool word = (one.roles & ordinary) != 0;
        if ((one.roles & role::wordlike_given) != 0 || (word && (one.roles & role::given) != 0))
            one.roles = (one.roles & ~(role::given | role::ordinary)) | role::wordlike_given;
        if ((one.roles & role::wordlike_family) != 0 || (word && (one.roles & role::family) != 0))
            one.roles = (one.roles & ~(role::family | role::ordinary)) | role::wordlike_family;
    }
}

void lexicon::add_word(std::uint64_t hash, std::uint64_t roles)
{
    if ((used_ + 1) * 2 > words_.size()) grow();
    for (auto at = hash;; ++at)
    {
        auto& one = words_[at & (words_.size() - 1)];
        if (one.roles != 0 && one.hash != hash) continue;
        used_ += one.roles == 0;
        one.hash = hash;
        one.roles |= roles;
        return;
    }
}

void lexicon::grow()
{
    auto old = std::move(words_);
    words_.assign(old.size() * 2, {});
    used_ = 0;
    for (const auto& one : old)
        if (one.roles != 0) add_word(one.hash, one.roles);
}

std::uint64_t lexicon::roles_of(std::uint64_t hash) const noexcept
{
    for (auto at = hash;; ++at)
    {
        const auto& one = words_[at & (words_.size() - 1)];
        if (one.roles == 0) return 0;
        if (one.hash == hash) return one.roles;
    }
}

namespace {

/// Russian and Ukrainian verbs of the third person that end in "-self": no name does.
bool is_reflexive(std::string_view word)
{
    static constexpr std::array<std::string_view, 14> ends{"лся", "лась", "лось", "лись", "ется", "ится", "ются",
                                                           "вся", "лася", "лося", "лися", "ться", "ются", "ятся"};
    return word.size() > 12 && std::ranges::any_of(ends, [&](auto one) { return word.ends_with(one); });
}

} // namespace

std::uint64_t lexicon::declined(std::string_view word) const
{
    constexpr auto named = role::any_name | role::place | role::country;
    if (const auto roles = declined_noun(word, 4, named); roles != 0) return roles;
    if (is_reflexive(word)) return role::ordinary;
    return declined_noun(word, 6, role::ordinary) | declined_adjective(word);
}

/// "Пенсійного", "Красному": organisations are called by such words.
std::uint64_t lexicon::declined_adjective(std::string_view word) const
{
    static constexpr std::array<std::string_view, 25> spoken{"ого", "ому", "ими", "ыми", "им", "ым", "ом", "их", "ых",
                                                             "ая",  "ое",  "ую",  "ой",  "ої", "ій", "ою", "яя", "ей",
                                                             "ые",  "ие",  "а",   "у",   "е",  "і",  "ім"};
    constexpr std::size_t                             shortest_stem = 6;
    for (const auto ending : spoken)
    {
        if (!word.ends_with(ending) || word.size() - ending.size() < shortest_stem) continue;
        const auto stem = std::string(word.substr(0, word.size() - ending.size()));
        for (const auto* listed : {"ий", "ый", "ой"})
            if ((roles_of(hash_of(stem + listed)) & role::ordinary) != 0) return role::ordinary;
    }
    return 0;
}

std::uint64_t lexicon::declined_noun(std::string_view word, std::size_t shortest_stem, std::uint64_t among) const
{
    struct ending
    {
        std::string_view spoken, listed;
    };
    // Russian and Ukrainian endings of names and countries, and what the list form has in their place.
    static constexpr std::array endings{
        ending{"ами", "ы"}, ending{"ову", "ов"}, ending{"ова", "ов"}, ending{"ові", ""},  ending{"еві", "ь"},
        ending{"єві", "й"}, ending{"ою", "а"},   ending{"ею", "я"},   ending{"єю", "я"},  ending{"ой", "а"},
        ending{"ей", "я"},  ending{"ём", "й"},   ending{"ем", "й"},   ending{"ем", "ь"},  ending{"ом", ""},
        ending{"єм", "й"},  ending{"ії", "ія"},  ending{"ии", "ия"},  ending{"ию", "ия"}, ending{"ія", "ій"},
        ending{"ию", "ий"}, ending{"ия", "ий"},  ending{"і", "а"},    ending{"і", "я"},   ending{"ї", "я"},
        ending{"а", ""},    ending{"а", "о"},    ending{"у", ""},     ending{"у", "а"},   ending{"у", "о"},
        ending{"ы", "а"},   ending{"и", "а"},    ending{"и", "я"},    ending{"е", "а"},   ending{"е", "я"},
        ending{"е", ""},    ending{"ю", "я"},    ending{"ю", "й"},    ending{"ю", "ь"},   ending{"я", "й"},
        ending{"я", "ь"},   ending{"о", "а"},    ending{"е", "о"},    ending{"ом", "о"},  ending{"ям", "я"},
        ending{"ів", ""},   ending{"ов", ""},    ending{"і", ""},     ending{"і", "о"},   ending{"и", ""},
        ending{"ах", "а"},  ending{"ам", "а"}};

    for (const auto& one : endings)
    {
        if (!word.ends_with(one.spoken) || word.size() - one.spoken.size() < shortest_stem) continue;
        auto listed = std::string(word.substr(0, word.size() - one.spoken.size()));
        listed += one.listed;
        const auto roles = roles_of(hash_of(listed)) & among;
        if (roles != 0) return roles;
    }
    return 0;
}

void lexicon::annotate(std::span<token> tokens, std::vector<phrase_found>& phrases) const
{
    phrases.clear();
    for (auto& one : tokens)
    {
        one.roles = roles_of(one.hash);
        one.cue   = one.roles;
    }
    for (std::size_t i = 0; i < tokens.size(); ++i)
    {
        if ((tokens[i].roles & role::leads) == 0) continue;
        const auto found = phrases_.find(tokens[i].hash);
        if (found == phrases_.end()) continue;
        for (const auto& one : found->second)
        {
            if (one.words.size() > tokens.size() - i) continue;
            std::size_t n = 1;
            while (n < one.words.size() && tokens[i + n].hash == one.words[n] && joins(tokens[i + n].before)) ++n;
            if (n != one.words.size()) continue;
            tokens[i + n - 1].cue |= one.roles;
            if ((one.roles & role::ordinary) != 0) // "carte blanche": nobody is called so here
                for (auto& part : tokens.subspan(i, n)) part.roles = (part.roles & ~role::any_name) | role::ordinary;
            phrases.push_back({.first = i, .last = i + n, .roles = one.roles});
            break;
        }
    }
}

} // namespace verbatim::core::privacy
