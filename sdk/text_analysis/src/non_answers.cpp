#include "verbatim/text_analysis/non_answers.hpp"

#include "verbatim/sdk/text.hpp"
#include "verbatim/text_analysis/unicode.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <unordered_set>

namespace verbatim::text_analysis {

namespace {

/// In the form of plain_text().
constexpr std::array non_answers = {
    "dk", "dont know", "do not know", "i dont know", "i do not know", "dunno", "idk", "dont remember", "no idea",
    "no opinion", "not sure", "unsure", "no comment", "no comments", "no feedback", "no response", "no answer",
    "no remarks", "no suggestion", "no suggestions", "nothing", "nothing to say", "nothing to add", "nothing more",
    "nothing else", "none", "no", "nope", "nil", "null", "n a", "na", "not applicable", "not available", "refused",
    "refused to answer", "prefer not to say", "empty", "blank", "x", "xx", "xxx",
    // French
    "je ne sais pas", "ne sait pas", "ne sais pas", "nsp", "aucune idee", "sans avis", "sans opinion", "sans reponse",
    "pas de reponse", "sans commentaire", "aucun commentaire", "pas de commentaire", "pas de commentaires", "rien",
    "rien a dire", "rien a signaler", "rien a ajouter", "ras", "r a s", "aucun", "aucune", "non", "neant",
    "non applicable", "pas applicable", "s o",
    // Spanish
    "no se", "no lo se", "no sabe", "no sabe no contesta", "ns nc", "ni idea", "sin comentario", "sin comentarios",
    "ningun comentario", "nada", "nada que decir", "nada mas", "ninguno", "ninguna", "sin respuesta", "no aplica",
    "no responde",
    // Dutch
    "weet niet", "weet ik niet", "ik weet het niet", "geen idee", "geen mening", "geen commentaar", "geen opmerking",
    "geen opmerkingen", "geen antwoord", "niets", "niks", "niets te melden", "geen", "nee", "nvt", "n v t",
    "niet van toepassing",
    // Russian
    "не знаю", "я не знаю", "незнаю", "затрудняюсь ответить", "нет мнения", "без комментариев", "нет комментариев",
    "ничего", "нечего сказать", "нечего добавить", "нет", "нет ответа", "не применимо", "отказ",
    // Ukrainian
    "я не знаю", "важко сказати", "важко відповісти", "немає думки", "без коментарів", "немає коментарів", "нічого",
    "нічого сказати", "нема", "немає", "ні", "немає відповіді", "не застосовується", "відмова",
    // Arabic
    "لا اعرف", "لا ادري", "لا اعلم", "لا تعليق", "بدون تعليق", "لا يوجد تعليق", "لا شيء", "لا شئ", "لا يوجد", "لا",
    "لا جواب", "لا ينطبق"};

/// Case-folded, without accents; apostrophes are left out, and other signs are single blanks.
std::string plain_text(std::string_view text)
{
    std::string folded, result;
    fold_case(text, folded);
    folded = without_accents(folded);
    for (std::size_t at = 0; at != folded.size();)
    {
        const auto c = sdk::utf8::decode(folded, at);
        if (is_word_character(c.value)) result.append(folded, at, c.end - at);
        else if (c.value != U'\'' && c.value != U'’' && c.value != U'`' && !result.empty() && result.back() != ' ')
            result += ' ';
        at = c.end;
    }
    if (result.ends_with(' ')) result.pop_back();
    return result;
}

bool has_letter(std::string_view plain)
{
    return std::ranges::any_of(plain, [](char c) {
        return static_cast<unsigned char>(c) >= 0x80 || sdk::ascii::is_letter(static_cast<unsigned char>(c));
    });
}

/// Both lists have the marks of their letters removed: Ukrainian ї and Russian й decompose.
const std::unordered_set<std::string>& known_non_answers()
{
    static const auto& known = *[] {
        auto* texts = new std::unordered_set<std::string>;
        for (const auto* text : non_answers) texts->insert(plain_text(text));
        return texts;
    }();
    return known;
}

} // namespace

bool is_non_answer(std::string_view text)
{
    constexpr std::size_t max_bytes = 120;
    text                            = sdk::utf8::trimmed(text);
    if (text.size() > max_bytes) return false;
    const auto plain = plain_text(text);
    return !has_letter(plain) || known_non_answers().contains(plain);
}

} // namespace verbatim::text_analysis
