#include "verbatim/text_analysis/report_labels.hpp"

#include <array>

namespace verbatim::text_analysis {
namespace {

constexpr report_labels english_labels{
    .overview      = "Overview",
    .records_read  = "Records read",
    .period        = "Period",
    .themes        = "Themes",
    .themes_match  = "Themes close to the question",
    .themes_other  = "Other themes",
    .records       = "records",
    .of            = "of",
    .ids           = "IDs",
    .and_more      = "and more:",
    .example       = "Example",
    .including     = "Including",
    .over_time     = "Over time",
    .growing       = "growing",
    .falling       = "declining",
    .no_trend      = "No theme grows or declines by more than chance explains.",
    .further       = "Also found",
    .question      = "Words of the question found in records",
    .unanswered    = "No record holds a word of the question",
    .words_missing = "Words of the question found in no record",
    .no_comparison =
        "The question asks for a comparison. Places and groups are not compared: all records are counted together.",
    .comparison   = "The question asks for a comparison. All records are counted together here; `comparison` holds the "
                    "differences between the groups.",
    .no_periods   = "The records do not span two periods, so nothing is said about change over time.",
    .ubiquitous   = "In nearly all records",
    .labels       = "Existing codes",
    .mostly_coded = "Mostly coded",
    .trend_rising = "Codes that grow over the period (first half → second half)",
    .trend_falling  = "Codes that decline over the period (first half → second half)",
    .trend_steady   = "No code grows or declines by more than chance explains; codes compared",
    .trend_peaking  = "Codes with a peak in one period (other periods → peak)",
    .trend_new      = "Codes that are new since a period (before → since)",
    .nothing_shared = "No phrase occurs in more than one record, so each record stands for itself.",
    .no_words       = "The records hold no words that could be counted.",
    .method = "Themes are words and phrases counted by record; a record can hold several. Meaning was not interpreted, "
              "and quoted text was not translated."};

constexpr report_labels french_labels{
    .overview       = "Aperçu",
    .records_read   = "Retours lus",
    .period         = "Période",
    .themes         = "Thèmes",
    .themes_match   = "Thèmes proches de la question",
    .themes_other   = "Autres thèmes",
    .records        = "retours",
    .of             = "sur",
    .ids            = "Identifiants",
    .and_more       = "et de plus :",
    .example        = "Exemple",
    .including      = "Dont",
    .over_time      = "Dans le temps",
    .growing        = "en hausse",
    .falling        = "en baisse",
    .no_trend       = "Aucun thème n'augmente ni ne diminue plus que ne l'explique le hasard.",
    .further        = "Également relevés",
    .question       = "Mots de la question présents dans les retours",
    .unanswered     = "Aucun retour ne contient un mot de la question",
    .words_missing  = "Mots de la question absents des retours",
    .no_comparison  = "La question demande une comparaison. Les lieux et les groupes ne sont pas comparés : tous les "
                      "retours sont comptés ensemble.",
    .comparison     = "La question demande une comparaison. Tous les retours sont comptés ensemble ici ; `comparison` "
                      "donne les différences entre les groupes.",
    .no_periods     = "Les retours ne couvrent pas deux périodes ; rien n'est donc dit de l'évolution dans le temps.",
    .ubiquitous     = "Dans presque tous les retours",
    .labels         = "Codes existants",
    .mostly_coded   = "Le plus souvent codé",
    .trend_rising   = "Codes en hausse sur la période (première moitié → seconde moitié)",
    .trend_falling  = "Codes en baisse sur la période (première moitié → seconde moitié)",
    .trend_steady   = "Aucun code n'augmente ni ne diminue plus que ne l'explique le hasard ; codes comparés",
    .trend_peaking  = "Codes avec un pic dans une période (autres périodes → pic)",
    .trend_new      = "Codes nouveaux depuis une période (avant → depuis)",
    .nothing_shared = "Aucune expression n'apparaît dans plus d'un retour ; chaque retour vaut donc pour lui-même.",
    .no_words       = "Les retours ne contiennent aucun mot à compter.",
    .method = "Les thèmes sont des mots et expressions comptés par retour ; un retour peut en contenir plusieurs. Le "
              "sens n'a pas été interprété et les textes cités ne sont pas traduits."};

constexpr report_labels spanish_labels{
    .overview      = "Panorama",
    .records_read  = "Registros leídos",
    .period        = "Período",
    .themes        = "Temas",
    .themes_match  = "Temas cercanos a la pregunta",
    .themes_other  = "Otros temas",
    .records       = "registros",
    .of            = "de",
    .ids           = "Identificadores",
    .and_more      = "y más:",
    .example       = "Ejemplo",
    .including     = "Incluye",
    .over_time     = "En el tiempo",
    .growing       = "en aumento",
    .falling       = "en descenso",
    .no_trend      = "Ningún tema aumenta ni disminuye más de lo que explica el azar.",
    .further       = "También aparecen",
    .question      = "Palabras de la pregunta halladas en los registros",
    .unanswered    = "Ningún registro contiene una palabra de la pregunta",
    .words_missing = "Palabras de la pregunta ausentes de los registros",
    .no_comparison = "La pregunta pide una comparación. Los lugares y los grupos no se comparan: todos los registros "
                     "se cuentan juntos.",
    .comparison = "La pregunta pide una comparación. Aquí se cuentan juntos todos los registros; `comparison` contiene "
                  "las diferencias entre los grupos.",
    .no_periods     = "Los registros no abarcan dos períodos, por lo que nada se dice de cambios en el tiempo.",
    .ubiquitous     = "En casi todos los registros",
    .labels         = "Códigos existentes",
    .mostly_coded   = "Codificado sobre todo como",
    .trend_rising   = "Códigos en aumento durante el período (primera mitad → segunda mitad)",
    .trend_falling  = "Códigos en descenso durante el período (primera mitad → segunda mitad)",
    .trend_steady   = "Ningún código aumenta ni disminuye más de lo que explica el azar; códigos comparados",
    .trend_peaking  = "Códigos con un pico en un período (otros períodos → pico)",
    .trend_new      = "Códigos nuevos desde un período (antes → desde entonces)",
    .nothing_shared = "Ninguna expresión aparece en más de un registro; cada registro se representa a sí mismo.",
    .no_words       = "Los registros no contienen palabras que se puedan contar.",
    .method = "Los temas son palabras y expresiones contadas por registro; un registro puede contener varias. No se "
              "interpretó el significado y los textos citados no se tradujeron."};

constexpr report_labels arabic_labels{
    .overview      = "نظرة عامة",
    .records_read  = "السجلات المقروءة",
    .period        = "الفترة",
    .themes        = "المواضيع",
    .themes_match  = "مواضيع قريبة من السؤال",
    .themes_other  = "مواضيع أخرى",
    .records       = "السجلات",
    .of            = "من",
    .ids           = "المعرّفات",
    .and_more      = "وغيرها:",
    .example       = "مثال",
    .including     = "ومنها",
    .over_time     = "عبر الزمن",
    .growing       = "في ازدياد",
    .falling       = "في تراجع",
    .no_trend      = "لا يوجد موضوع يزداد أو يتراجع أكثر مما تفسره الصدفة.",
    .further       = "ورد أيضاً",
    .question      = "كلمات السؤال الواردة في السجلات",
    .unanswered    = "لا يحتوي أي سجل على كلمة من السؤال",
    .words_missing = "كلمات السؤال التي لم ترد في أي سجل",
    .no_comparison = "يطلب السؤال مقارنة. لا تُقارن الأماكن ولا المجموعات، بل تُعدّ جميع السجلات معاً.",
    .comparison    = "يطلب السؤال مقارنة. تُعدّ هنا جميع السجلات معاً، والفروق بين المجموعات في `comparison`.",
    .no_periods = "لا تغطي السجلات فترتين، لذلك لا يُذكر شيء عن التغير عبر الزمن.",
    .ubiquitous    = "في جميع السجلات تقريباً",
    .labels        = "الرموز الموجودة",
    .mostly_coded  = "الرمز الغالب",
    .trend_rising  = "رموز تزداد خلال الفترة (النصف الأول ← النصف الثاني)",
    .trend_falling = "رموز تتراجع خلال الفترة (النصف الأول ← النصف الثاني)",
    .trend_steady  = "لا يوجد رمز يزداد أو يتراجع أكثر مما تفسره الصدفة؛ الرموز المقارنة",
    .trend_peaking = "رموز لها ذروة في فترة واحدة (الفترات الأخرى ← الذروة)",
    .trend_new     = "رموز جديدة منذ فترة (قبلها ← منذها)",
    .nothing_shared = "لا تتكرر أي عبارة في أكثر من سجل واحد، لذلك يمثل كل سجل نفسه.",
    .no_words = "لا تحتوي السجلات على كلمات يمكن عدّها.",
    .method   = "المواضيع كلمات وعبارات معدودة بحسب السجلات، وقد يحتوي السجل على أكثر من موضوع. لم "
                "يُفسَّر المعنى ولم تُترجم النصوص المقتبسة."};

constexpr report_labels russian_labels{
    .overview      = "Обзор",
    .records_read  = "Прочитано записей",
    .period        = "Период",
    .themes        = "Темы",
    .themes_match  = "Темы, близкие к вопросу",
    .themes_other  = "Другие темы",
    .records       = "записи",
    .of            = "из",
    .ids           = "Идентификаторы",
    .and_more      = "и ещё:",
    .example       = "Пример",
    .including     = "В том числе",
    .over_time     = "Во времени",
    .growing       = "растёт",
    .falling       = "снижается",
    .no_trend      = "Ни одна тема не растёт и не снижается сильнее, чем объясняет случайность.",
    .further       = "Также встречаются",
    .question      = "Слова вопроса, найденные в записях",
    .unanswered    = "Ни одна запись не содержит слова из вопроса",
    .words_missing = "Слова вопроса, которых нет в записях",
    .no_comparison = "Вопрос требует сравнения. Места и группы не сравниваются: все записи считаются вместе.",
    .comparison    = "Вопрос требует сравнения. Здесь все записи считаются вместе; различия между группами приведены в "
                     "`comparison`.",
    .no_periods    = "Записи не охватывают двух периодов, поэтому об изменениях во времени ничего не сказано.",
    .ubiquitous    = "Почти во всех записях",
    .labels        = "Имеющиеся коды",
    .mostly_coded  = "Чаще всего код",
    .trend_rising = "Коды, растущие за период (первая половина → вторая половина)",
    .trend_falling  = "Коды, снижающиеся за период (первая половина → вторая половина)",
    .trend_steady   = "Ни один код не растёт и не снижается сильнее, чем объясняет случайность; сравнено кодов",
    .trend_peaking  = "Коды с пиком в одном периоде (другие периоды → пик)",
    .trend_new      = "Коды, новые с некоторого периода (до → с тех пор)",
    .nothing_shared = "Ни одно выражение не встречается более чем в одной записи; каждая запись говорит сама за себя.",
    .no_words       = "Записи не содержат слов, которые можно посчитать.",
    .method         = "Темы — это слова и выражения, подсчитанные по записям; одна запись может содержать несколько. Смысл не "
                      "толковался, цитаты не переведены."};

constexpr report_labels dutch_labels{
    .overview       = "Overzicht",
    .records_read   = "Gelezen records",
    .period         = "Periode",
    .themes         = "Thema's",
    .themes_match   = "Thema's dicht bij de vraag",
    .themes_other   = "Andere thema's",
    .records        = "records",
    .of             = "van",
    .ids            = "ID's",
    .and_more       = "en nog:",
    .example        = "Voorbeeld",
    .including      = "Waaronder",
    .over_time      = "In de tijd",
    .growing        = "groeit",
    .falling        = "neemt af",
    .no_trend       = "Geen thema groeit of neemt af boven wat toeval verklaart.",
    .further        = "Ook gevonden",
    .question       = "Woorden van de vraag in de records",
    .unanswered     = "Geen enkel record bevat een woord van de vraag",
    .words_missing  = "Woorden van de vraag die in geen record staan",
    .no_comparison  = "De vraag vraagt om een vergelijking. Plaatsen en groepen worden niet vergeleken: alle records "
                      "zijn samen geteld.",
    .comparison     = "De vraag vraagt om een vergelijking. Hier zijn alle records samen geteld; `comparison` bevat de "
                      "verschillen tussen de groepen.",
    .no_periods     = "De records beslaan geen twee perioden, dus over verandering in de tijd wordt niets gezegd.",
    .ubiquitous     = "In bijna alle records",
    .labels         = "Bestaande codes",
    .mostly_coded   = "Meestal gecodeerd als",
    .trend_rising   = "Codes die groeien in de periode (eerste helft → tweede helft)",
    .trend_falling  = "Codes die afnemen in de periode (eerste helft → tweede helft)",
    .trend_steady   = "Geen code groeit of neemt af boven wat toeval verklaart; vergeleken codes",
    .trend_peaking  = "Codes met een piek in één periode (andere perioden → piek)",
    .trend_new      = "Codes die nieuw zijn sinds een periode (ervoor → sindsdien)",
    .nothing_shared = "Geen uitdrukking komt in meer dan één record voor; elk record staat op zichzelf.",
    .no_words       = "De records bevatten geen woorden die te tellen zijn.",
    .method = "Thema's zijn woorden en uitdrukkingen, geteld per record; een record kan er meer bevatten. De betekenis "
              "is niet geduid en geciteerde tekst is niet vertaald."};

constexpr report_labels ukrainian_labels{
    .overview      = "Огляд",
    .records_read  = "Прочитано записів",
    .period        = "Період",
    .themes        = "Теми",
    .themes_match  = "Теми, близькі до запитання",
    .themes_other  = "Інші теми",
    .records       = "записи",
    .of            = "із",
    .ids           = "Ідентифікатори",
    .and_more      = "і ще:",
    .example       = "Приклад",
    .including     = "Зокрема",
    .over_time     = "У часі",
    .growing       = "зростає",
    .falling       = "спадає",
    .no_trend      = "Жодна тема не зростає і не спадає більше, ніж пояснює випадковість.",
    .further       = "Також трапляються",
    .question      = "Слова запитання, знайдені в записах",
    .unanswered    = "Жоден запис не містить слова із запитання",
    .words_missing = "Слова запитання, яких немає в записах",
    .no_comparison = "Запитання потребує порівняння. Місця й групи не порівнюються: усі записи пораховано разом.",
    .comparison    = "Запитання потребує порівняння. Тут усі записи пораховано разом; відмінності між групами наведено в "
                     "`comparison`.",
    .no_periods    = "Записи не охоплюють двох періодів, тому про зміни в часі нічого не сказано.",
    .ubiquitous    = "Майже в усіх записах",
    .labels        = "Наявні коди",
    .mostly_coded  = "Найчастіше код",
    .trend_rising = "Коди, що зростають за період (перша половина → друга половина)",
    .trend_falling = "Коди, що спадають за період (перша половина → друга половина)",
    .trend_steady   = "Жоден код не зростає і не спадає більше, ніж пояснює випадковість; порівняно кодів",
    .trend_peaking  = "Коди з піком в одному періоді (інші періоди → пік)",
    .trend_new      = "Коди, нові від певного періоду (до → відтоді)",
    .nothing_shared = "Жоден вислів не трапляється більш ніж в одному записі; кожен запис говорить сам за себе.",
    .no_words       = "Записи не містять слів, які можна порахувати.",
    .method         = "Теми — це слова й вислови, пораховані за записами; один запис може містити кілька. Зміст не тлумачився, "
                      "цитати не перекладено."};

constexpr std::array<const report_labels*, language_count> labels_by_language{
    &english_labels, &french_labels, &spanish_labels,  &arabic_labels,
    &russian_labels, &dutch_labels,  &ukrainian_labels};

} // namespace

const report_labels& report_labels_of(language lang) noexcept { return *labels_by_language[index(lang)]; }

std::string report_words(language lang)
{
    const auto& labels = report_labels_of(lang);
    std::string text;
    for (const auto label : {labels.overview,      labels.records_read,  labels.period,       labels.themes,
                             labels.themes_match,  labels.themes_other,  labels.records,      labels.of,
                             labels.ids,           labels.and_more,      labels.example,      labels.including,
                             labels.over_time,     labels.growing,       labels.falling,      labels.no_trend,
                             labels.further,       labels.question,      labels.unanswered,   labels.words_missing,
                             labels.no_comparison, labels.comparison,    labels.no_periods,   labels.ubiquitous,
                             labels.labels,        labels.mostly_coded,  labels.trend_rising, labels.trend_falling,
                             labels.trend_steady,  labels.trend_peaking, labels.trend_new,    labels.nothing_shared,
                             labels.no_words,      labels.method})
        text.append(label).append(".\n");
    return text;
}

} // namespace verbatim::text_analysis
