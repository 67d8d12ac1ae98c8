/// Runs while the project is built: writes the word lists, the names of ISO 3166 and those of CLDR as one C++ source.
///     privacy_tables OUTPUT DATA_FOLDER ISO_FOLDER
#include "verbatim/sdk/text.hpp"
#include "verbatim/text_analysis/language.hpp"

#include <boost/json.hpp>
#include <unicode/locid.h>
#include <unicode/strenum.h>
#include <unicode/timezone.h>
#include <unicode/tznames.h>
#include <unicode/unistr.h>

#include <algorithm>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <memory>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

namespace {

namespace fs   = std::filesystem;
namespace json = boost::json;

std::string read(const fs::path& file)
{
    std::ifstream in(file, std::ios::binary);
    if (!in) throw std::runtime_error("cannot read " + file.string());
    std::ostringstream content;
    content << in.rdbuf();
    return std::move(content).str();
}

/// Adds the names of one ISO entry: two of "Catalunya [Cataluña]" and "Bolama / Bijagós", one of "Durham, County".
void add_names(std::string_view entry, std::set<std::string>& names)
{
    for (std::size_t from = 0; from <= entry.size();)
    {
        const auto end  = std::min(entry.find_first_of("[](){}/*", from), entry.size());
        const auto name = entry.substr(from, end - from);
        auto       part = std::string{verbatim::sdk::ascii::trimmed(name.substr(0, name.find(',')), " \t")};
        if (const auto code = part.rfind(" GB-"); code != std::string::npos) part.resize(code); // "Caerdydd GB-CRD"
        if (part.size() > 3 && part.find('-') + 1 != part.size()) names.insert(part);
        from = end + 1;
    }
}

std::set<std::string> names(const fs::path& file, std::string_view list, std::initializer_list<std::string_view> keys)
{
    std::set<std::string> result;
    const auto            parsed = json::parse(read(file));
    for (const auto& entry : parsed.at(list).as_array())
        for (const auto key : keys)
            if (const auto* name = entry.as_object().if_contains(key)) add_names(name->as_string(), result);
    return result;
}

// Of affected communities, besides the languages of text analysis. Scripts without blanks are left out: short names
// would match inside longer words.
constexpr const char* more_languages[] = {"am", "az", "bn", "de", "el", "fa", "ff", "ha", "hi",  "hu", "hy", "id",
                                          "it", "ka", "ku", "ln", "mg", "ne", "om", "pl", "prs", "ps", "pt", "ro",
                                          "rw", "si", "so", "sw", "ta", "ti", "tr", "ur", "wo",  "yo"};

std::string utf8(const icu::UnicodeString& text)
{
    std::string result;
    text.toUTF8String(result);
    return result;
}

std::set<std::string> countries_elsewhere()
{
    std::set<std::string> result;
    for (const auto* language : more_languages)
        for (const auto* const* code = icu::Locale::getISOCountries(); *code != nullptr; ++code)
        {
            icu::UnicodeString name;
            icu::Locale("", *code).getDisplayCountry(icu::Locale(language), name);
            if (auto text = utf8(name); text != *code) result.insert(std::move(text));
        }
    return result;
}

std::set<std::string> cities()
{
    std::set<std::string> result;
    const auto            add = [&](const char* language) {
        UErrorCode                                    status = U_ZERO_ERROR;
        const std::unique_ptr<icu::StringEnumeration> zones(
                       icu::TimeZone::createTimeZoneIDEnumeration(UCAL_ZONE_TYPE_CANONICAL_LOCATION, nullptr, nullptr, status));
        const std::unique_ptr<icu::TimeZoneNames> names(icu::TimeZoneNames::createInstance(language, status));
        if (U_FAILURE(status)) throw std::runtime_error("ICU has no time zones");
        while (const auto* zone = zones->snext(status))
        {
            icu::UnicodeString city;
            names->getExemplarLocationName(*zone, city);
            if (!city.isBogus()) add_names(utf8(city), result);
        }
    };
    for (const auto language : verbatim::text_analysis::language_codes) add(std::string{language}.c_str());
    for (const auto* language : more_languages) add(language);
    return result;
}

std::string lines(const std::set<std::string>& names)
{
    std::string text;
    for (const auto& name : names) text += name + '\n';
    return text;
}

void write(std::ostream& out, std::string_view name, std::string_view text)
{
    // Adjacent pieces, since compilers may limit a literal to 64 KiB.
    constexpr std::size_t piece = 8'000;
    out << "const std::string_view " << name << " =\n";
    for (std::size_t at = 0; at < text.size(); at += piece) out << "R\"~~(" << text.substr(at, piece) << ")~~\"\n";
    out << "\"\";\n\n";
}

} // namespace

int main(int count, char** arguments)
try
{
    if (count != 4) throw std::runtime_error("usage: privacy_tables OUTPUT DATA_FOLDER ISO_FOLDER");
    const fs::path data = arguments[2];
    const fs::path iso  = arguments[3];

    std::ofstream out(arguments[1], std::ios::binary);
    out << "#include \"privacy/tables.hpp\"\n\nnamespace verbatim::core::privacy::tables {\n\n";
    for (const auto* name : {"given_names", "family_names", "ordinary_words", "peoples", "cues"})
        write(out, name, read(data / (std::string(name) + ".txt")));
    write(out, "countries", lines(names(iso / "iso_3166-1.json", "3166-1", {"name", "common_name", "official_name"})));
    write(out, "subdivisions", lines(names(iso / "iso_3166-2.json", "3166-2", {"name"})));
    write(out, "countries_elsewhere", lines(countries_elsewhere()));
    write(out, "cities", lines(cities()));
    out << "} // namespace verbatim::core::privacy::tables\n";
    if (!out.flush()) throw std::runtime_error("cannot write " + std::string(arguments[1]));
    return 0;
}
catch (const std::exception& failure)
{
    std::cerr << "privacy_tables: " << failure.what() << '\n';
    return 1;
}
