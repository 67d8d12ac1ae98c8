#include "extractive/stems.hpp"

#include <initializer_list>

namespace verbatim::core::extractive {
namespace {

using endings = std::initializer_list<std::string_view>;

/// Cuts the first of `which` that leaves at least `least` code points.
bool cut(std::string& word, endings suffixes, std::size_t min_length)
{
    for (const auto ending : suffixes)
        if (word.ends_with(ending) && code_points(word) >= code_points(ending) + min_length)
        {
            word.resize(word.size() - ending.size());
            return true;
        }
    return false;
}

bool cut_front(std::string& word, endings prefixes, std::size_t min_length)
{
    for (const auto prefix : prefixes)
        if (word.starts_with(prefix) && code_points(word) >= code_points(prefix) + min_length)
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

void undouble(std::string& word)
{
    const auto size = word.size();
    if (size > 3 && word[size - 1] == word[size - 2] &&
        std::string_view("bdfgklmnprt").find(word.back()) != std::string::npos)
        word.pop_back();
}

void english(std::string& word)
{
    if (word.ends_with("ies") && word.size() > 4) word.replace(word.size() - 3, 3, "y");
    else if (word.ends_with("sses") || word.ends_with("ches") || word.ends_with("shes") || word.ends_with("xes"))
        word.resize(word.size() - 2);
    else if (!word.ends_with("ss") && !word.ends_with("us") && !word.ends_with("is")) cut(word, {"s"}, 3);
    if (cut(word, {"ing", "ed"}, 4)) undouble(word);
    cut(word, {"e"}, 3);
    if (word.size() > 4 && word.back() == 'y') word.back() = 'i';
}

void french(std::string& word)
{
    if (word.ends_with("aux") && word.size() > 5 && !word.ends_with("eaux")) word.replace(word.size() - 3, 3, "al");
    cut(word, {"x", "s"}, 3);
    cut(word, {"ements", "ement"}, 5);
    cut(word, {"ees", "ee", "er", "ez", "e"}, 3);
    undouble(word);
}

void spanish(std::string& word)
{
    if (word.ends_with("ces") && word.size() > 4) word.replace(word.size() - 3, 3, "z");
    if (cut(word, {"iones"}, 3)) word += "ion";
    cut(word, {"es", "as", "os", "s"}, 3);
    cut(word, {"a", "o", "e"}, 3);
}

void dutch(std::string& word)
{
    if (cut(word, {"en", "s", "e"}, 3)) undouble(word);
    // Long vowels are written twice in a closed syllable only: maan, manen.
    const auto size = word.size();
    if (size > 3 && word[size - 2] == word[size - 3] &&
        std::string_view("aeou").find(word[size - 2]) != std::string::npos)
        word.erase(size - 2, 1);
}

void russian(std::string& word)
{
    cut(word,
        {"иями", "ями", "ами", "ого", "его", "ому", "ему", "ыми", "ими", "иях", "ией", "иям", "ах", "ях", "ов", "ев",
         "ей",   "ам",  "ям",  "ом",  "ем",  "ою",  "ею",  "ой",  "ий",  "ый",  "ая",  "яя",  "ое", "ее", "ые", "ие",
         "ую",   "юю",  "ия",  "ии",  "ию",  "а",   "я",   "о",   "е",   "ы",   "и",   "у",   "ю",  "ь",  "й"},
        3);
    cut(word, {"ь"}, 3);
}

void ukrainian(std::string& word)
{
    cut(word, {"ями", "ами", "ого", "ього", "ому", "ьому", "ими", "іми", "іях", "ією", "єю", "ою", "ею", "ів", "їв",
               "ей",  "ах",  "ях",  "ам",   "ям",  "ом",   "ем",  "ий",  "ій",  "ої",  "ії", "ію", "ія", "ую", "юю",
               "их",  "іх",  "а",   "я",    "о",   "е",    "є",   "и",   "і",   "ї",   "у",  "ю",  "ь",  "й"},
        3);
    cut(word, {"ь"}, 3);
}

void arabic(std::string& word)
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

std::size_t code_points(std::string_view text) noexcept
{
    std::size_t count = 0;
    for (const char c : text) count += (static_cast<unsigned char>(c) & 0xC0) != 0x80;
    return count;
}

std::string stem(std::string_view folded, language lang)
{
    std::string word(folded);
    switch (lang)
    {
    case language::english: english(word); break;
    case language::french: french(word); break;
    case language::spanish: spanish(word); break;
    case language::arabic: arabic(word); break;
    case language::russian: russian(word); break;
    case language::dutch: dutch(word); break;
    case language::ukrainian: ukrainian(word); break;
    }
    return word;
}

} // namespace verbatim::core::extractive
