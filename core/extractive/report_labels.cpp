#include "extractive/report_labels.hpp"

#include <array>

namespace verbatim::core::extractive {
namespace {

constexpr report_labels english{
    .overview      = "Overview",
    .records_read  = "Records read",
    .partials_read = "Partial analyses merged",
    .period        = "Period",
    .themes        = "Themes",
    .themes_asked  = "Themes close to the question",
    .themes_other  = "Other themes",
    .records       = "records",
    .of            = "of",
    .at_least      = "at least",
    .ids           = "IDs",
    .and_more      = "and more:",
    .example       = "Example",
    .including     = "Including",
    .over_time     = "Over time",
    .growing       = "growing",
    .falling       = "declining",
    .none_moves    = "No theme grows or declines by more than chance explains.",
    .further       = "Also found",
    .question      = "Words of the question found in records",
    .question_unmet =
        "No record holds a distinctive word of the question, so the themes are ordered by frequency alone.",
    .everywhere     = "In nearly all records",
    .labels         = "Existing codes",
    .mostly_coded   = "Mostly coded",
    .trend_rising   = "Codes that grow over the period (first half → second half)",
    .trend_falling  = "Codes that decline over the period (first half → second half)",
    .trend_steady   = "No code grows or declines by more than chance explains; codes compared",
    .nothing_shared = "No phrase occurs in more than one record, so each record stands for itself.",
    .no_words       = "The records hold no words that could be counted.",
    .method = "Themes are words and phrases counted by record; a record can hold several. Meaning was not interpreted, "
              "and quoted text was not translated.",
    .method_merged = "Counts are summed over the partial analyses; where one of them did not list a phrase, the true "
                     "count is higher. Meaning was not interpreted, and quoted text was not translated."};

constexpr report_labels french{
    .overview      = "Aperçu",
    .records_read  = "Retours lus",
    .partials_read = "Analyses partielles réunies",
    .period        = "Période",
    .themes        = "Thèmes",
    .themes_asked  = "Thèmes proches de la question",
    .themes_other  = "Autres thèmes",
    .records       = "retours",
    .of            = "sur",
    .at_least      = "au moins",
    .ids           = "Identifiants",
    .and_more      = "et de plus :",
    .example       = "Exemple",
    .including     = "Dont",
    .over_time     = "Dans le temps",
    .growing       = "en hausse",
    .falling       = "en baisse",
    .none_moves    = "Aucun thème n'augmente ni ne diminue plus que ne l'explique le hasard.",
    .further       = "Également relevés",
    .question      = "Mots de la question présents dans les retours",
    .question_unmet =
        "Aucun retour ne contient de mot distinctif de la question ; les thèmes sont donc classés par fréquence seule.",
    .everywhere     = "Dans presque tous les retours",
    .labels         = "Codes existants",
    .mostly_coded   = "Le plus souvent codé",
    .trend_rising   = "Codes en hausse sur la période (première moitié → seconde moitié)",
    .trend_falling  = "Codes en baisse sur la période (première moitié → seconde moitié)",
    .trend_steady   = "Aucun code n'augmente ni ne diminue plus que ne l'explique le hasard ; codes comparés",
    .nothing_shared = "Aucune expression n'apparaît dans plus d'un retour ; chaque retour vaut donc pour lui-même.",
    .no_words       = "Les retours ne contiennent aucun mot à compter.",
    .method = "Les thèmes sont des mots et expressions comptés par retour ; un retour peut en contenir plusieurs. Le "
              "sens n'a pas été interprété et les textes cités ne sont pas traduits.",
    .method_merged =
        "Les nombres sont la somme des analyses partielles ; là où l'une d'elles ne citait pas une expression, le "
        "nombre réel est plus élevé. Le sens n'a pas été interprété et les textes cités ne sont pas traduits."};

constexpr report_labels spanish{
    .overview       = "Panorama",
    .records_read   = "Registros leídos",
    .partials_read  = "Análisis parciales reunidos",
    .period         = "Período",
    .themes         = "Temas",
    .themes_asked   = "Temas cercanos a la pregunta",
    .themes_other   = "Otros temas",
    .records        = "registros",
    .of             = "de",
    .at_least       = "al menos",
    .ids            = "Identificadores",
    .and_more       = "y más:",
    .example        = "Ejemplo",
    .including      = "Incluye",
    .over_time      = "En el tiempo",
    .growing        = "en aumento",
    .falling        = "en descenso",
    .none_moves     = "Ningún tema aumenta ni disminuye más de lo que explica el azar.",
    .further        = "También aparecen",
    .question       = "Palabras de la pregunta halladas en los registros",
    .question_unmet = "Ningún registro contiene una palabra distintiva de la pregunta; por eso los temas se ordenan "
                      "solo por frecuencia.",
    .everywhere     = "En casi todos los registros",
    .labels         = "Códigos existentes",
    .mostly_coded   = "Codificado sobre todo como",
    .trend_rising   = "Códigos en aumento durante el período (primera mitad → segunda mitad)",
    .trend_falling  = "Códigos en descenso durante el período (primera mitad → segunda mitad)",
    .trend_steady   = "Ningún código aumenta ni disminuye más de lo que explica el azar; códigos comparados",
    .nothing_shared = "Ninguna expresión aparece en más de un registro; cada registro se representa a sí mismo.",
    .no_words       = "Los registros no contienen palabras que se puedan contar.",
    .method = "Los temas son palabras y expresiones contadas por registro; un registro puede contener varias. No se "
              "interpretó el significado y los textos citados no se tradujeron.",
    .method_merged = "Los números son la suma de los análisis parciales; si uno de ellos no citaba una expresión, el "
                     "número real es mayor. No se interpretó el significado y los textos citados no se tradujeron."};

constexpr report_labels arabic{
    .overview       = "نظرة عامة",
    .records_read   = "السجلات المقروءة",
    .partials_read  = "التحليلات الجزئية المدمجة",
    .period         = "الفترة",
    .themes         = "المواضيع",
    .themes_asked   = "مواضيع قريبة من السؤال",
    .themes_other   = "مواضيع أخرى",
    .records        = "السجلات",
    .of             = "من",
    .at_least       = "على الأقل",
    .ids            = "المعرّفات",
    .and_more       = "وغيرها:",
    .example        = "مثال",
    .including      = "ومنها",
    .over_time      = "عبر الزمن",
    .growing        = "في ازدياد",
    .falling        = "في تراجع",
    .none_moves     = "لا يوجد موضوع يزداد أو يتراجع أكثر مما تفسره الصدفة.",
    .further        = "ورد أيضاً",
    .question       = "كلمات السؤال الواردة في السجلات",
    .question_unmet = "لا يحتوي أي سجل على كلمة مميزة من السؤال، لذلك رُتبت المواضيع بحسب التكرار فقط.",
    .everywhere     = "في جميع السجلات تقريباً",
    .labels         = "الرموز الموجودة",
    .mostly_coded   = "الرمز الغالب",
    .trend_rising   = "رموز تزداد خلال الفترة (النصف الأول ← النصف الثاني)",
    .trend_falling  = "رموز تتراجع خلال الفترة (النصف الأول ← النصف الثاني)",
    .trend_steady   = "لا يوجد رمز يزداد أو يتراجع أكثر مما تفسره الصدفة؛ الرموز المقارنة",
    .nothing_shared = "لا تتكرر أي عبارة في أكثر من سجل واحد، لذلك يمثل كل سجل نفسه.",
    .no_words      = "لا تحتوي السجلات على كلمات يمكن عدّها.",
    .method        = "المواضيع كلمات وعبارات معدودة بحسب السجلات، وقد يحتوي السجل على أكثر من موضوع. لم "
                     "يُفسَّر المعنى ولم تُترجم النصوص المقتبسة.",
    .method_merged = "الأعداد مجموع التحليلات الجزئية؛ وإذا لم يذكر أحدها عبارة ما فالعدد الحقيقي "
                     "أكبر. لم يُفسَّر المعنى ولم تُترجم النصوص المقتبسة."};

constexpr report_labels russian{
    .overview      = "Обзор",
    .records_read  = "Прочитано записей",
    .partials_read = "Объединено частичных анализов",
    .period        = "Период",
    .themes        = "Темы",
    .themes_asked  = "Темы, близкие к вопросу",
    .themes_other  = "Другие темы",
    .records       = "записи",
    .of            = "из",
    .at_least      = "не менее",
    .ids           = "Идентификаторы",
    .and_more      = "и ещё:",
    .example       = "Пример",
    .including     = "В том числе",
    .over_time     = "Во времени",
    .growing       = "растёт",
    .falling       = "снижается",
    .none_moves    = "Ни одна тема не растёт и не снижается сильнее, чем объясняет случайность.",
    .further       = "Также встречаются",
    .question      = "Слова вопроса, найденные в записях",
    .question_unmet =
        "Ни одна запись не содержит характерных слов вопроса, поэтому темы упорядочены только по частоте.",
    .everywhere   = "Почти во всех записях",
    .labels       = "Имеющиеся коды",
    .mostly_coded = "Чаще всего код",
    .trend_rising = "Коды, растущие за период (первая половина → вторая половина)",
    .trend_falling  = "Коды, снижающиеся за период (первая половина → вторая половина)",
    .trend_steady   = "Ни один код не растёт и не снижается сильнее, чем объясняет случайность; сравнено кодов",
    .nothing_shared = "Ни одно выражение не встречается более чем в одной записи; каждая запись говорит сама за себя.",
    .no_words       = "Записи не содержат слов, которые можно посчитать.",
    .method         = "Темы — это слова и выражения, подсчитанные по записям; одна запись может содержать несколько. Смысл не "
                      "толковался, цитаты не переведены.",
    .method_merged  = "Числа — сумма по частичным анализам; если один из них не назвал выражение, настоящее число "
                      "больше. Смысл не толковался, цитаты не переведены."};

constexpr report_labels dutch{
    .overview      = "Overzicht",
    .records_read  = "Gelezen records",
    .partials_read = "Samengevoegde deelanalyses",
    .period        = "Periode",
    .themes        = "Thema's",
    .themes_asked  = "Thema's dicht bij de vraag",
    .themes_other  = "Andere thema's",
    .records       = "records",
    .of            = "van",
    .at_least      = "ten minste",
    .ids           = "ID's",
    .and_more      = "en nog:",
    .example       = "Voorbeeld",
    .including     = "Waaronder",
    .over_time     = "In de tijd",
    .growing       = "groeit",
    .falling       = "neemt af",
    .none_moves    = "Geen thema groeit of neemt af boven wat toeval verklaart.",
    .further       = "Ook gevonden",
    .question      = "Woorden van de vraag in de records",
    .question_unmet =
        "Geen record bevat een kenmerkend woord van de vraag; de thema's staan daarom alleen op frequentie.",
    .everywhere     = "In bijna alle records",
    .labels         = "Bestaande codes",
    .mostly_coded   = "Meestal gecodeerd als",
    .trend_rising   = "Codes die groeien in de periode (eerste helft → tweede helft)",
    .trend_falling  = "Codes die afnemen in de periode (eerste helft → tweede helft)",
    .trend_steady   = "Geen code groeit of neemt af boven wat toeval verklaart; vergeleken codes",
    .nothing_shared = "Geen uitdrukking komt in meer dan één record voor; elk record staat op zichzelf.",
    .no_words       = "De records bevatten geen woorden die te tellen zijn.",
    .method = "Thema's zijn woorden en uitdrukkingen, geteld per record; een record kan er meer bevatten. De betekenis "
              "is niet geduid en geciteerde tekst is niet vertaald.",
    .method_merged = "Aantallen zijn de som van de deelanalyses; noemde een deelanalyse een uitdrukking niet, dan is "
                     "het werkelijke aantal hoger. De betekenis is niet geduid en geciteerde tekst is niet vertaald."};

constexpr report_labels ukrainian{
    .overview       = "Огляд",
    .records_read   = "Прочитано записів",
    .partials_read  = "Об'єднано часткових аналізів",
    .period         = "Період",
    .themes         = "Теми",
    .themes_asked   = "Теми, близькі до запитання",
    .themes_other   = "Інші теми",
    .records        = "записи",
    .of             = "із",
    .at_least       = "щонайменше",
    .ids            = "Ідентифікатори",
    .and_more       = "і ще:",
    .example        = "Приклад",
    .including      = "Зокрема",
    .over_time      = "У часі",
    .growing        = "зростає",
    .falling        = "спадає",
    .none_moves     = "Жодна тема не зростає і не спадає більше, ніж пояснює випадковість.",
    .further        = "Також трапляються",
    .question       = "Слова запитання, знайдені в записах",
    .question_unmet = "Жоден запис не містить характерних слів запитання, тому теми впорядковано лише за частотою.",
    .everywhere     = "Майже в усіх записах",
    .labels         = "Наявні коди",
    .mostly_coded   = "Найчастіше код",
    .trend_rising = "Коди, що зростають за період (перша половина → друга половина)",
    .trend_falling = "Коди, що спадають за період (перша половина → друга половина)",
    .trend_steady   = "Жоден код не зростає і не спадає більше, ніж пояснює випадковість; порівняно кодів",
    .nothing_shared = "Жоден вислів не трапляється більш ніж в одному записі; кожен запис говорить сам за себе.",
    .no_words       = "Записи не містять слів, які можна порахувати.",
    .method         = "Теми — це слова й вислови, пораховані за записами; один запис може містити кілька. Зміст не тлумачився, "
                      "цитати не перекладено.",
    .method_merged  = "Числа — сума за частковими аналізами; якщо один із них не назвав вислову, справжнє число більше. "
                      "Зміст не тлумачився, цитати не перекладено."};

constexpr std::array<const report_labels*, language_count> all{&english, &french, &spanish,  &arabic,
                                                               &russian, &dutch,  &ukrainian};

} // namespace

const report_labels& report_labels_of(language lang) noexcept { return *all[index(lang)]; }

} // namespace verbatim::core::extractive
