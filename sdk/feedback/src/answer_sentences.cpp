#include "verbatim/feedback/answer_sentences.hpp"

#include "verbatim/feedback/record.hpp"

#include <algorithm>
#include <array>

namespace verbatim::feedback {

namespace {

/// In the order of text_analysis::languages.
constexpr std::array<answer_sentences, text_analysis::language_count> all_sentences{{
    {.no_content         = no_content,
     .judge_unavailable  = "Judge unavailable; the quality score could not be computed for this analysis.",
     .not_judged         = "Only words were counted; nobody checked the meaning, so there is no quality score.",
     .analysis_truncated = "The model reached its output limit; the analysis may be incomplete.",
     .summary_truncated  = "The model reached its output limit; the summary may be incomplete.",
     .refused = "The content filter of the provider refused {refused} of {total} records, which are left out.",
     .confidence =
         "Confidence is the record-weighted average of {judged} of {total} judged chunk(s){failures}; weakest "
         "chunk: {weakest}.",
     .sampled_confidence = "Confidence is the record-weighted average of {judged} of {total} chunk(s), a sample "
                           "({omitted} not judged{failures}); weakest chunk: {weakest}.",
     .failures           = "{count} left out because the chunk or its judge failed",
     .no_confidence      = "No confidence value: not one of the {total} chunk(s) could be judged."},
    {.no_content        = "Aucun contenu n'a été fourni.",
     .judge_unavailable = "Évaluateur indisponible ; le score de qualité de cette analyse n'a pas pu être calculé.",
     .not_judged =
         "Seuls des mots ont été comptés ; personne n'a vérifié le sens, il n'y a donc pas de score de qualité.",
     .analysis_truncated = "Le modèle a atteint sa limite de sortie ; l'analyse peut être incomplète.",
     .summary_truncated  = "Le modèle a atteint sa limite de sortie ; le résumé peut être incomplet.",
     .refused = "Le filtre de contenu du fournisseur a refusé {refused} enregistrement(s) sur {total}, qui ne sont pas "
                "pris en compte.",
     .confidence =
         "La confiance est la moyenne, pondérée par les enregistrements, de {judged} partie(s) évaluée(s) sur "
         "{total}{failures} ; partie la plus faible : {weakest}.",
     .sampled_confidence = "La confiance est la moyenne, pondérée par les enregistrements, de {judged} partie(s) sur "
                           "{total}, un échantillon ({omitted} non évaluée(s){failures}) ; partie la plus faible : "
                           "{weakest}.",
     .failures           = "{count} laissée(s) de côté, car la partie ou son évaluation a échoué",
     .no_confidence      = "Pas de valeur de confiance : aucune des {total} partie(s) n'a pu être évaluée."},
    {.no_content        = "No se proporcionó ningún contenido.",
     .judge_unavailable = "Evaluador no disponible; no se pudo calcular la puntuación de calidad de este análisis.",
     .not_judged = "Solo se contaron palabras; nadie comprobó el significado, por lo que no hay puntuación de calidad.",
     .analysis_truncated = "El modelo alcanzó su límite de salida; el análisis puede estar incompleto.",
     .summary_truncated  = "El modelo alcanzó su límite de salida; el resumen puede estar incompleto.",
     .refused =
         "El filtro de contenido del proveedor rechazó {refused} de {total} registros, que no se tienen en cuenta.",
     .confidence         = "La confianza es la media, ponderada por registros, de {judged} de {total} parte(s) "
                           "evaluada(s){failures}; parte más débil: {weakest}.",
     .sampled_confidence = "La confianza es la media, ponderada por registros, de {judged} de {total} parte(s), una "
                           "muestra ({omitted} sin evaluar{failures}); parte más débil: {weakest}.",
     .failures           = "{count} excluida(s) porque falló la parte o su evaluación",
     .no_confidence      = "Sin valor de confianza: no se pudo evaluar ninguna de las {total} parte(s)."},
    {.no_content        = "لم يُقدَّم أي محتوى.",
     .judge_unavailable = "التقييم غير متاح؛ تعذّر حساب درجة جودة هذا التحليل.",
     .not_judged        = "عُدَّت الكلمات فقط ولم يتحقق أحد من المعنى، ولذلك لا توجد درجة جودة.",
     .analysis_truncated = "بلغ النموذج الحد الأقصى للمخرجات؛ قد يكون التحليل غير مكتمل.",
     .summary_truncated = "بلغ النموذج الحد الأقصى للمخرجات؛ قد يكون الملخص غير مكتمل.",
     .refused = "رفض مرشّح المحتوى لدى المزوّد {refused} من {total} من السجلات، ولم تُؤخذ في الحسبان.",
     .confidence =
         "درجة الثقة هي المتوسط المرجَّح بعدد السجلات للأجزاء المقيَّمة: {judged} من {total}{failures}؛ أضعف جزء: "
         "{weakest}.",
     .sampled_confidence = "درجة الثقة هي المتوسط المرجَّح بعدد السجلات لعيّنة من الأجزاء: {judged} من {total} (لم يُقيَّم "
                           "{omitted}{failures})؛ أضعف جزء: {weakest}.",
     .failures           = "استُبعد {count} لفشل الجزء أو تقييمه",
     .no_confidence = "لا توجد درجة ثقة: تعذّر تقييم أي جزء من الأجزاء وعددها {total}."},
    {.no_content        = "Содержание отзывов не передано.",
     .judge_unavailable = "Оценивание недоступно; оценку качества этого анализа вычислить не удалось.",
     .not_judged        = "Были только подсчитаны слова; смысл никто не проверял, поэтому оценки качества нет.",
     .analysis_truncated = "Модель достигла предела вывода; анализ может быть неполным.",
     .summary_truncated = "Модель достигла предела вывода; резюме может быть неполным.",
     .refused            = "Фильтр содержимого поставщика отклонил записи: {refused} из {total}; они не учтены.",
     .confidence         = "Уверенность — среднее, взвешенное по записям, по оценённым частям: {judged} из {total}{failures}; "
                           "самая слабая часть: {weakest}.",
     .sampled_confidence = "Уверенность — среднее, взвешенное по записям, по выборке частей: {judged} из {total} (не "
                           "оценено: {omitted}{failures}); самая слабая часть: {weakest}.",
     .failures           = "пропущено из-за сбоя части или её оценки: {count}",
     .no_confidence      = "Значения уверенности нет: не удалось оценить ни одну часть, всего частей: {total}."},
    {.no_content        = "Er is geen inhoud aangeleverd.",
     .judge_unavailable = "Beoordelaar niet beschikbaar; de kwaliteitsscore van deze analyse kon niet worden berekend.",
     .not_judged =
         "Er zijn alleen woorden geteld; niemand heeft de betekenis gecontroleerd, dus er is geen kwaliteitsscore.",
     .analysis_truncated = "Het model bereikte zijn uitvoerlimiet; de analyse kan onvolledig zijn.",
     .summary_truncated  = "Het model bereikte zijn uitvoerlimiet; de samenvatting kan onvolledig zijn.",
     .refused    = "Het inhoudsfilter van de aanbieder weigerde {refused} van {total} records; die zijn weggelaten.",
     .confidence = "De betrouwbaarheid is het naar records gewogen gemiddelde van {judged} van {total} beoordeelde "
                   "deel/delen{failures}; zwakste deel: {weakest}.",
     .sampled_confidence = "De betrouwbaarheid is het naar records gewogen gemiddelde van {judged} van {total} "
                           "deel/delen, een steekproef ({omitted} niet beoordeeld{failures}); zwakste deel: {weakest}.",
     .failures           = "{count} weggelaten omdat het deel of de beoordeling ervan mislukte",
     .no_confidence      = "Geen betrouwbaarheid: geen van de {total} deel/delen kon worden beoordeeld."},
    {.no_content        = "Вміст відгуків не передано.",
     .judge_unavailable = "Оцінювання недоступне; оцінку якості цього аналізу обчислити не вдалося.",
     .not_judged        = "Було лише підраховано слова; змісту ніхто не перевіряв, тому оцінки якості немає.",
     .analysis_truncated = "Модель досягла межі виводу; аналіз може бути неповним.",
     .summary_truncated = "Модель досягла межі виводу; резюме може бути неповним.",
     .refused           = "Фільтр вмісту постачальника відхилив записи: {refused} із {total}; їх не враховано.",
     .confidence         = "Впевненість — середнє, зважене за записами, за оціненими частинами: {judged} із {total}{failures}; "
                           "найслабша частина: {weakest}.",
     .sampled_confidence = "Впевненість — середнє, зважене за записами, за вибіркою частин: {judged} із {total} (не "
                           "оцінено: {omitted}{failures}); найслабша частина: {weakest}.",
     .failures      = "пропущено через збій частини або її оцінювання: {count}",
     .no_confidence = "Значення впевненості немає: не вдалося оцінити жодної частини, усього частин: {total}."},
}};

} // namespace

const answer_sentences& answer_sentences_in(label_language language) noexcept
{
    return all_sentences[text_analysis::index(language)];
}

label_language sentence_language(const std::optional<output_language>& requested, std::string_view question)
{
    const auto labels_of = [](const std::optional<output_language>& language) {
        return (language ? language->labels() : std::nullopt).value_or(label_language::english);
    };
    if (requested) return labels_of(requested);
    const auto code = detect_language(question);
    return code ? labels_of(find_language(*code)) : label_language::english;
}

std::string filled(std::string_view                                                     sentence,
                   std::initializer_list<std::pair<std::string_view, std::string_view>> values)
{
    std::string text;
    while (!sentence.empty())
    {
        const auto name_begin = std::min(sentence.find('{'), sentence.size());
        text += sentence.substr(0, name_begin);
        sentence.remove_prefix(name_begin);
        if (sentence.empty()) break;
        const auto end   = sentence.find('}');
        const auto name  = sentence.substr(1, end - 1);
        const auto value = std::ranges::find(values, name, [](const auto& entry) { return entry.first; });
        if (value != values.end()) text += value->second;
        sentence.remove_prefix(end + 1);
    }
    return text;
}

} // namespace verbatim::feedback
