#include "verbatim/feedback/language.hpp"

#include "icu_text.hpp"

#include "verbatim/sdk/text.hpp"

#include <unicode/locdspnm.h>
#include <unicode/locid.h>
#include <unicode/uchar.h>
#include <unicode/uloc.h>

#include <algorithm>
#include <iterator>
#include <memory>
#include <unordered_map>
#include <utility>
#include <vector>

namespace verbatim::feedback {

namespace {

constexpr std::size_t max_code_points = 1'000; // of a requested language, as docs/reference/output.md promises

/// English names in common use that ICU does not have.
constexpr std::pair<const char*, std::string_view> further_names[]{
    {"bn", "Bengali"},  {"ckb", "Sorani"},      {"fa", "Farsi"},     {"ff", "Fulfulde"},
    {"fil", "Tagalog"}, {"ku", "Kurmanji"},     {"my", "Myanmar"},   {"ny", "Chichewa"},
    {"rn", "Kirundi"},  {"rw", "Ikinyarwanda"}, {"es", "Castilian"}, {"zh", "Mandarin"},
};

constexpr bool is_accent(UChar32 c) { return c >= 0x0300 && c <= 0x036F; }

/// The letters of a name or code, without case and accents: `pt_BR`, `pt-br` and `PT BR` are equal.
std::string key_of(const icu::UnicodeString& name)
{
    const auto folded =
        normalized(normalized(name, &icu::Normalizer2::getNFKCCasefoldInstance), &icu::Normalizer2::getNFDInstance);
    icu::UnicodeString letters;
    for_each_code_point(folded, [&](UChar32 c) {
        if ((U_GET_GC_MASK(c) & (U_GC_L_MASK | U_GC_M_MASK)) != 0 && !is_accent(c)) letters.append(c);
    });
    std::string key;
    return letters.toUTF8String(key);
}

/// Names of locales in one language.
class display_names
{
public:
    explicit display_names(const icu::Locale& language)
        : standard_{icu::LocaleDisplayNames::createInstance(language, ULDN_STANDARD_NAMES)}
        , dialect_{icu::LocaleDisplayNames::createInstance(language, ULDN_DIALECT_NAMES)}
    {}

    /// `Portuguese (Brazil)`
    icu::UnicodeString standard(const icu::Locale& locale) const { return name(*standard_, locale); }
    /// `Brazilian Portuguese`
    icu::UnicodeString dialect(const icu::Locale& locale) const { return name(*dialect_, locale); }

private:
    static icu::UnicodeString name(const icu::LocaleDisplayNames& names, const icu::Locale& locale)
    {
        icu::UnicodeString result;
        return names.localeDisplayName(locale, result);
    }

    std::unique_ptr<icu::LocaleDisplayNames> standard_;
    std::unique_ptr<icu::LocaleDisplayNames> dialect_;
};

/// Whether ICU has an English name of the language, and the code stands for a language.
bool has_name(const icu::Locale& locale)
{
    const std::string_view code    = locale.getLanguage();
    const auto             special = {"mis", "mul", "und", "zxx"};
    if (code.empty() || std::ranges::find(special, code) != special.end()) return false;
    icu::UnicodeString name;
    return locale.getDisplayLanguage(icu::Locale::getEnglish(), name) != from_utf8(code);
}

/// Languages, and those varieties by script or region that ICU has texts for.
std::vector<icu::Locale> all_locales()
{
    std::vector<icu::Locale> locales;
    for (auto code = uloc_getISOLanguages(); *code; ++code) locales.emplace_back(*code);
    std::int32_t count     = 0;
    const auto*  available = icu::Locale::getAvailableLocales(count);
    std::copy_if(available, available + count, std::back_inserter(locales),
                 [](const icu::Locale& locale) { return *locale.getVariant() == '\0'; });
    std::erase_if(locales, [](const icu::Locale& locale) { return !has_name(locale); });
    return locales;
}

/// The locale of a BCP 47 tag such as `zh-TW`, with the usual script and region filled in. None if the text is no tag.
std::optional<icu::Locale> parse_tag(std::string_view text)
{
    std::string tag{sdk::utf8::trimmed(text)};
    std::ranges::replace(tag, '_', '-');
    UErrorCode   status = U_ZERO_ERROR;
    std::int32_t parsed = 0;
    char         name[ULOC_FULLNAME_CAPACITY];
    uloc_forLanguageTag(tag.c_str(), name, sizeof name, &parsed, &status);
    if (status != U_ZERO_ERROR || static_cast<std::size_t>(parsed) != tag.size()) return std::nullopt; // cut names too
    icu::Locale locale{name};
    locale.canonicalize(status);
    if (*locale.getLanguage() == '\0') return std::nullopt; // would become the likely language of its region
    locale.addLikelySubtags(status);
    return U_SUCCESS(status) ? std::optional{locale} : std::nullopt;
}

} // namespace

/// Languages by the keys of their codes and names. The first of equal keys counts, so codes come before names.
class language_table
{
public:
    language_table()
    {
        for (const auto& locale : all_locales()) varieties_.push_back(variety_of(locale));
        for (const auto& entry : varieties_) add_codes(entry);
        for (const auto& entry : varieties_) add_english_names(entry);
        for (const auto& entry : varieties_) add_own_names(entry);
        for (const auto& [code, name] : further_names)
            if (const auto language = find(from_utf8(code))) add(from_utf8(name), *language);
        varieties_ = {};
    }

