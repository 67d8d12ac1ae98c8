#include "offline.hpp"

#include <algorithm>
#include <string_view>

namespace verbatim::assign_codes::offline {
namespace {

struct cue
{
    std::string_view prefix; ///< of a word, case-folded and without accents
    speech_act       act;
};

// English, French, Spanish, Dutch, Russian, Ukrainian, Arabic. A prefix covers the inflections of a word and is long
// enough to cover no other word.
// clang-format off
constexpr cue cues[]{
    {"question", speech_act::question}, {"ask", speech_act::question}, {"enquir", speech_act::question}, {"inquir", speech_act::question}, {"wonder", speech_act::question},
    {"pregunt", speech_act::question}, {"consulta", speech_act::question}, {"vraag", speech_act::question}, {"vragen", speech_act::question},
    {"вопрос", speech_act::question}, {"спраш", speech_act::question}, {"спросил", speech_act::question}, {"запит", speech_act::question}, {"питання", speech_act::question},
    {"سؤال", speech_act::question}, {"أسئلة", speech_act::question}, {"يسأل", speech_act::question}, {"تسأل", speech_act::question}, {"سأل", speech_act::question},

    {"request", speech_act::request}, {"suggest", speech_act::request}, {"recommend", speech_act::request}, {"propos", speech_act::request},
    {"urges", speech_act::request}, {"demand", speech_act::request}, {"requete", speech_act::request}, {"sugger", speech_act::request},
    {"solicit", speech_act::request}, {"sugier", speech_act::request}, {"suger", speech_act::request}, {"propuest", speech_act::request},
    {"verzoek", speech_act::request}, {"voorstel", speech_act::request}, {"просьб", speech_act::request}, {"просит", speech_act::request},
    {"просят", speech_act::request}, {"предлож", speech_act::request}, {"предлаг", speech_act::request}, {"прохан", speech_act::request},
    {"просить", speech_act::request}, {"пропоз", speech_act::request}, {"пропону", speech_act::request},
    {"طلب", speech_act::request}, {"يطلب", speech_act::request}, {"تطلب", speech_act::request}, {"اقتراح", speech_act::request},

    {"belief", speech_act::statement}, {"believ", speech_act::statement}, {"observ", speech_act::statement}, {"percept", speech_act::statement},
    {"perceiv", speech_act::statement}, {"opinion", speech_act::statement}, {"think", speech_act::statement}, {"claim", speech_act::statement},
    {"report", speech_act::statement}, {"state", speech_act::statement}, {"doubt", speech_act::statement}, {"suspic", speech_act::statement},
    {"suspect", speech_act::statement}, {"rumo", speech_act::statement}, {"express", speech_act::statement}, {"mention", speech_act::statement},
    {"croyan", speech_act::statement}, {"croit", speech_act::statement}, {"croient", speech_act::statement}, {"pense", speech_act::statement},
    {"creenc", speech_act::statement}, {"cree", speech_act::statement}, {"piensa", speech_act::statement}, {"geloof", speech_act::statement},
    {"geloven", speech_act::statement}, {"mening", speech_act::statement}, {"denkt", speech_act::statement}, {"gerucht", speech_act::statement},
    {"мнени", speech_act::statement}, {"считает", speech_act::statement}, {"верит", speech_act::statement}, {"слухи", speech_act::statement},
    {"наблюд", speech_act::statement}, {"думк", speech_act::statement}, {"вважа", speech_act::statement}, {"вірить", speech_act::statement},
    {"чутк", speech_act::statement}, {"спостереж", speech_act::statement}, {"اعتقاد", speech_act::statement}, {"يعتقد", speech_act::statement},
    {"رأي", speech_act::statement}, {"شائعة", speech_act::statement}, {"شائعات", speech_act::statement},

    {"thank", speech_act::thanks}, {"gratitude", speech_act::thanks}, {"grateful", speech_act::thanks}, {"appreciat", speech_act::thanks},
    {"praise", speech_act::thanks}, {"praising", speech_act::thanks}, {"encourage", speech_act::thanks}, {"acknowledg", speech_act::thanks},
    {"merci", speech_act::thanks}, {"remerci", speech_act::thanks}, {"felicit", speech_act::thanks}, {"gracias", speech_act::thanks},
    {"agradec", speech_act::thanks}, {"bedankt", speech_act::thanks}, {"dankbaar", speech_act::thanks}, {"waarder", speech_act::thanks},
    {"спасиб", speech_act::thanks}, {"благодар", speech_act::thanks}, {"подяк", speech_act::thanks}, {"дякую", speech_act::thanks},
    {"вдячн", speech_act::thanks}, {"شكر", speech_act::thanks}, {"امتنان", speech_act::thanks},
};
// clang-format on

/// A text names its speech act near its beginning.
constexpr std::size_t max_words = 60;

} // namespace

std::optional<speech_act> find_speech_act(const text_analysis::tokenized_text& text,
                                          const text_analysis::tokenizer&      tokenizer)
{
    for (std::size_t n = 0; n != std::min(text.words.size(), max_words); ++n)
    {
        const auto plain = tokenizer.plain(text.text_of(text.words[n]));
        const auto match =
            std::ranges::find_if(cues, [&](const cue& entry) { return plain.starts_with(entry.prefix); });
        if (match != std::end(cues)) return match->act;
    }
    for (const std::string_view mark : {"?", "؟"})
        if (text.text.find(mark) != std::string::npos) return speech_act::question;
    return std::nullopt;
}

} // namespace verbatim::assign_codes::offline
