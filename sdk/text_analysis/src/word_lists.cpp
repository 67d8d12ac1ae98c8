#include "word_lists.hpp"

#include <array>

namespace verbatim::text_analysis {
namespace {

constexpr word_lists english_words{
    .stop = "a an the this that these those and or but nor so yet if then else than as of in on at by for from to into "
            "onto with "
            "without within about above below over under between among through during before after until since against "
            "toward towards "
            "upon off out up down across along around behind beside near per via i me my mine we us our ours you your "
            "yours he him "
            "his she her hers it its they them their theirs who whom whose which what when where why how is am are was "
            "were be been "
            "being do does did doing done have has had having will would shall should can could may might must not no "
            "nor never none "
            "neither either both each every all any some few more most other others another such own same too very "
            "just only also even "
            "still again already ever always often sometimes here there now once because while although though however "
            "therefore "
            "whether myself yourself himself herself itself ourselves themselves don't doesn't didn't isn't aren't "
            "wasn't weren't "
            "can't cannot couldn't won't wouldn't shouldn't haven't hasn't hadn't i'm we're they're it's that's "
            "there's let's i've "
            "we've they've i'll we'll they'll get gets got getting let make makes made much many lot lots first two "
            "three one "
            "like go goes went going come comes came coming s t re ve ll d m etc else back away yes ok okay please "
            "hello dear",
    .reporting =
        "caller callers community member members resident residents respondent respondents participant "
        "participants beneficiary "
        "beneficiaries idp interviewee complainant says said say saying asks asked ask asking tells told tell "
        "mentions mentioned "
        "mention mentioning reports reported report reporting states stated state describes described describe "
        "believes believed "
        "believe believing thinks thought think thinking wonders wondered wonder wondering enquires enquired "
        "enquire inquires "
        "inquired inquire calls called call calling contacts contacted contact contacting expresses expressed "
        "express expressing "
        "explains explained explain explaining clarifies clarified clarify clarification explanation shares "
        "shared share sharing "
        "claims claimed claim raises raised raise requests requested requesting complains complained complain "
        "seeks seeking sought "
        "inquiry enquiry regarding concerning according feedback hotline phone line via received receives "
        "uncertain unsure wants "
        "wanted want wanting would-like aged age know knows knew knowing hear hears heard feel feels felt see "
        "sees saw seen "
        "question questions answer answered advised advise adviced noted note notes given provided provide "
        "provides providing "
        "offered offer offers thanked documented recorded observation observations concern concerns concerned",
    .staff = "operator operators staff hotline agent agents volunteer volunteers interviewer enumerator moderator",
    .vague = "people person persons man men woman women someone somebody everyone everybody anyone nobody thing things "
             "something "
             "anything nothing everything thank thanks problem problems issue issues situation information detail details detailed "
             "matter case cases "
             "time times day days week weeks month months year years today yesterday tomorrow now recently place "
             "places area areas "
             "way ways part parts kind kinds type types number numbers need needs needed needing use used using good "
             "bad better worse "
             "best worst new old big small long short high low great little last next different several able available "
             "take takes took "
             "taken taking give gives gave put puts keep keeps kept find finds found start started stop stopped work "
             "works worked "
             "working help helped helping want try tried trying look looking seem seems really too well enough "
             "additional further resource "
             "resources support guidance referral referred verified written materials official general request "
             "suggestion suggestions "
             "arrive arrives arrived send sent told residing related response submission belief beliefs perception "
             "statement statements local",
    .query = "develop evolve main major key top theme themes topic topics trend trends pattern patterns analyse "
             "analyze analysis "
             "summarise summarize "
             "summary list show tell give identify describe explain compare common commonly frequent frequently "
             "mentioned reported "
             "reports raised record records feedback community communities message messages growing grow grows "
             "increasing increase "
             "rising rise falling decreasing decrease change changes changed period week weeks month months insight "
             "insights overview "
             "people say saying most important concern concerns issue issues problem problems question questions "
             "there what happened happen happening happens highlight highlights provide provides overview insight "
             "insights biggest worried worry worries discuss discussed discussing talk talking related recommend "
             "recommendation recommendations action actions respond evaluate assess understand occur occurs occurred "
             "reason reasons cause causes opinion opinions view views perceive perceived perceptions experience "
             "experiences challenge challenges priority priorities urgent respondents",
    .comparison = "compare compares compared comparing comparison comparisons difference differences differ differs "
                  "differently versus vs contrast",
    .change     = "change changes changed changing evolve evolves evolved evolving trend trends grow grows "
                  "growing grew increase increases increased increasing decrease decreases decreased decreasing "
                  "rise rises rising decline declines declining emerging"};

constexpr word_lists french_words{
    .stop      = "le la les l un une des du de d au aux à en dans sur sous par pour avec sans entre "
                 "vers chez contre depuis pendant avant "
                 "après près jusque jusqu dès lors et ou mais donc or ni car si que qu qui quoi dont où "
                 "quand comment pourquoi comme je j me m moi "
                 "tu te t toi il elle on nous vous ils elles se s soi lui leur leurs y ce c ça cela "
                 "ceci cet cette ces celui celle ceux n'y s'y j'y m'y d'y l'y "
                 "celles mon ma mes ton ta tes son sa ses notre nos votre vos quel quelle quels "
                 "quelles est sont suis es sommes êtes était "
                 "étaient été être sera seront serait soit ai as a avons avez ont avait avaient "
                 "avoir eu aura aurait fait font faire faut "
                 "peut peuvent pouvoir doit doivent devoir va vont aller ne n pas plus moins très "
                 "trop peu bien aussi encore déjà toujours "
                 "jamais souvent ici là alors ainsi tout toute tous toutes aucun aucune chaque "
                 "plusieurs quelque quelques autre autres même "
                 "mêmes tel telle tels telles rien personne beaucoup tant tellement parce puisque "
                 "afin lorsque lorsqu pendant malgré selon "
                 "non oui un deux trois merci svp "
                 "n'a l'a m'a t'a s'a qu'a d'a n'à enfin seul seule seuls seules eux",
    .reporting = "appelant appelante appelants membre membres communauté communautés habitant "
                 "habitante habitants habitantes résident "
                 "résidente résidents répondant répondante participant participante participants "
                 "bénéficiaire bénéficiaires dit disent "
                 "demande demandent demandé demandait mentionne mentionnent mentionné signale "
                 "signalent signalé rapporte rapportent rapporté "
                 "déclare déclarent déclaré décrit décrivent croit croient pense pensent exprime "
                 "expriment exprimé explique expliquent "
                 "expliqué clarifié partage partagent affirme affirment plaint plaignent souhaite "
                 "souhaitent veut veulent voudrait aimerait "
                 "savoir sait savent entendu voir vu concernant propos sujet retour retours "
                 "question questions répondu réponse appel appelle "
                 "appelé contacté contacte indique indiquent indiqué noté note remercie remercié "
                 "enregistré informé proposé orienté fourni donné",
    .staff     = "opérateur opératrice opérateurs personnel agent agents agente volontaire "
                 "volontaires bénévole bénévoles équipe enquêteur",
    .vague     = "gens personnes personne homme hommes femme femmes chose choses problème "
                 "problèmes situation information informations cas "
                 "fois jour jours semaine semaines mois an ans année années aujourd'hui hier "
                 "demain lieu endroit zone zones façon manière partie "
                 "type types nombre besoin besoins bon bonne bons mauvais mauvaise nouveau "
                 "nouvelle grand grande petit petite long longue "
                 "dernier dernière prochain différent disponible prendre pris donner mettre "
                 "trouver arrêt aide aider travail maintenant assez "
                 "temps monde reçu reçue reçus reçues reçoit reçoivent recevoir recevons arrive arrivent arrivé "
                 "arrivée arrivés arrivées arriver venu venue venus vient viennent venir donne donnent "
                 "passe passent passé prend prennent mis met mettent apporté apportée apportent reste "
                 "restent",
    .query = "évoluent évolution principal principaux principale principales thème thèmes sujet sujets tendance "
             "tendances analyse analyser résume résumer "
             "résumé liste identifier décrire comparer fréquent fréquents fréquents "
             "mentionnés rapportés signalés quels quelles augmentent "
             "augmente augmenter croissance hausse baisse période retours communauté messages "
             "préoccupations problèmes questions gens plus fil nouveau nouveaux nouvelle nouvelles passe passé arrive "
             "arrivé montrer donner aperçu inquiète "
             "inquiètent inquiétude inquiétudes raison raisons cause causes opinion opinions avis priorité priorités "
             "urgent urgents défis recommandation recommandations besoins",
    .comparison = "comparer compare comparez comparaison comparaisons différence différences diffère diffèrent versus",
    .change = "change changé changent changer changement changements évolue évolué évoluent évoluer évolution "
              "évolutions tendance tendances augmente augmenté augmentent augmenter augmentation diminue "
              "diminué diminuent diminuer diminution hausse baisse"};

constexpr word_lists spanish_words{
    .stop = "el la los las un una unos unas lo al del de a en con sin por para sobre entre hacia hasta desde durante "
            "contra según ante "
            "bajo tras y e o u ni pero sino que quien quienes cual cuales cuyo donde dónde cuando cuándo como cómo qué "
            "quién cuál cuánto "
            "porque pues si sí no yo me mí tú te ti él ella ello nosotros nosotras nos vosotros ellos ellas se le les "
            "su sus mi mis tu "
            "tus nuestro nuestra nuestros nuestras este esta estos estas ese esa esos esas aquel aquella eso esto es "
            "son soy eres somos "
            "era eran fue fueron ser sido sea sean está están estoy estamos estaba estaban estar ha han he hemos había "
            "habían haber hay "
            "hubo tiene tienen tengo tenemos tenía tener hace hacen hacer hecho puede pueden poder podemos debe deben "
            "va van vamos ir muy más menos "
            "mucho mucha muchos muchas poco poca pocos pocas todo toda todos todas otro otra otros otras mismo misma "
            "cada algún alguna "
            "algunos algunas ningún ninguna nada nadie algo también tampoco ya aún todavía siempre nunca aquí allí "
            "ahora entonces así "
            "tan tanto solo sólo después antes luego mientras aunque dos tres gracias favor",
    .reporting =
        "persona llama llamó llamada llamante comunidad comunidades miembro miembros vecino vecina vecinos "
        "vecinas residente "
        "residentes habitante habitantes participante participantes beneficiario beneficiaria beneficiarios "
        "encuestado encuestada "
        "dice dicen dijo pregunta preguntan preguntó menciona mencionan mencionó reporta reportan reportó "
        "informa informan informó "
        "afirma afirman describe describen cree creen piensa piensan expresa expresan expresó explica explican "
        "explicó comparte "
        "comparten solicita solicitan solicitó pide piden pidió quiere quieren quisiera saber sabe saben comenta "
        "comentan comentó "
        "señala señalan queja quejan quejó acerca respecto sobre oído visto ver contestó respondió recibió anotó "
        "agradece agradeció "
        "ofreció brindó proporcionó remitió",
    .staff =
        "operador operadora operadores personal agente agentes voluntario voluntaria voluntarios equipo encuestador",
    .vague = "gente personas hombre hombres mujer mujeres cosa cosas problema problemas situación información caso "
             "casos vez veces día "
             "días semana semanas mes meses año años hoy ayer mañana lugar lugares zona zonas manera forma parte tipo "
             "tipos número "
             "necesidad necesita necesitan necesitamos bueno buena malo mala nuevo nueva grande pequeño largo último "
             "última próximo "
             "diferente disponible tomar dar poner encontrar ayuda ayudar trabajo tiempo bastante falta llegó llego "
             "llega llegan llegaron llegar llegado recibe reciben recibí recibimos "
             "recibieron recibir recibido dio dieron dan da dado daban viene vienen venir vinieron "
             "trae traen trajo trajeron traer pasa pasan pasó pasaron pasar lleva llevan llevó "
             "llevaron queda quedan quedó",
    .query = "evolucionan evolución principal principales tema temas tendencia tendencias analizar analiza análisis "
             "resume resumir resumen "
             "lista identificar "
             "describir comparar frecuente frecuentes mencionados reportados cuáles cuál aumentan aumenta aumentando "
             "crece creciendo "
             "disminuye periodo comentarios comunidad mensajes preocupaciones problemas preguntas gente más pasa pasó "
             "ocurre ocurrió mostrar muestra preocupa preocupan preocupación razón razones causa causas opinión "
             "opiniones prioridad prioridades urgente urgentes desafíos recomendación recomendaciones necesidades",
    .comparison = "comparar compara compare comparación diferencia diferencias difieren difiere versus",
    .change     = "cambia cambian cambiado cambió cambiaron cambiar cambio cambios evoluciona evolucionan "
                  "evolucionado evolución tendencia tendencias aumenta aumentan aumentado aumentando aumento "
                  "crece crecen creciendo disminuye disminuyen disminuido disminución"};

constexpr word_lists arabic_words{
    .stop = "في من الى إلى على عن مع بين حتى منذ خلال بعد قبل عند عندما لدى حول ضد دون بدون تحت فوق هذا هذه ذلك تلك "
            "هؤلاء الذي التي "
            "الذين اللذين اللاتي ما ماذا من متى أين كيف لماذا كم هل أي أن إن أنّ إنّ لأن لان كي لكي لكن ولكن بل أو او ثم "
            "و ف أنا نحن "
            "أنت أنتم هو هي هم هن نا لي لنا له لها لهم لكم به بها بهم فيه فيها منه منها عليه عليها عليهم عنه عنها كان "
            "كانت كانوا يكون "
            "تكون ليس ليست لا لم لن قد لقد سوف سيكون كل بعض جميع أكثر أقل جدا جداً فقط أيضا أيضاً هناك هنا الآن كما مثل "
            "غير إذا اذا لو "
            "حيث بسبب ذات نفس كثير كثيرة كثيرا قليل قليلة واحد واحدة اثنان ثلاثة نعم شكرا وهو وهي ولا وما ومن وفي وعلى "
            "وهذا وهذه ولم وقد أحد احد",
    .reporting =
        "قال قالت يقول تقول يقولون سأل سألت يسأل تسأل يسألون ذكر ذكرت يذكر تذكر أفاد أفادت يفيد تفيد أبلغ أبلغت "
        "يبلغ المتصل المتصلة "
        "متصل متصلة المجتمع مجتمع سكان السكان ساكن أهالي الأهالي المستفيد المستفيدة المستفيدين مشارك مشاركة "
        "المشاركون يعتقد تعتقد "
        "يعتقدون يظن يشتكي تشتكي يشتكون اشتكى اشتكت يطلب تطلب يطلبون طلب طلبت يريد تريد يريدون نريد أريد معرفة "
        "يعرف نعرف سمع سمعنا سمعت "
        "رأى أعرب عبر عبرت أوضح أوضحت شرح يشرح استفسر استفسرت بخصوص بشأن سؤال أسئلة مكالمة",
    .staff      = "المشغل مشغل الموظف الموظفة موظف الموظفون المتطوع المتطوعة متطوع المتطوعون الفريق",
    .vague      = "الناس ناس شخص أشخاص رجل رجال امرأة نساء النساء شيء أشياء مشكلة مشاكل المشكلة وضع الوضع معلومات المعلومات "
                  "حالة مرة مرات "
                  "يوم أيام اليوم أسبوع أسابيع الأسبوع شهر أشهر الشهر سنة سنوات مكان منطقة المنطقة طريقة جزء نوع عدد حاجة "
                  "نحتاج يحتاج بحاجة جيد "
                  "جيدة سيء سيئة جديد جديدة كبير كبيرة صغير صغيرة طويل طويلة طويلا طويلاً أخير متوفر متوفرة مساعدة المساعدة "
                  "وقت يوجد توجد عمل وصل وصلت وصلوا وصلنا يصل تصل استلم استلمت استلمنا تلقى تلقت تلقينا جاء جاءت جاؤوا يأتي "
                  "تأتي أعطى أعطت أعطونا حصل حصلت حصلنا",
    .query      = "تتطور تتغير أهم الرئيسية رئيسية المواضيع مواضيع موضوع القضايا قضايا اتجاه اتجاهات تحليل حلل لخص ملخص "
                  "قائمة صف قارن "
                  "تزداد يزداد زيادة "
                  "تتزايد انخفاض فترة ملاحظات المجتمع المجتمعات رسائل مخاوف مشاكل أسئلة الناس حدث يحدث أولويات الأولويات "
                  "الوقت الجديد جديد عاجل أسباب سبب رأي آراء توصيات التوصيات تحديات التحديات احتياجات الاحتياجات",
    .comparison = "قارن مقارنة المقارنة الفرق فرق الفروق فروق اختلاف الاختلاف يختلف تختلف",
    .change     = "تغير تغيّر تغيرت يتغير تتغير تغيرات التغيرات التغير تغييرات تطور يتطور تتطور اتجاه اتجاهات "
                  "ازداد يزداد تزداد زيادة يتزايد تتزايد انخفض انخفاض"};

constexpr word_lists russian_words{
    .stop = "и в во не что он на я с со как а то все всё она так его но да ты к у же вы за бы по только ее её мне было "
            "вот от меня еще "
            "ещё нет о об из ему теперь когда даже ну ли если уже или ни быть был была были него до вас вам нас нам "
            "ним них их им чтобы "
            "чем где есть надо мы тебя кто этот эта это эти этого этой этих этом тот та те того той тех том для без "
            "под над при про "
            "через после перед между около здесь там тут потом очень более менее самый свой своя свои своего наш наша "
            "наши нашей нашего "
            "ваш мой моя мои который которая которые которого которых какой какая какие каждый другой другая другие "
            "сам сама сами себя "
            "может можно могут нельзя будет будут буду хотя потому поэтому также тоже всегда никогда иногда часто "
            "много мало несколько "
            "один одна два три раз уж сейчас почему зачем сколько куда откуда пока спасибо пожалуйста "
            "мою моего моей моих нашу свою своей своих здравствуйте",
    .reporting =
        "звонивший звонившая звонящий заявитель заявительница житель жительница жители жителей община общины "
        "сообщества сообщество "
        "участник участница участники получатель получатели бенефициар говорит говорят сказал сказала спрашивает "
        "спрашивают спросил "
        "спросила сообщает сообщают сообщил сообщила упоминает упомянул считает считают думает думают полагает "
        "верит выражает "
        "выразил выразила объяснил объясняет рассказал рассказала рассказывает утверждает жалуется жалуются "
        "пожаловался просит просят "
        "попросил попросила хочет хотят хотел хотела узнать знает знают слышал слышала слышали относительно "
        "насчет вопрос вопросы "
        "ответ ответил звонок позвонил отметил отметила предложил предоставил направил",
    .staff =
        "оператор операторы персонал сотрудник сотрудники сотрудница волонтер волонтёр волонтеры волонтёры команда",
    .vague = "люди людей людям человек человека мужчина женщина женщины что-то вещь вещи проблема проблемы проблем "
             "ситуация информация "
             "информации случай случаи время времени день дня дней неделя недели недель неделю месяц месяца месяцев "
             "год года лет сегодня "
             "вчера завтра место места район районе образом часть тип количество нужно нужны нужен нужна нужда хороший "
             "хорошо плохой "
             "плохо новый новые большой маленький долго последний следующий разный доступен помощь помочь работа "
             "работает нужды получил получила получили получаем получает получают получить пришел пришёл пришла "
             "пришло пришли приходит приходят приехал приехала приехали дал дала дали дает даёт дают "
             "привез привёз привезли прибыл прибыла прибыли",
    .query = "развиваются меняются главный главные основные основной тема темы тенденция тенденции анализ "
             "проанализируй проанализируйте "
             "резюме перечисли "
             "опиши сравни частые упоминаются какие растут растёт растет рост увеличивается снижение период отзывы "
             "обратная связь сообщения "
             "проблемы вопросы люди происходит произошло случилось беспокоит беспокоят волнует причина причины мнение "
             "мнения временем появилось нового новое приоритеты срочные срочно рекомендации потребности",
    .comparison =
        "сравни сравните сравнить сравнение разница разницу различия различие различаются отличаются отличается",
    .change = "меняется меняются изменился изменилась изменилось изменились изменение изменения тенденция "
              "тенденции растёт растет растут рост выросло увеличивается увеличилось снижается снижение "
              "снизилось уменьшается"};

constexpr word_lists dutch_words{
    .stop = "de het een en of maar want dus als dan dat die dit deze der den des van in op aan bij met zonder voor na "
            "naar over onder "
            "tussen tegen door tijdens tot uit om te ter ten vanaf sinds binnen buiten ik mij me mijn wij we ons onze "
            "jij je jou jouw u "
            "uw hij hem zijn zij ze haar hun hen het er wie wat welke wanneer waar waarom hoe is ben bent was waren "
            "wees geweest word "
            "wordt worden werd werden geworden heb hebt heeft hebben had hadden gehad zal zullen zou zouden kan kunnen "
            "kon konden mag mogen moet "
            "moeten moest wil willen wilde doen doet deed gedaan gaan gaat ging niet geen nooit niets niemand ook nog "
            "al altijd vaak "
            "soms hier daar nu toen wel heel erg zeer te veel weinig meer minder meest alle alles elk elke ieder "
            "iedere enkele sommige "
            "ander andere anderen zelf zelfde omdat terwijl hoewel zodat daarom toch even alleen twee drie dank "
            "alstublieft",
    .reporting =
        "beller bellers gemeenschap gemeenschappen lid leden bewoner bewoners inwoner inwoners deelnemer "
        "deelnemers respondent "
        "begunstigde begunstigden zegt zeggen zei vraagt vragen vroeg gevraagd vermeldt noemt noemde meldt "
        "melden meldde gemeld "
        "rapporteert beschrijft gelooft geloven denkt denken vindt vinden uit uitte legt uitgelegd deelt beweert "
        "klaagt klagen "
        "klaagde verzoekt verzocht weet weten gehoord horen ziet zien gezien betreffende aangaande vraag vragen "
        "antwoord "
        "geantwoord belt belde opgemerkt bood gaf verwezen",
    .staff = "operator operators medewerker medewerkers personeel vrijwilliger vrijwilligers team enquêteur",
    .vague = "mensen persoon personen man mannen vrouw vrouwen iemand ding dingen iets probleem problemen situatie "
             "informatie geval gevallen "
             "keer tijd dag dagen week weken maand maanden jaar jaren vandaag gisteren morgen plaats plek gebied "
             "manier deel soort aantal "
             "nodig behoefte goed goede slecht slechte nieuw nieuwe groot grote klein kleine lang lange laatste "
             "volgende verschillende "
             "beschikbaar nemen geven hulp helpen werk werkt ontvangen ontvangt ontving ontvingen kreeg kregen krijgen "
             "krijgt gekregen aangekomen "
             "komt komen kwam kwamen gekomen brengt brengen bracht gebracht",
    .query = "ontwikkelen veranderen belangrijkste voornaamste thema thema's onderwerp onderwerpen trend trends "
             "analyse analyseer "
             "samenvatting vat samen lijst "
             "beschrijf vergelijk vaak genoemd gemeld groeien groeit toenemen toename stijgt daling periode feedback "
             "gemeenschap berichten "
             "zorgen problemen vragen mensen gebeurt gebeurde toon overzicht bezorgd reden redenen oorzaak oorzaken "
             "mening meningen prioriteit prioriteiten dringend uitdagingen aanbevelingen behoeften",
    .comparison = "vergelijk vergelijken vergelijking verschil verschillen verschilt versus",
    .change     = "verandert veranderen veranderd verandering veranderingen trend trends groeit groeien gegroeid "
                  "toenemen toename toegenomen stijgt stijgen stijging gestegen daalt dalen daling gedaald "
                  "afnemen afname afgenomen"};

constexpr word_lists ukrainian_words{
    .stop = "і й та в у на будь не що він вона воно вони я ми ви ти з із зі як а то все всі але так його її їх їм йому їй "
            "нам нас вам вас мене "
            "мені до від за по для без під над при про через після перед між біля тут там де коли чому як який яка яке "
            "які якого яких ніж "
            "цей ця це ці цього цієї цих той та те ті того тієї тих же б би чи або якщо щоб бо тому також теж ще вже "
            "лише тільки дуже "
            "більше менше є був була було були бути буде будуть може можна можуть треба немає нема ні свій своя свої "
            "наш наша наші нашого "
            "нашої ваш мій моя мої кожен інший інша інші сам сама самі себе хоча завжди ніколи іноді часто багато мало "
            "кілька один одна "
            "два три раз зараз тепер скільки куди звідки поки хто чого чим дякую дякуємо ласка прошу мого моєї моєму "
            "мою моїх моїм нашу нашим нашому вашого вашої свою своєї своїх самого самої",
    .reporting =
        "заявник заявниця абонент мешканець мешканка мешканці мешканців жителі житель громада громади громаді "
        "спільнота спільноти "
        "учасник учасниця учасники отримувач отримувачі каже кажуть сказав сказала запитує запитують запитав "
        "запитала повідомляє "
        "повідомляють повідомив повідомила згадує згадав вважає вважають думає думають вірить висловлює висловив "
        "висловила пояснив "
        "пояснила пояснює розповів розповіла розповідає стверджує скаржиться скаржаться поскаржився просить "
        "просять попросив "
        "попросила хоче хочуть хотів хотіла дізнатися знає знають чув чула чули щодо стосовно питання запитання "
        "відповідь відповів "
        "дзвінок зателефонував зателефонувала зазначив зазначила запропонував надав скерував",
    .staff = "оператор оператори персонал працівник працівники працівниця співробітник волонтер волонтери "
             "волонтерка команда",
    .vague = "люди людей людям людина людини чоловік жінка жінки щось нічого річ речі проблема проблеми проблем ситуація "
             "інформація інформації "
             "випадок випадки час часу день дня днів тиждень тижня тижні тижнів місяць місяця місяців рік року років "
             "сьогодні вчора завтра "
             "місце місця район районі частина тип кількість потрібно потрібна потрібні потребує потреба добре добрий "
             "погано поганий новий "
             "нові нова великий малий довго останній наступний різний доступний допомога допомогу допомогти робота "
             "працює отримав отримала отримали отримує отримуємо отримують отримати прийшов прийшла прийшло "
             "прийшли приходить приходять приїхав приїхала приїхали дав дала дали дає дають привіз "
             "привезли прибув прибула прибули",
    .query = "розвиваються змінюються головний головні основні основний тема теми тенденція тенденції аналіз "
             "проаналізуй проаналізуйте "
             "підсумок підсумуй перелік "
             "опиши порівняй часті згадуються які зростають зростає зростання збільшується зниження період відгуки "
             "зворотний зв'язок "
             "повідомлення проблеми питання люди відбувається сталося трапилося турбує хвилює причина причини думка "
             "думки часом з'явилося нового нове пріоритети термінові терміново рекомендації потреби",
    .comparison =
        "порівняй порівняйте порівняти порівняння різниця різницю відмінності відмінність відрізняються відрізняється",
    .change = "змінюється змінюються змінився змінилася змінилося змінилось змінилися зміна зміни тенденція "
              "тенденції зростає зростають зростання збільшується збільшилося зменшується знижується зниження"};

constexpr std::array<const word_lists*, language_count> lists_by_language{
    &english_words, &french_words, &spanish_words, &arabic_words, &russian_words, &dutch_words, &ukrainian_words};

} // namespace

const word_lists& word_lists_of(language lang) noexcept { return *lists_by_language[index(lang)]; }

} // namespace verbatim::text_analysis
