#include "word_lists.hpp"

#include "verbatim/text_analysis/tokenizer.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <unordered_map>

namespace verbatim::text_analysis {
namespace {

// A line is a topic: its words by language in the order of `languages`, with a bar between languages. A word stands for
// all inflections, after `=` only for itself, because words of other meanings have its stem: `élèves` and `élevé`. A
// word belongs to the first line that holds it. Words that often mean something else in their language belong to none:
// `panne` of any device, `ніж` (knife, than), `red` (net, network).
constexpr std::string_view table =
    R"(water tap pump borehole jerrycan tanker cistern thirst|eau robinet pompe forage puits bidon citerne soif fontaine|agua grifo pozo bidón cisterna sed|ماء مياه حنفية مضخة بئر صهريج عطش جركن|вода воды кран насос колодец скважина цистерна канистра жажда|water kraan pomp put waterput jerrycan tankwagen dorst|вода води водою кран насос колодязь криниця свердловина цистерна каністра спрага
toilet latrine cubicle sewage cesspit|toilettes latrines latrine fosse égout wc|baño letrina retrete inodoro alcantarillado|مرحاض مراحيض حمام حمامات|туалет уборная выгребная канализация|toilet latrine wc riool beerput|туалет вбиральня каналізація
garbage rubbish trash litter dump bins|ordures déchets poubelle décharge détritus|basura desechos vertedero contenedor|قمامة نفايات زبالة مكب|мусор отходы свалка помойка|afval vuilnis vuilnisbak stortplaats|сміття відходи смітник звалище
medicine medicines tablets pills insulin pharmacy antibiotics prescription syrup paracetamol|médicament médicaments comprimés insuline pharmacie antibiotiques sirop paracétamol =cachets|medicina medicamento medicinas pastillas tabletas insulina farmacia antibióticos receta jarabe paracetamol remedio|دواء أدوية أقراص أنسولين صيدلية وصفة مضادات|лекарство лекарства таблетки инсулин аптека антибиотики рецепт сироп парацетамол|medicijn medicijnen pillen tabletten insuline apotheek antibiotica recept paracetamol|ліки ліків таблетки пігулки інсулін аптека антибіотики рецепт сироп парацетамол
clinic hospital doctor nurse midwife ambulance patient patients surgeon|clinique hôpital médecin docteur infirmière infirmier ambulance dispensaire malades chirurgien|clínica hospital médico doctor enfermera enfermero partera ambulancia paciente pacientes|عيادة مستشفى طبيب ممرضة إسعاف مريض مرضى|больница поликлиника врач доктор медсестра фельдшер акушерка пациент пациенты амбулатория|kliniek ziekenhuis dokter arts verpleegster vroedvrouw ambulance patiënt patiënten|лікарня поліклініка амбулаторія лікар медсестра фельдшер акушерка пацієнт пацієнти хворі медцентр
fever cough diarrhoea cholera malaria measles ebola covid infection symptoms|fièvre toux diarrhée choléra paludisme rougeole ebola covid infection symptômes|fiebre tos diarrea cólera malaria paludismo sarampión ébola covid infección síntomas|حمى سعال إسهال كوليرا ملاريا حصبة إيبولا كوفيد عدوى أعراض|лихорадка кашель понос холера малярия корь эбола ковид инфекция симптомы|koorts hoest diarree cholera malaria mazelen ebola covid infectie symptomen|гарячка кашель пронос холера малярія кір ебола ковід інфекція симптоми
vaccine vaccination vaccinated jab immunisation|vaccin vaccination vacciné vaccins|vacuna vacunación vacunado vacunas|لقاح تطعيم لقاحات تلقيح|вакцина вакцинация прививка прививки|vaccin vaccinatie gevaccineerd inenting|вакцина вакцинація щеплення
food ration rations rice flour lentils beans maize bread sugar oil meal biscuits tins hunger hungry|ration rations riz farine lentilles haricots pain sucre huile repas biscuits faim nourriture =vivres =conserves|víveres ración raciones arroz harina lentejas frijoles maíz pan azúcar aceite latas hambre alimentos =comida|طعام غذاء غذائية حصة حصص أرز طحين عدس فول ذرة خبز زيت معلبات جوع فاصوليا|продукты паёк рис мука чечевица фасоль кукуруза хлеб сахар масло консервы голод =еда|voedsel eten rantsoen rijst meel linzen bonen maïs brood suiker olie blikken honger|їжа продукти пайок рис борошно сочевиця квасоля кукурудза хліб цукор олія консерви голод
cash money transfer payment voucher bank atm withdraw pin =allowance|argent virement paiement allocation espèces banque|dinero transferencia pago subsidio bono banco cajero pin|مال نقود حوالة دفعة منحة نقدية قسيمة بنك صراف|деньги выплата пособие наличные ваучер банкомат пин =банк|geld overschrijving uitkering toelage contant voucher bank geldautomaat pincode|гроші виплата переказ готівка ваучер банкомат пін =банк
roof tent tarpaulin ceiling shelter wall walls|toit tente bâche plafond abri mur murs|techo carpa lona albergue gotera paredes tejado =pared =refugio|سقف خيمة خيام شادر مأوى جدار|крыша палатка тент потолок укрытие стена стены шифер|dak tent zeil plafond onderdak muur muren huis huizen|дах намет тент стеля укриття стіна стіни будинок хата шифер
stove heater heating firewood coal blanket blankets cold freeze|poêle chauffage charbon froid|estufa calefacción leña carbón cobija cobijas manta mantas frío|مدفأة تدفئة حطب فحم بطانية بطانيات برد|печка печь отопление дрова одеяло одеяла холод =уголь|kachel verwarming brandhout kolen deken dekens kou koud|піч пічка опалення дрова вугілля ковдра ковдри холод
rent landlord eviction evict evicted lease tenant|loyer propriétaire expulsion expulser bail locataire|alquiler arriendo casero desalojo desalojar inquilino|إيجار إخلاء مستأجر|аренда квартплата выселение выселить выселяют|huur huurprijs verhuurder huisbaas uitzetting huurder|оренда квартплата виселення виселити виселяють
registration register registered list lists names fingerprint|enregistrement inscription inscrit inscrits liste listes noms recensement|registro inscripción inscrito inscritos lista listas nombres censo|تسجيل سجل قائمة قوائم أسماء مسجل|регистрация список списки зарегистрирован учёт|registratie lijst lijsten namen ingeschreven inschrijving|реєстрація список списки зареєстрований облік
distribution queue token coupon crowd|distribution jeton coupon foule|distribución fila cupón|توزيع طابور كوبون|раздача талон|uitdeling wachtrij|роздача талон
school teacher teachers lesson lessons class classes classroom pupils pupil exam education desks|école instituteur institutrice enseignant enseignante enseignants classe classes éducation =élève =élèves|escuela maestro maestra maestros profesor clase clases aula alumnos alumno educación|مدرسة مدارس معلم معلمة معلمون درس دروس تلاميذ طلاب امتحان|школа учитель учителя урок уроки класс классы ученики ученик экзамен учебники|school leraar leraren les lessen klas klassen leerlingen leerling examen onderwijs|школа вчитель вчителька вчителі урок уроки клас класи учні учень іспит підручники
thieves thief robbed robbery gang gangs gunmen attack attacked knives police patrol curfew =armed|voleurs voleur vol braquage armés attaque attaqué bagarre couteau police patrouille agression|ladrones ladrón robo robaron pandilla pandillas armados disparos ataque pelea cuchillo policía patrulla asalto|لصوص لص سرقة سرقوا عصابة عصابات مسلح مسلحون هجوم شجار سكين شرطة|воры вор кража украли ограбили банда вооружённые выстрелы нападение драка нож полиция патруль|dieven dief diefstal gestolen bende gewapend schoten aanval gevecht mes politie patrouille|злодії злодій крадіжка вкрали пограбували банда озброєні постріли напад бійка поліція патруль
electricity lamp lamps bulb solar blackout lamppost =generator|électricité générateur lampe lampes solaire lampadaire|electricidad luz lámpara lámparas apagón farola =generador =solar|كهرباء مولد مصباح مصابيح إنارة|электричество свет генератор лампа лампы лампочка фонарь фонари|elektriciteit stroom generator lamp lampen zonnepaneel stroomuitval lantaarn|електрика світло генератор лампа лампи лампочка ліхтар ліхтарі
road roads bridge bus buses transport minibus taxi fare mud potholes|route routes pont bus transport minibus taxi boue piste|carretera puente autobús bus transporte taxi pasaje barro|جسر حافلة حافلات مواصلات طين|мост автобус транспорт такси маршрутка проезд|brug bus bussen vervoer taxi modder|автобус транспорт таксі маршрутка проїзд багнюка
poster leaflet leaflets megaphone loudspeaker noticeboard =informed translation language|affiche affiches dépliant mégaphone traduction =informés langue|folleto folletos megáfono traducción =informados idioma altavoz altavoces|ملصق ملصقات منشور منشورات إعلان إعلانات مكبر ترجمة لغة|объявление объявления плакат листовка листовки громкоговоритель язык|poster posters folder megafoon aankondiging mededeling prikbord vertaling taal luidspreker|оголошення плакат листівка листівки гучномовець переклад мова
volunteer volunteers staff rude shouted insulted insult disrespect impolite yelled|bénévole bénévoles volontaire volontaires impoli insulté insulte crié grossier mépris|voluntario voluntarios voluntaria grosero grosera insultó insulto gritó desprecio|متطوع متطوعة متطوعون وقح أهان إهانة صرخ شتم احتقار|волонтёр волонтёры грубо грубый оскорбил оскорбление накричал хамство|vrijwilliger vrijwilligers onbeleefd beledigd belediging schreeuwde respectloos|волонтер волонтерка волонтери грубо грубий образив образа накричав хамство
rumour rumours gossip rumor rumors|rumeur rumeurs ragot|rumor rumores chisme|إشاعة إشاعات شائعة شائعات|слух слухи сплетни|gerucht geruchten roddel|чутка чутки плітки
job jobs salary wages wage employment unemployed employer income|emploi emplois salaire salaires chômage chômeur employeur|empleo empleos salario sueldo desempleo jornal|وظيفة وظائف راتب رواتب بطالة أجور|зарплата заработок безработица работодатель доход|baan banen loon salaris werkloos werkgever inkomen|зарплата заробіток безробіття роботодавець дохід
seed seeds sow plough hoe harvest crop crops fertilizer farmers planting|semence semences semer charrue houe récolte engrais paysans|semilla semillas sembrar arado azada cosecha cultivos fertilizante agricultores|بذور زرع محراث فأس حصاد محصول محاصيل سماد مزارعون|семена посев плуг мотыга урожай посевы удобрение|zaad zaden zaaien oogst mest boeren|насіння посів плуг мотика врожай посіви добриво
cow cows goat goats sheep herd cattle pasture vet livestock|vache vaches chèvre chèvres brebis troupeau bétail pâturage vétérinaire|vaca vacas cabra cabras oveja ovejas rebaño ganado pasto veterinario|بقرة أبقار ماعز غنم أغنام قطيع مرعى بيطري ماشية|корова коровы коза козы овцы стадо скот пастбище ветеринар|koe koeien geit geiten schapen kudde vee weide veearts|корова корови коза кози вівці стадо худоба пасовище ветеринар
fish fishing boat boats canoe|poisson pêche pêcheur bateau pirogue|pescado pesca pescador lancha canoa|سمك صيد صياد قارب قوارب|рыба рыбалка рыбак лодка лодки|vis visserij visser boot boten kano|риба рибалка човен човни
soap pads nappies diapers hygiene shampoo|savon serviettes hygiène =couches|jabón toallas pañales higiene|صابون فوط حفاضات نظافة|мыло прокладки подгузники гигиена|zeep maandverband luiers hygiëne|мило прокладки підгузки гігієна
network signal internet sim|réseau =signal internet sim|=señal internet sim|إنترنت|интернет сигнал|netwerk internet signaal|інтернет сигнал
prices expensive traders|prix commerçants|precios =caro =caros|أسعار غلاء غالي|цены|prijzen|ціни
playground playing toys football swing|jeux jouets balançoire ballon|juegos juguetes columpio pelota|ملعب ألعاب أرجوحة|игрушки качели|speeltuin speelgoed schommel|іграшки гойдалка
flood flooded floods drainage ditch river rain rains storm|inondation inondations inondé drainage pluie pluies tempête|inundación inundaciones inundado drenaje zanja lluvia lluvias tormenta|فيضان فيضانات مطر أمطار عاصفة|наводнение затопило потоп дренаж канава дождь дожди буря|overstroming overstroomd drainage sloot regen storm|повінь затопило дренаж канава дощ дощі буря
land plot plots deed boundary inheritance|parcelle parcelles héritage|terreno parcela parcelas lindero herencia|ميراث|межа наследство|perceel percelen erfenis|ділянка ділянки спадок
mosquito mosquitoes rats bedbugs lice snakes insects|moustique moustiques rats punaises poux serpents insectes|mosquito mosquitos zancudos ratas chinches piojos serpientes insectos|بعوض جرذان فئران بق قمل أفاعي حشرات|комары крысы клопы вши змеи насекомые|mug muggen ratten bedwantsen luizen slangen insecten|комарі щури клопи воші змії комахи
passport identity certificate certificates papers =document =documents|passeport identité certificat papiers document documents|pasaporte identidad certificado documento documentos cédula papeles|جواز هوية شهادة وثيقة وثائق أوراق|паспорт удостоверение свидетельство справка документы|paspoort identiteitskaart certificaat akte documenten papieren|паспорт посвідчення свідоцтво довідка документи
wheelchair disabled disability ramp crutches blind deaf|handicap handicapé handicapés fauteuil rampe béquilles aveugle sourd|discapacidad discapacitado rampa muletas ciego sordo|إعاقة معاق معاقين عكاز أعمى أصم|инвалид инвалиды пандус костыли слепой глухой|rolstoel gehandicapt helling krukken blind doof|інвалід інвалідність пандус милиці сліпий глухий
reunite separated|séparés|desaparecido desaparecidos separados|مفقود مفقودين|пропавший розыск|vermist vermiste opsporing|зниклий розшук
)";

std::string_view cut(std::string_view& rest, char end)
{
    const auto at   = std::min(rest.find(end), rest.size());
    const auto part = rest.substr(0, at);
    rest.remove_prefix(std::min(at + 1, rest.size()));
    return part;
}

/// Calls `visit(topic, language, word)` for each word, as the table has it.
template <class Visit>
void for_each_word(Visit visit)
{
    auto lines = table;
    for (std::size_t topic = 0; !lines.empty(); ++topic)
    {
        auto line = cut(lines, '\n');
        for (const auto lang : languages)
            for (auto words = cut(line, '|'); !words.empty();) visit(topic, lang, cut(words, ' '));
    }
}

struct topics
{
    std::unordered_map<std::string_view, std::size_t> by_word; ///< in lower case
    std::unordered_map<std::string, std::size_t>      by_stem;
};

void add(topics& target, std::string_view word, language lang, std::size_t topic, tokenizer& tokenizer)
{
    if (word.starts_with('=')) target.by_word.try_emplace(word.substr(1), topic);
    else target.by_stem.try_emplace(tokenizer.stem_text(tokenizer.stems_of(word)[index(lang)]), topic);
}

std::array<topics, language_count> read_table()
{
    std::array<topics, language_count> result;
    tokenizer                          tokenizer;
    for_each_word([&](std::size_t topic, language lang, std::string_view word) {
        add(result[index(lang)], word, lang, topic, tokenizer);
    });
    return result;
}

template <class Map, class Key>
std::optional<std::size_t> value_of(const Map& map, const Key& key)
{
    const auto match = map.find(key);
    return match == map.end() ? std::nullopt : std::optional{match->second};
}

} // namespace

std::vector<std::string_view> topic_words_of(language lang)
{
    std::vector<std::string_view> words;
    for_each_word([&](std::size_t, language of, std::string_view word) {
        if (of == lang) words.push_back(word.substr(word.starts_with('=')));
    });
    return words;
}

std::optional<std::size_t> topic_of(language lang, std::string_view word, const std::string& stem_text)
{
    static const auto all   = read_table();
    const auto        topic = value_of(all[index(lang)].by_word, word);
    return topic ? topic : value_of(all[index(lang)].by_stem, stem_text);
}

} // namespace verbatim::text_analysis
