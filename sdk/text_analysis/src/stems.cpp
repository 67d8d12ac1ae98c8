#include "stems.hpp"

#include "verbatim/sdk/text.hpp"

#include <libstemmer.h>

#include <initializer_list>
#include <new>

namespace verbatim::text_analysis {
namespace {

/// In the order of `languages`; null: not by Snowball.
constexpr std::array<const char*, language_count> snowball_names{"english", "french", "spanish", nullptr,
                                                                 "russian", "dutch",  nullptr};

using endings = std::initializer_list<std::string_view>;
using sdk::utf8::count_code_points;

/// Cuts the first of the suffixes that leaves at least `min_length` code points.
bool cut(std::string& word, endings suffixes, std::size_t min_length)
{
    for (const auto ending : suffixes)
        if (word.ends_with(ending) && count_code_points(word) >= count_code_points(ending) + min_length)
        {
            word.resize(word.size() - ending.size());
            return true;
        }
    return false;
}

bool cut_front(std::string& word, endings prefixes, std::size_t min_length)
{
    for (const auto prefix : prefixes)
        if (word.starts_with(prefix) && count_code_points(word) >= count_code_points(prefix) + min_length)
        {
            word.erase(0, prefix.size());
            return true;
        }
    return false;
}

void replace_all(std::string& word, std::string_view from, std::string_view to)
{
    for (auto at = word.find(from); at != std::string::npos; at = word.find(from, at + to.size()))
        word.replace(at, from.size(), to);
}

void stem_ukrainian(std::string& word)
{
    cut(word, {"ями", "ами", "ого", "ього", "ому", "ьому", "ими", "іми", "іях", "ією", "єю", "ою", "ею", "ів", "їв",
               "ей",  "ах",  "ях",  "ам",   "ям",  "ом",   "ем",  "ий",  "ій",  "ої",  "ії", "ію", "ія", "ую", "юю",
               "их",  "іх",  "а",   "я",    "о",   "е",    "є",   "и",   "і",   "ї",   "у",  "ю",  "ь",  "й"},
        3);
    cut(word, {"ь"}, 3);
}

void stem_arabic(std::string& word)
{
    for (std::string_view mark :
         {"\u064B", "\u064C", "\u064D", "\u064E", "\u064F", "\u0650", "\u0651", "\u0652", "\u0670", "\u0640"})
        replace_all(word, mark, "");
    for (std::string_view alef : {"أ", "إ", "آ", "ٱ"}) replace_all(word, alef, "ا");
    replace_all(word, "ى", "ي");
    replace_all(word, "ة", "ه");
    cut_front(word, {"وال", "بال", "كال", "فال", "ولل", "لل", "ال"}, 2) ||
        (cut_front(word, {"و"}, 4) && cut_front(word, {"ال", "لل"}, 2));
    cut(word, {"هما", "كما", "ها", "هم", "هن", "نا", "كم", "ان", "ات", "ون", "ين", "يه", "ته", "تي", "ه", "ي"}, 3);
}

} // namespace

void stemmer::deleter::operator()(sb_stemmer* stemmer) const noexcept { sb_stemmer_delete(stemmer); }

std::string stemmer::stem(std::string_view folded, language lang)
{
    std::string word(folded);
    if (lang == language::arabic) stem_arabic(word);
    else if (lang == language::ukrainian) stem_ukrainian(word);
    else
    {
        auto& snowball = snowball_[index(lang)];
        if (!snowball) snowball.reset(sb_stemmer_new(snowball_names[index(lang)], nullptr)); // UTF-8
        if (!snowball) throw std::bad_alloc{};
        const auto* letters = reinterpret_cast<const sb_symbol*>(folded.data());
        const auto* stem    = sb_stemmer_stem(snowball.get(), letters, static_cast<int>(folded.size()));
        if (!stem) throw std::bad_alloc{};
        const auto size = static_cast<std::size_t>(sb_stemmer_length(snowball.get()));
        word.assign(reinterpret_cast<const char*>(stem), size);
    }
    return word;
}

} // namespace verbatim::text_analysis
