#include "sensitivity_cues.hpp"

namespace verbatim::detect_sensitive::offline {
namespace {

// clang-format off
constexpr sensitivity_cues all[] = {
{sensitivity::gender_inequality, "unequal chances of women and men",
 "gender*+inequal*|gender*+unequal*|women+not allowed|women+excluded|girls+not allowed|girls+cannot go|only men|only boys|because she is a woman|because i am a woman|"
 "femmes+pas le droit|femmes+exclu*|seulement les hommes|filles+pas le droit|inegalite*|mujeres+excluid*|solo los hombres|desigualdad*|mujeres+no pueden|"
 "النساء+ممنوع*|للرجال فقط|عدم المساواة|только мужчин*|неравенств*|женщин*+не пускают|alleen mannen|vrouwen+niet toegelaten|ongelijkheid|лише чоловік*|нерівн*|жінк*+не пускають"},
{sensitivity::gender_discrimination, "unfair treatment because of sex",
 "discriminat*+women|discriminat*+woman|discriminat*+gender|discriminat*+sex|sexis*|because she is a woman|because i am a woman|discrimin*+femme*|discrimin*+mujer*|machis*|"
 "تمييز+نساء|تمييز+النساء|تمييز+امرأة|дискриминац*+женщин*|discrimin*+vrouw*|seksis*|дискримінац*+жін*"},
{sensitivity::sexual_violence, "sexual assault or coercion",
 "rape*|raping|rapist*|sexual* assault*|sexual* violen*|forced sex|viol+femme|viol+fille|violee*|violer+fille|violence* sexuelle*|agression* sexuelle*|violacion*|violada|violaron|violencia sexual|agresion sexual|"
 "اغتصاب|اغتصب*|عنف جنسي|اعتداء جنسي|изнасил*|сексуальн* насил*|verkracht*|seksueel geweld|seksuele aanranding|зґвалт*|згвалт*|сексуальн* насильств*"},
{sensitivity::sexual_exploitation, "sex in exchange for help or goods",
 "sexual* exploit*|sex for|sexual* favour*|sexual* favor*|in exchange for sex|asked+sex|demand*+sex|sleep with+list|sleep with+aid|sleep with+distribution|exploitation sexuelle|faveur* sexuelle*|contre du sexe|coucher avec|explotacion sexual|favor* sexual*|a cambio de sexo|acostarse con|prostitut*|"
 "استغلال جنسي|الاستغلال الجنسي|الجنس مقابل|دعارة|сексуальн* эксплуатац*|секс за|seksuele uitbuiting|seks in ruil|сексуальн* експлуатац*|секс за допомог*"},
{sensitivity::sexual_abuse, "sexual abuse",
 "sexual* abus*|molest*|touched+private|touched+girl*|child abuse|abus sexuel*|attouchement*|abuso* sexual*|manose*|تحرش بطفل|إساءة جنسية|اعتداء جنسي|сексуальн* злоупотр*|растлен*|seksueel misbruik|aanrand*|сексуальн* наруг*|розбещ*"},
{sensitivity::gender_based_violence, "violence between partners or because of gender",
 "gender based violence|gbv|domestic violence|husband+beat*|husband+hits|wife+beat*|beats her|beat her|forced marriage*|child marriage*|early marriage*|genital mutilation|violence* conjugale*|violence* domestique*|mari+frappe|bat sa femme|mariage force*|mariage precoce|violencia de genero|violencia domestica|marido+golpe*|matrimonio forzado|"
 "عنف أسري|العنف الأسري|العنف القائم|يضرب زوجته|يضربها|زواج القاصرات|زواج مبكر|زواج قسري|домашн* насил*|муж+бьет|муж+бьёт|бьет жену|бьёт жену|huiselijk geweld|slaat zijn vrouw|kindhuwelijk*|домашн* насильств*|чоловік+б'є|б'є дружину"},
{sensitivity::corruption, "corruption",
 "corrupt*|brib*|pay+to get on the list|paid+to be registered|pay+to be registered|pots de vin|pot de vin|corromp*|soborno*|sobornar|mordida|فساد|الفساد|رشوة|رشاوى|коррупц*|коррумпир*|взятк*|omkop*|smeergeld|корупц*|хабар*"},
{sensitivity::fraud, "deception for gain",
 "fraud*|scam*|fake list*|fake beneficiar*|ghost beneficiar*|fake name*|swindl*|cheat*+money|cheat*+aid|escroquer*|escroc*|fraude*|arnaqu*|faux noms|estafa*|fraudul*|nombres falsos|احتيال|نصب علينا|أسماء وهمية|غش|мошен*|обман*+деньг*|фальшив*|oplicht*|fraude|nepnamen|шахрай*|обман*+грош*|фіктивн*"},
{sensitivity::code_of_conduct_violation, "conduct of staff or volunteers against the rules",
 "code of conduct|misconduct|staff+insult*|volunteer*+insult*|staff+shout*|volunteer*+shout*|staff+rude*|volunteer*+rude*|code de conduite|personnel+insult*|volontaire*+insult*|inconduite|codigo de conducta|mala conducta|voluntario*+insult*|personal+insult*|مدونة السلوك|سوء سلوك|الموظف+أهان*|المتطوع+أهان*|кодекс* поведен*|волонтер*+оскорб*|сотрудник*+оскорб*|gedragscode|wangedrag|vrijwilliger*+beledig*|кодекс* поведінк*|волонтер*+образи*|працівник*+образи*"},
{sensitivity::environmental_health_and_safety_issues, "dangers to health or safety",
 "unsafe|safety rule*|hazard*|danger* building|collapsed+roof|toxic*|asbestos|exposed wire*|sewage|open latrine*|contaminated water|dangereu*|insalubr*|toxique*|eaux usees|eau contaminee|cables denudes|peligros*|toxic*|aguas negras|aguas residuales|agua contaminada|خطر*|غير آمن*|مياه ملوثة|الصرف الصحي|مجاري|опасн*|токсич*|сточн* вод*|загрязнен* вод*|onveilig*|gevaarlijk*|giftig*|rioolwater|небезпечн*|токсичн*|стічн* вод*|забруднен* вод*"},
{sensitivity::threats_and_physical_violence, "threats or physical violence",
 "threat*|kill|killed|killing|beaten|beat us|beat him|beat me|beating|attack*|violence|violent|assault*|stabbed|shot at|gun*|weapon*|intimidat*|menac*|frapp*|tuer|tue|arme|armes|attaque*|agress*|amenaz*|golpe*|matar|mataron|arma|armas|ataque*|ataca*|pelea*|"
 "تهديد*|هدد*|يهدد*|ضرب*|يضرب*|قتل*|عنف|العنف|سلاح*|هجوم|اعتداء|угроз*|угрож*|избил*|избива*|убил*|убит*|насили*|оружи*|напад*|bedreig*|geslagen|geweld|vermoord*|wapen*|aanval*|mishandel*|погроз*|побил*|побит*|вбит*|вбил*|насильств*|збро*|напад*|напал*"},
{sensitivity::alcohol_or_narcotic_abuse, "alcohol or drugs",
 "drunk*|alcohol*|drug abuse|drugs|narcotic*|cocaine|heroin|addict*|ivre*|ivrogne*|alcool*|drogue*|stupefiant*|borrach*|droga*|ebri*|سكران*|مخدر*|المخدرات|كحول|الكحول|خمر|пьян*|алкогол*|наркот*|dronken*|verslaafd*|п'ян*|drugsgebruik"},
{sensitivity::conflict_of_interest, "private interest in decisions",
 "conflict of interest*|own company|his own shop|their own shop|brother+contract|conflit* d interet*|conflit* interet*|propre entreprise|conflicto* de interes*|su propia empresa|تضارب المصالح|تضارب مصالح|شركته الخاصة|конфликт* интерес*|собственн* фирм*|belangenverstrengeling|eigen bedrijf|конфлікт* інтерес*|власн* фірм*"},
{sensitivity::theft, "stolen property",
 "steal*|stole|stolen|theft*|thief|thieves|robbed|robber*|looted|looting|burgl*|voleur*|vole|volee|voles|volent|vols de|cambriol*|pille*|robo|robos|robaron|roban|robad*|ladron*|hurto*|saque*|سرقة|سرق*|يسرق*|لص|لصوص|نهب|кража|кражи|украл*|украден*|ворует|воруют|воры|ограб*|gestolen|stelen|steelt|diefstal*|dief|dieven|beroofd|крадіж*|вкрал*|вкраден*|украл*|краде|крадуть|злоді*|пограб*"},
{sensitivity::embezzlement, "entrusted goods or funds diverted",
 "embezzl*|misappropriat*|misus*+funds|divert*+aid|diverted|sells the aid|selling the aid|sold+relief|aid+sold|food aid+market|kits+sold|detourn*|revend*+aide|aide+vendue|malversac*|desvi*+fondos|desvi*+ayuda|venden+ayuda|اختلاس|اختلس*|بيع المساعدات|يبيعون المساعدات|растрат*|присво*|прода*+гуманитар*|помощь+прода*|verduister*|hulpgoederen+verkocht|розтрат*|привласн*|прода*+гуманітар*|допомог*+продають"},
{sensitivity::gifts_bribes_and_kickbacks, "bribes or payments for a favour",
 "brib*|kickback*|under the table|asked+money+register*|demand*+money|asks for money|asked for money|pay+to get aid|pay the chief|pots de vin|pot de vin|dessous de table|demand*+argent|bakchich|soborno*|mordida|piden dinero|pidio dinero|coima*|رشوة|رشاوى|طلب مالا|طلبوا مالا|يطلبون المال|взятк*|откат*|требу*+деньг*|smeergeld|steekpenning*|geld gevraagd|хабар*|відкат*|вимага*+грош*"},
{sensitivity::procurement_or_tender_violation, "purchasing or tenders",
 "tender*|procurement|supplier*+unfair*|bid rigging|contract+without competition|appel* d offres|appel offres|marche* public*|fournisseur*+favor*|licitacion*|contrato*+amanad*|proveedor*+favor*|مناقصة|المناقصة|مشتريات|тендер*|госзакуп*|закупк*|aanbesteding*|тендер*|закупівл*"},
{sensitivity::insider_trading, "trading on confidential information",
 "insider trading|insider information|delit d initie*|informacion privilegiada|معلومات داخلية|инсайдер*|handel met voorkennis|voorkennis|інсайдер*"},
{sensitivity::falsification_or_destruction_of_information, "forged, hidden or destroyed information",
 "falsif*|forg*+signature*|forged|fake document*|fake signature*|destroyed+document*|destroyed+record*|deleted+record*|manipulated+list*|falsifi*|faux document*|fausse* signature*|documents+detruit*|documento* falso*|firma* falsa*|تزوير|مزور*|زوروا|поддел*|фальсифи*|поддельн*|vervals*|valse handtekening*|підроб*|фальсифік*"},
{sensitivity::nepotism_and_favouritism, "advantage for relatives or friends",
 "nepotis*|favourit*|favorit*|relatives+list|family+list|only+relatives|their relatives|his relatives|friends+first|for his family|his friends|proches du chef|seulement leur* famille*|ses proches|leurs proches|nepotismo|favoritismo|amiguismo|sus familiares|solo a sus amigos|محسوبية|واسطة|الواسطة|أقاربهم|أقاربه|кумовств*|родственник*+список|своим родственник*|vriendjespolitiek|eigen familie|кумівств*|своїм родич*|родич*+список"},
{sensitivity::abuse_of_official_position, "a position used for private benefit",
 "abus* of power|abus* of authority|abus* his position|abus* their position|abus* his power|chief+keeps|leader+keeps|chief+takes|abus de pouvoir|abus d autorite|chef+garde|chef+prend|abuso de poder|abuso de autoridad|lider+se queda|استغلال المنصب|استغلال السلطة|إساءة استخدام السلطة|злоупотреб* власт*|злоупотреб* полож*|machtsmisbruik|зловжива*+влад*|зловжива*+станов*"},
{sensitivity::unfair_treatment_of_employees, "unjust treatment of staff",
 "not paid+work*|unpaid salar*|unpaid wage*|salar*+late|salary+not paid|wages+not paid|overtime+unpaid|workers+treated|volunteers+not paid|salaire*+impaye*|salaire*+retard*|pas paye*+travail*|salario*+atras*|sueldo*+atras*|no nos pagan|رواتب+متأخر*|لم يدفعوا|الرواتب|зарплат*+не|не платят зарплат*|loon+niet betaald|salaris+niet|зарплат*+не"},
{sensitivity::unfair_dismissal, "dismissal",
 "fired|dismissed|unfair* dismiss*|lost my job|sacked|licenci*|renvoye*|vire|viree|despid*|despidieron|فصل تعسفي|فصلوني|طردوني|уволил*|уволен*|увольнен*|ontslagen|ontslag|звільнил*|звільнен*"},
{sensitivity::harassment, "harassment",
 "harass*|stalk*|bother* girls|unwanted attention|harcel*|importun*|acos*|hostig*|تحرش|التحرش|يتحرش*|مضايق*|يضايق*|домогат*|домогател*|преслед*|lastiggevallen|intimidatie|stalk*|домага*|переслід*"},
{sensitivity::privacy_and_confidentiality_issues, "disclosure of personal data",
 "confidential*|privacy|shared+my name|shared+phone number*|names+posted|list+posted|published+names|personal data|without my consent|photo*+without+permission|photo*+without+consent|photograph*+without|donnees personnelles|vie privee|sans mon consentement|photo*+sans+permission|noms+affiche*|datos personales|privacidad|sin mi consentimiento|foto*+sin permiso|بيانات شخصية|الخصوصية|بدون إذن|بدون موافقت*|سرية|персональн* данн*|конфиденциальн*|без согласи*|фото*+без разрешени*|persoonsgegevens|zonder toestemming|vertrouwelijk*|персональн* дан*|конфіденційн*|без згод*|без дозвол*"},
{sensitivity::workplace_bullying, "humiliation at work",
 "bully*|bullied|humiliat*|supervisor+shout*|boss+shout*|supervisor+insult*|boss+insult*|humili*+travail|chef+humili*|intimidation au travail|acoso laboral|humilla*|تنمر|إهانة في العمل|المدير+يهين*|травл*|унижа*|pest* op het werk|gepest|pesten|цькуван*|приниж*"},
{sensitivity::sexual_harassment, "unwanted sexual attention",
 "sexual* harass*|catcall*|unwanted sexual|sexual* comment*|sexual* advance*|harass*+girls|harass*+women|harcel* sexuel*|harcel*+filles|harcel*+femmes|avances sexuelles|acoso sexual|acos*+mujeres|acos*+ninas|تحرش|التحرش|يتحرش*|сексуальн* домогател*|домогат*+девоч*|seksuele intimidatie|lastiggevallen+meisjes|сексуальн* домаган*|домага*+дівч*"},
{sensitivity::vandalism, "deliberate damage",
 "vandal*|deliberate* damage*|broke the pump|smashed|destroyed+property|set fire|set on fire|burned down|vandalis*|saccag*|incendi*|destruid*+proposito|quemaron|تخريب|خربوا|حرقوا|أحرقوا|вандал*|поджог*|подожг*|vernield*|brandstichting|вандал*|підпал*|підпалил*"},
{sensitivity::gifts_and_hospitality, "gifts or hospitality",
 "gift*+staff|gift*+official*|gift*+volunteer*|received gifts|gave+gift*|invited+dinner+supplier|cadeau*+agent*|cadeau*+personnel|offert*+cadeau*|regalo*+funcionario*|regalo*+personal|هدية+موظف|هدايا+الموظفين|هدايا للموظف*|подар*+сотрудник*|подар*+чиновник*|geschenk*+medewerker*|cadeau*+medewerker*|подарун*+працівник*|подарун*+посадов*"},
{sensitivity::environmental_violations, "pollution or waste",
 "pollut*|dump* waste|waste+river|garbage+river|oil spill*|illegal logging|burning plastic|deversement*|dechets+riviere|pollu*|deforest*|contaminacion|basura+rio|tala ilegal|vertido*|تلوث|التلوث|نفايات+النهر|القمامة+النهر|загрязн*|отход*+рек*|свалк*|vervuil*|afval+rivier|illegale houtkap|забрудн*|відход*+річк*|звалищ*"},
{sensitivity::food_safety, "unsafe food",
 "expired+food|expired+flour|expired+milk|expired|rotten|mouldy|moldy|spoiled+food|weevil*|insects+flour|insects+rice|worms+rice|food poison*|sick after eating|perime*|pourri*|moisi*|intoxication alimentaire|charancon*|caducad*|vencid*+aliment*|podrid*|moho|intoxicacion alimentaria|gusanos|gorgojo*|منتهي الصلاحية|منتهية الصلاحية|فاسد|فاسدة|متعفن*|تسمم غذائي|تسمم|просроч*|гнил*|плесен*|пищев* отравлен*|bedorven|beschimmeld*|voedselvergiftiging|verlopen voedsel|простроч*|гнил*|цвіл*|харчов* отруєн*"},
{sensitivity::retaliation_against_whistleblowers, "punishment after a complaint",
 "retaliat*|reprisal*|afraid to complain|scared to complain|afraid to report|punished+complain*|removed from the list+complain*|after+complained+removed|whistleblow*|represaill*|peur de se plaindre|peur de denoncer|represalia*|miedo a denunciar|miedo de denunciar|miedo a quejarse|انتقام|انتقموا|نخاف أن نشتكي|نخاف من الشكوى|боимся жаловат*|боятся жаловат*|месть|расправ*|represaille*|bang om te klagen|klokkenluider*|помст*|боїмося скаржит*|бояться скаржит*"},
{sensitivity::inappropriate_behaviour, "insults or disrespect",
 "insult*|rude|rudely|disrespect*|inappropriate*|shouted at|shouts at|shouting at|yelled at|humiliat*|impoli*|irrespect*|manque de respect|cri* sur nous|inapproprie*|groser*|faltaron al respeto|falta de respeto|gritaron|inapropiad*|إهانة|أهان*|شتم*|يشتم*|صرخ*|قلة احترام|оскорб*|груб*|хамств*|кричали на|кричал на|неуваж*|onbeleefd|respectloos|uitgescholden|beledig*|ongepast*|образи*|образлив*|грубо|хамств*|кричали на|кричав на|неповаг*"},
};
// clang-format on

} // namespace

std::span<const sensitivity_cues> all_cues() noexcept { return all; }

} // namespace verbatim::detect_sensitive::offline
