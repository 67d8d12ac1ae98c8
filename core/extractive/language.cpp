#include "extractive/language.hpp"

#include <algorithm>
#include <string>

namespace verbatim::core::extractive {
namespace {

struct language_name
{
    std::string_view name;
    language         value;
};

constexpr language_name spellings[] = {
    {"english", language::english}, {"en", language::english},          {"french", language::french},
    {"français", language::french}, {"francais", language::french},     {"fr", language::french},
    {"spanish", language::spanish}, {"español", language::spanish},     {"espanol", language::spanish},
    {"es", language::spanish},      {"arabic", language::arabic},       {"العربية", language::arabic},
    {"ar", language::arabic},       {"russian", language::russian},     {"русский", language::russian},
    {"ru", language::russian},      {"dutch", language::dutch},         {"nederlands", language::dutch},
    {"nl", language::dutch},        {"ukrainian", language::ukrainian}, {"українська", language::ukrainian},
    {"uk", language::ukrainian},
};

bool ends_word(std::string_view rest)
{
    if (rest.empty()) return true;
    const auto next = static_cast<unsigned char>(rest.front());
    return next < 0x80 && (next < 'a' || next > 'z');
}

} // namespace

std::optional<language> requested_language(std::string_view system)
{
    std::size_t behind = 0;
    for (std::string_view opening : {"Write the analysis in ", "Write the title and summary in "})
        if (const auto at = system.rfind(opening); at != std::string_view::npos)
            behind = std::max(behind, at + opening.size());
    if (behind == 0) return std::nullopt;

    std::string directive(system.substr(behind, 64));
    std::transform(directive.begin(), directive.end(), directive.begin(),
                   [](char c) { return c >= 'A' && c <= 'Z' ? char(c + 32) : c; });
    if (directive.starts_with("the language ")) directive.erase(0, 13);
    if (const auto word = directive.find_first_not_of("\"'`<( "); word != std::string::npos) directive.erase(0, word);
    for (const auto& [name, which] : spellings)
        if (directive.starts_with(name) && ends_word(std::string_view(directive).substr(name.size()))) return which;
    return std::nullopt;
}

} // namespace verbatim::core::extractive
