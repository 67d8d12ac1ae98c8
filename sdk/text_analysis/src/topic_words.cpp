#include "topic_words.hpp"

#include "verbatim/text_analysis/tokenizer.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <unordered_map>

namespace verbatim::text_analysis {
namespace {

// A line is a topic: its words by language in the order of `languages`, with a bar between languages. A stem belongs to
// the first line that holds it.
constexpr std::string_view table =
    R"(water tap pump borehole well jerrycan tanker cistern thirst|eau robinet pompe forage puits bidon citerne soif fontaine|agua grifo bomba pozo bidón cisterna sed llave|ماء مياه حنفية مضخة بئر صهريج عطش جركن|вода воды кран насос колодец скважина цистерна канистра жажда|water kraan pomp put waterput jerrycan tankwagen dorst|вода води водою кран насос колодязь криниця свердловина цистерна каністра спрага
toilet latrine cubicle sewage cesspit|toilettes latrines latrine fosse égout wc|baño letrina retrete inodoro alcantarillado|مرحاض مراحيض حمام حمامات صرف|туалет уборная выгребная канализация|toilet latrine wc riool beerput|туалет вбиральня каналізація
garbage rubbish trash litter dump bins|ordures déchets poubelle décharge détritus|basura desechos vertedero contenedor|قمامة نفايات زبالة مكب|мусор отходы свалка помойка|afval vuilnis vuilnisbak stortplaats|сміття відходи смітник звалище
medicine medicines drug tablets pills insulin pharmacy antibiotics prescription syrup paracetamol|médicament médicaments comprimés cachets insuline pharmacie antibiotiques ordonnance sirop paracétamol|medicina medicamento medicinas pastillas tabletas insulina farmacia antibióticos receta jarabe paracetamol remedio|دواء أدوية حبوب أقراص أنسولين صيدلية وصفة مضادات|лекарство лекарства таблетки инсулин аптека антибиотики рецепт сироп парацетамол|medicijn medicijnen pillen tabletten insuline apotheek antibiotica recept paracetamol|ліки ліків таблетки пігулки інсулін аптека антибіотики рецепт сироп парацетамол
clinic hospital doctor nurse midwife ambulance ward patient patients surgeon|clinique hôpital médecin docteur infirmière infirmier ambulance dispensaire patients malades chirurgien|clínica hospital médico doctor enfermera enfermero partera ambulancia paciente pacientes sanitario|عيادة مستشفى طبيب ممرضة قابلة إسعاف مريض مرضى|больница поликлиника врач доктор медсестра фельдшер акушерка пациент пациенты амбулатория|kliniek ziekenhuis dokter arts verpleegster vroedvrouw ambulance patiënt patiënten|лікарня поліклініка амбулаторія лікар медсестра фельдшер акушерка пацієнт пацієнти хворі медцентр
fever cough diarrhoea cholera malaria measles ebola covid infection symptoms|fièvre toux diarrhée choléra paludisme rougeole ebola covid infection symptômes|fiebre tos diarrea cólera malaria paludismo sarampión ébola covid infección síntomas|حمى سعال إسهال كوليرا ملاريا حصبة إيبولا كوفيد عدوى أعراض|лихорадка кашель понос холера малярия корь эбола ковид инфекция симптомы|koorts hoest diarree cholera malaria mazelen ebola covid infectie symptomen|гарячка кашель пронос холера малярія кір ебола ковід інфекція симптоми
vaccine vaccination vaccinated jab immunisation|vaccin vaccination vacciné vaccins|vacuna vacunación vacunado vacunas|لقاح تطعيم لقاحات تلقيح|вакцина вакцинация прививка прививки|vaccin vaccinatie gevaccineerd inenting|вакцина вакцинація щеплення
food ration rations rice flour lentils beans maize bread sugar oil meal biscuits tins hunger hungry|vivres ration rations riz farine lentilles haricots maïs pain sucre huile repas biscuits conserves faim nourriture|comida víveres ración raciones arroz harina lentejas frijoles maíz pan azúcar aceite latas hambre alimentos|طعام غذاء غذائية حصة حصص أرز طحين عدس فول ذرة خبز سكر زيت معلبات جوع فاصوليا|еда продукты паёк рис мука чечевица фасоль кукуруза хлеб сахар масло консервы голод|voedsel eten rantsoen rijst meel linzen bonen maïs brood suiker olie blikken honger|їжа продукти пайок рис борошно сочевиця квасоля кукурудза хліб цукор олія консерви голод
cash money transfer payment allowance grant voucher bank atm withdraw pin|argent virement paiement allocation espèces bon banque distributeur retirer|dinero transferencia pago subsidio bono efectivo vale banco cajero retirar pin|مال نقود حوالة دفعة معونة منحة نقدية قسيمة بنك صراف|деньги перевод выплата пособие наличные ваучер банк банкомат пин|geld overschrijving uitkering toelage contant voucher bank geldautomaat pincode|гроші виплата переказ допомога готівка ваучер банк банкомат пін
roof tent tarpaulin ceiling shelter leak leaks wall walls house houses|toit tente bâche plafond abri fuite mur murs maison maisons|techo carpa lona albergue refugio gotera pared paredes casa casas tejado|سقف خيمة خيام شادر مأوى تسرب جدار بيت بيوت|крыша палатка тент потолок укрытие стена стены дом дома шифер|dak tent zeil plafond onderdak lek muur muren huis huizen|дах намет тент стеля укриття протікає стіна стіни будинок хата шифер
stove heater heating firewood coal blanket blankets cold freeze|poêle chauffage bois charbon couverture couvertures froid|estufa calefacción leña carbón cobija cobijas manta mantas frío|مدفأة تدفئة حطب فحم بطانية بطانيات برد وقود|печка печь отопление дрова уголь одеяло одеяла холод|kachel verwarming brandhout kolen deken dekens kou koud|піч пічка опалення дрова вугілля ковдра ковдри холод
rent landlord eviction evict evicted lease tenant deposit|loyer propriétaire expulsion expulser bail locataire caution|alquiler arriendo casero dueño desalojo desalojar inquilino renta|إيجار إيجارا مالك المالك إخلاء مستأجر|аренда квартплата хозяин выселение выселить выселяют квартира|huur huurprijs verhuurder huisbaas uitzetting huurder|оренда квартплата господар виселення виселити виселяють квартира
registration register registered list lists names enrolment fingerprint|enregistrement inscription inscrit inscrits liste listes noms recensement|registro inscripción inscrito inscritos lista listas nombres censo|تسجيل سجل قائمة قوائم أسماء مسجل|регистрация список списки зарегистрирован запись учёт|registratie lijst lijsten namen ingeschreven inschrijving|реєстрація список списки зареєстрований запис облік
distribution queue token coupon crowd|distribution file jeton coupon foule|distribución cola fila ficha cupón|توزيع طابور دور كوبون|раздача очередь талон|uitdeling rij wachtrij bon|роздача черга талон
school teacher teachers lesson lessons class classes classroom pupils pupil exam books education desks|école instituteur institutrice enseignant enseignante enseignants maître cours classe classes élèves élève examen livres éducation|escuela maestro maestra maestros profesor clase clases aula alumnos alumno examen libros educación|مدرسة مدارس معلم معلمة معلمون درس دروس صف صفوف تلاميذ طلاب امتحان كتب تعليم|школа учитель учителя урок уроки класс классы ученики ученик экзамен учебники|school leraar leraren les lessen klas klassen leerlingen leerling examen boeken onderwijs|школа вчитель вчителька вчителі урок уроки клас класи учні учень іспит підручники
thieves thief robbed robbery gang gangs armed shots gunmen attack attacked fight fighting knives police patrol curfew|voleurs voleur vol braquage bande bandes armés tirs attaque attaqué bagarre couteau police patrouille agression|ladrones ladrón robo robaron pandilla pandillas armados disparos ataque pelea cuchillo policía patrulla asalto|لصوص لص سرقة سرقوا عصابة عصابات مسلح مسلحون إطلاق هجوم شجار سكين شرطة دورية|воры вор кража украли ограбили банда вооружённые выстрелы нападение драка нож полиция патруль|dieven dief diefstal gestolen bende gewapend schoten aanval gevecht mes politie patrouille|злодії злодій крадіжка вкрали пограбували банда озброєні постріли напад бійка ніж поліція патруль
electricity power generator lamp lamps bulb solar blackout lights lamppost|électricité courant générateur lampe lampes ampoule solaire panne lampadaire|electricidad luz corriente generador lámpara lámparas foco solar apagón farola|كهرباء مولد مصباح مصابيح إنارة شمسية|электричество свет генератор лампа лампы лампочка фонарь фонари|elektriciteit stroom generator lamp lampen zonnepaneel stroomuitval lantaarn|електрика світло генератор лампа лампи лампочка ліхтар ліхтарі
road roads bridge bus buses transport minibus taxi fare mud potholes|route routes pont bus transport minibus taxi tarif boue piste|camino caminos carretera puente autobús bus transporte taxi pasaje barro|طريق طرق جسر حافلة حافلات مواصلات سيارة أجرة طين|дорога дороги мост автобус транспорт такси маршрутка проезд грязь|weg wegen brug bus bussen vervoer taxi modder|дорога дороги міст автобус транспорт таксі маршрутка проїзд багнюка
poster leaflet leaflets megaphone loudspeaker announcement announced noticeboard informed translation|affiche affiches dépliant mégaphone annonce annonces panneau traduction informés|cartel carteles folleto folletos megáfono anuncio anuncios aviso avisos traducción informados|ملصق ملصقات منشور منشورات إعلان إعلانات مكبر لوحة ترجمة|объявление объявления плакат листовка листовки громкоговоритель перевели|poster posters folder megafoon aankondiging mededeling prikbord vertaling|оголошення плакат листівка листівки гучномовець переклад
volunteer volunteers staff rude shouted insulted insult disrespect impolite yelled|bénévole bénévoles volontaire volontaires impoli insulté insulte crié grossier mépris|voluntario voluntarios voluntaria grosero grosera insultó insulto gritó maltrato desprecio|متطوع متطوعة متطوعون وقح أهان إهانة صرخ شتم احتقار|волонтёр волонтёры грубо грубый оскорбил оскорбление накричал хамство|vrijwilliger vrijwilligers onbeleefd beledigd belediging schreeuwde respectloos|волонтер волонтерка волонтери грубо грубий образив образа накричав хамство
rumour rumours gossip rumor rumors|rumeur rumeurs ragot|rumor rumores chisme|إشاعة إشاعات شائعة شائعات|слух слухи сплетни|gerucht geruchten roddel|чутка чутки плітки
job jobs salary wages wage employment unemployed employer income|emploi emplois salaire salaires chômage chômeur employeur revenu|empleo empleos salario sueldo desempleo jornal ingresos|وظيفة وظائف راتب رواتب بطالة أجور دخل|работа зарплата заработок безработица работодатель доход|baan banen loon salaris werkloos werkgever inkomen|робота зарплата заробіток безробіття роботодавець дохід
seed seeds sow plough hoe harvest crop crops fertilizer farmers planting|semence semences semer charrue houe récolte cultures engrais paysans|semilla semillas sembrar arado azada cosecha cultivos fertilizante agricultores|بذور زرع محراث فأس حصاد محصول محاصيل سماد مزارعون|семена посев плуг мотыга урожай посевы удобрение|zaad zaden zaaien ploeg oogst gewassen mest boeren|насіння посів плуг мотика врожай посіви добриво
cow cows goat goats sheep herd cattle pasture vet livestock|vache vaches chèvre chèvres brebis troupeau bétail pâturage vétérinaire|vaca vacas cabra cabras oveja ovejas rebaño ganado pasto veterinario|بقرة أبقار ماعز غنم أغنام قطيع مرعى بيطري ماشية|корова коровы коза козы овцы стадо скот пастбище ветеринар|koe koeien geit geiten schapen kudde vee weide veearts|корова корови коза кози вівці стадо худоба пасовище ветеринар
fish fishing boat boats net nets canoe|poisson pêche pêcheur bateau filet filets pirogue|pescado pesca pescador bote lancha red redes canoa|سمك صيد صياد قارب قوارب شبكة شباك|рыба рыбалка рыбак лодка лодки сети|vis visserij visser boot boten netten kano|риба рибалка човен човни сіті
soap pads nappies diapers hygiene shampoo bucket|savon serviettes couches hygiène seau|jabón toallas pañales higiene balde|صابون فوط حفاضات نظافة دلو|мыло прокладки подгузники гигиена ведро|zeep maandverband luiers hygiëne emmer|мило прокладки підгузки гігієна відро
network signal internet sim coverage|réseau signal internet sim|señal internet cobertura sim|إنترنت تغطية|интернет сигнал связь|netwerk internet bereik signaal|інтернет сигнал зв'язок
prices expensive market traders|prix cher marché commerçants|precios caro caros mercado|أسعار غلاء غالي سوق|цены дорого рынок|prijzen duur markt|ціни дорого ринок базар
playground playing toys football swing|jeux jouets aire balançoire ballon|juegos juguetes columpio pelota|ملعب ألعاب أرجوحة|площадка игрушки качели|speeltuin speelgoed schommel|майданчик іграшки гойдалка
flood flooded floods drainage ditch river rain rains storm|inondation inondations inondé drainage fossé crue pluie pluies tempête|inundación inundaciones inundado drenaje zanja crecida lluvia lluvias tormenta|فيضان فيضانات سيول تصريف مطر أمطار عاصفة|наводнение затопило потоп дренаж канава дождь дожди буря|overstroming overstroomd drainage sloot regen storm|повінь затопило дренаж канава дощ дощі буря
land plot plots deed boundary inheritance|terre terrain parcelle parcelles borne héritage|tierra terreno parcela parcelas lindero herencia|أرض ميراث حدود|земля участок участки межа наследство|land grond perceel percelen erfenis|земля ділянка ділянки межа спадок
mosquito mosquitoes rats bedbugs lice snakes insects|moustique moustiques rats punaises poux serpents insectes|mosquito mosquitos zancudos ratas chinches piojos serpientes insectos|بعوض جرذان فئران بق قمل أفاعي حشرات|комары крысы клопы вши змеи насекомые|mug muggen ratten bedwantsen luizen slangen insecten|комарі щури клопи воші змії комахи
passport identity certificate certificates document documents papers|passeport identité certificat acte papiers document documents|pasaporte identidad certificado documento documentos cédula papeles|جواز هوية شهادة وثيقة وثائق أوراق|паспорт удостоверение свидетельство справка документы|paspoort identiteitskaart certificaat akte documenten papieren|паспорт посвідчення свідоцтво довідка документи
wheelchair disabled disability ramp crutches blind deaf|handicap handicapé handicapés fauteuil rampe béquilles aveugle sourd|discapacidad discapacitado silla rampa muletas ciego sordo|إعاقة معاق معاقين كرسي عكاز أعمى أصم|инвалид инвалиды коляска пандус костыли слепой глухой|rolstoel gehandicapt beperking helling krukken blind doof|інвалід інвалідність візок пандус милиці сліпий глухий
missing disappeared tracing reunite separated|disparu disparus retrouver séparés|desaparecido desaparecidos búsqueda separados|مفقود مفقودين|пропал пропавший розыск|vermist vermiste opsporing|зник зниклий розшук
)";

std::string_view cut(std::string_view& rest, char end)
{
    const auto at   = std::min(rest.find(end), rest.size());
    const auto part = rest.substr(0, at);
    rest.remove_prefix(std::min(at + 1, rest.size()));
    return part;
}

using topics_by_stem = std::unordered_map<std::string, std::size_t>;

std::array<topics_by_stem, language_count> read_table()
{
    std::array<topics_by_stem, language_count> topics;
    tokenizer                                  tokenizer;
    auto                                       lines = table;
    for (std::size_t topic = 0; !lines.empty(); ++topic)
    {
        auto line = cut(lines, '\n');
        for (const auto lang : languages)
            for (auto words = cut(line, '|'); !words.empty();)
            {
                const auto stem = tokenizer.stems_of(cut(words, ' '))[index(lang)];
                topics[index(lang)].try_emplace(tokenizer.stem_text(stem), topic);
            }
    }
    return topics;
}

} // namespace

std::optional<std::size_t> topic_of(language lang, const std::string& stem_text)
{
    static const auto topics = read_table();
    const auto        match  = topics[index(lang)].find(stem_text);
    return match == topics[index(lang)].end() ? std::nullopt : std::optional{match->second};
}

} // namespace verbatim::text_analysis
