#include "extractive/acts.hpp"

#include <algorithm>
#include <string_view>

namespace verbatim::core::extractive {
namespace {

struct cue
{
    std::string_view beginning; ///< of a word, case-folded and without accents
    act              means;
};

// English, French, Spanish, Dutch, Russian, Ukrainian, Arabic. A beginning stands for all its inflections, and is
// chosen long enough to stand for nothing else.
// clang-format off
constexpr cue cues[]{
    {"question", act::asking}, {"ask", act::asking}, {"enquir", act::asking}, {"inquir", act::asking}, {"wonder", act::asking},
    {"pregunt", act::asking}, {"consulta", act::asking}, {"vraag", act::asking}, {"vragen", act::asking},
    {"вопрос", act::asking}, {"спраш", act::asking}, {"спросил", act::asking}, {"запит", act::asking}, {"питання", act::asking},
    {"سؤال", act::asking}, {"أسئلة", act::asking}, {"يسأل", act::asking}, {"تسأل", act::asking}, {"سأل", act::asking},

    {"request", act::requesting}, {"suggest", act::requesting}, {"recommend", act::requesting}, {"propos", act::requesting},
    {"urges", act::requesting}, {"demand", act::requesting}, {"requete", act::requesting}, {"sugger", act::requesting},
    {"solicit", act::requesting}, {"sugier", act::requesting}, {"suger", act::requesting}, {"propuest", act::requesting},
    {"verzoek", act::requesting}, {"voorstel", act::requesting}, {"просьб", act::requesting}, {"просит", act::requesting},
    {"просят", act::requesting}, {"предлож", act::requesting}, {"предлаг", act::requesting}, {"прохан", act::requesting},
    {"просить", act::requesting}, {"пропоз", act::requesting}, {"пропону", act::requesting},
    {"طلب", act::requesting}, {"يطلب", act::requesting}, {"تطلب", act::requesting}, {"اقتراح", act::requesting},

    {"belief", act::believing}, {"believ", act::believing}, {"observ", act::believing}, {"percept", act::believing},
    {"perceiv", act::believing}, {"opinion", act::believing}, {"think", act::believing}, {"claim", act::believing},
    {"report", act::believing}, {"state", act::believing}, {"doubt", act::believing}, {"suspic", act::believing},
    {"suspect", act::believing}, {"rumo", act::believing}, {"express", act::believing}, {"mention", act::believing},
    {"croyan", act::believing}, {"croit", act::believing}, {"croient", act::believing}, {"pense", act::believing},
    {"creenc", act::believing}, {"cree", act::believing}, {"piensa", act::believing}, {"geloof", act::believing},
    {"geloven", act::believing}, {"mening", act::believing}, {"denkt", act::believing}, {"gerucht", act::believing},
    {"мнени", act::believing}, {"считает", act::believing}, {"верит", act::believing}, {"слухи", act::believing},
    {"наблюд", act::believing}, {"думк", act::believing}, {"вважа", act::believing}, {"вірить", act::believing},
    {"чутк", act::believing}, {"спостереж", act::believing}, {"اعتقاد", act::believing}, {"يعتقد", act::believing},
    {"رأي", act::believing}, {"شائعة", act::believing}, {"شائعات", act::believing},

    {"thank", act::thanking}, {"gratitude", act::thanking}, {"grateful", act::thanking}, {"appreciat", act::thanking},
    {"praise", act::thanking}, {"praising", act::thanking}, {"encourage", act::thanking}, {"acknowledg", act::thanking},
    {"merci", act::thanking}, {"remerci", act::thanking}, {"felicit", act::thanking}, {"gracias", act::thanking},
    {"agradec", act::thanking}, {"bedankt", act::thanking}, {"dankbaar", act::thanking}, {"waarder", act::thanking},
    {"спасиб", act::thanking}, {"благодар", act::thanking}, {"подяк", act::thanking}, {"дякую", act::thanking},
    {"вдячн", act::thanking}, {"شكر", act::thanking}, {"امتنان", act::thanking},
};
// clang-format on

/// Nobody begins with what he does only after this many words.
constexpr std::size_t looked_at = 60;

} // namespace

std::optional<act> act_of(const reading& text, const reader& with)
{
    for (std::size_t n = 0; n != std::min(text.words.size(), looked_at); ++n)
    {
        const auto plain = with.plain(text.text_of(text.words[n]));
        const auto found = std::ranges::find_if(cues, [&](const cue& one) { return plain.starts_with(one.beginning); });
        if (found != std::end(cues)) return found->means;
    }
    for (const std::string_view mark : {"?", "؟"})
        if (text.text.find(mark) != std::string::npos) return act::asking;
    return std::nullopt;
}

} // namespace verbatim::core::extractive