    std::optional<output_language> find(const icu::UnicodeString& name) const
    {
        const auto entry = languages_.find(key_of(name));
        return entry == languages_.end() ? std::nullopt : std::optional{entry->second};
    }

private:
    struct variety
    {
        icu::Locale        locale;
        icu::UnicodeString name;
        output_language    language;
    };

    variety variety_of(const icu::Locale& locale) const
    {
        std::string english_name;
        auto        name = english_.dialect(locale);
        name.toUTF8String(english_name);
        return {locale, std::move(name), output_language{locale.getLanguage(), std::move(english_name)}};
    }

    void add(const icu::UnicodeString& name, const output_language& language)
    {
        if (auto key = key_of(name); !key.empty()) languages_.try_emplace(std::move(key), language);
    }
    void add_codes(const variety& entry)
    {
        add(from_utf8(entry.locale.getName()), entry.language);
        if (*entry.locale.getCountry() == '\0' && *entry.locale.getScript() == '\0')
            add(from_utf8(entry.locale.getISO3Language()), entry.language);
    }
    void add_english_names(const variety& entry)
    {
        add(entry.name, entry.language);
        add(english_.standard(entry.locale), entry.language);
    }
    /// Not of regions, which few people name in the language itself.
    void add_own_names(const variety& entry)
    {
        if (*entry.locale.getCountry() != '\0') return;
        const display_names own{entry.locale};
        add(own.standard(entry.locale), entry.language);
        add(own.dialect(entry.locale), entry.language);
    }

    display_names                                    english_{icu::Locale::getEnglish()};
    std::vector<variety>                             varieties_;
    std::unordered_map<std::string, output_language> languages_;
};

output_language::output_language(std::string code, std::string english_name)
    : code_{std::move(code)}
    , english_name_{std::move(english_name)}
{}

namespace {

sdk::literal name_of(default_language language)
{
    switch (language)
    {
    case default_language::of_question: return "the language of the question in <analyst_instruction>";
    case default_language::of_record: return "the language of the record";
    case default_language::of_records: return "the language that most records are in";
    case default_language::english: break;
    }
    return "English";
}

} // namespace

sdk::prompt_text output_language::english_name() const { return sdk::prompt_text::language_name(english_name_); }

std::optional<label_language> output_language::labels() const noexcept
{
    const auto entry = std::ranges::find(text_analysis::language_codes, code_);
    if (entry == text_analysis::language_codes.end()) return std::nullopt;
    return text_analysis::languages[static_cast<std::size_t>(entry - text_analysis::language_codes.begin())];
}

std::string language_name(std::string_view code, label_language reader)
{
    icu::UnicodeString name;
    icu::Locale{std::string{code}.c_str()}.getDisplayLanguage(
        icu::Locale{std::string{text_analysis::language_codes[text_analysis::index(reader)]}.c_str()}, name);
    std::string text;
    return name.toUTF8String(text);
}

std::optional<output_language> find_language(std::string_view name)
{
    static const auto& table = *new language_table; // never destroyed: other threads may still use it at exit
    name                     = sdk::utf8::first_code_points(name, max_code_points);
    if (const auto language = table.find(from_utf8(name))) return language;
    const auto locale = parse_tag(name);
    if (!locale) return std::nullopt;
    if (const auto language = table.find(from_utf8(locale->getName()))) return language;
    return table.find(from_utf8(locale->getLanguage()));
}

std::optional<output_language> requested_language(sdk::call& call, const std::optional<std::string>& requested)
{
    if (!requested || sdk::utf8::is_blank(*requested)) return std::nullopt;
    auto language = find_language(*requested);
    /// The value is ignored: see docs/reference/output.md#output-language.
    if (!language) call.log().write(sdk::severity::warning, "output_language_unknown");
    return language;
}

sdk::prompt_text language_directive(sdk::literal subject, const std::optional<output_language>& language,
                                    default_language otherwise)
{
    sdk::prompt_text sentence{"Write the "};
    sentence += subject;
    sentence += " in ";
    sentence += language ? language->english_name() : sdk::prompt_text{name_of(otherwise)};
    if (language || otherwise == default_language::english)
        sentence += ", which takes precedence over any language that is requested elsewhere";
    sentence += ".";
    return sentence;
}

} // namespace verbatim::feedback
