#include "known_languages.hpp"

namespace verbatim::feedback {

namespace {

// clang-format off
constexpr known_language all[]{
    {"en", USCRIPT_LATIN, 0.0, true, "éï",
        "the of and to a in is that it was for i we are not on you they with have this be as at from "
        "by my there our or no when all but their will he she what can who has were do if so been "
        "more did out about your them because very some how me after one people said any us had "
        "which would than only before since again why please every his her its should time where "
        "need too nobody here then get go"},
    {"fr", USCRIPT_LATIN, 0.0, true, "àâæçéèêëîïôœùûüÿ",
        "de la et le l les est d à il pas des en n que un une nous qui du je pour ne on sont c dans "
        "a ce avec au plus y sur par ont se qu pourquoi ils elle vous très mais s été aux avons "
        "comme nos sa son j cette quand ses si tout même était mon ou m leur fait être aussi rien ai "
        "ces sans mêmes où depuis notre elles avez beaucoup personne faut bien entre non merci "
        "comment après encore ma peut chez jours peu toujours"},
    {"es", USCRIPT_LATIN, 0.0, true, "áéíñóúüªº",
        "de la que el en y a los no se un las por con es una del para lo al me su está como más nos "
        "le mi si o hay son sin ha pero sobre este muy ya cuando todo también han fue porque tenemos "
        "tiene desde nadie ni qué hasta donde nuestro nuestra yo esta eso estamos están entre dos "
        "ser hace ellos ella dicen tienen uno todos otra otro era estos estas cada nosotros gracias "
        "cómo dónde cuándo bien sus puede agua gente nada hemos"},
    {"pt", USCRIPT_LATIN, 0.0, true, "àáâãçéêíóôõúüªº",
        "de a o e que não do da em os um as para uma com é no se na por mais dos nos foi está são eu "
        "como ao das mas ou tem muito já nós também só minha meu ele ela isso pelo pela até quando "
        "há sem estão eles nossa nosso ser foram temos porque nem à depois mesmo todos sobre onde "
        "quem aos era lhe essa este esta tudo você isto seu sua fazer entre ninguém desde cada às "
        "têm muitos pessoas água obrigado estamos dizem pode"},
    {"it", USCRIPT_LATIN, 0.0, true, "àèéìíîòóùú",
        "di e il la che è un a per non in una sono mi ho si lo ci con le i da se al del della dei "
        "come più ma anche ha dell questo su nel alla gli l nostro ai delle abbiamo perché molto "
        "hanno quando c o nella noi stato mia mio io loro tutti nessuno dove sua suo nostra ne dal "
        "senza questa chi essere cosa degli era sul dalla ancora ogni già solo dopo grazie così "
        "prima nostri fare stata siamo poi due sempre troppo d va"},
    {"ro", USCRIPT_LATIN, 0.0, true, "ăâîșțşţ",
        "de și în a la nu o că pe cu este un din să se ce am pentru mai care ne au sunt i l ca dar "
        "fost ei noi fi avem are când cum fără lui prea acest foarte după s sau mult toate fiecare "
        "le ai îi ale al eu despre sa mea lor niciun nici această unde noastre cei tot două doar "
        "nimeni iar până încă te va dacă el ea cele nostru așa vă mi mulțumim rog acum mei iei cât "
        "ni"},
    {"ca", USCRIPT_LATIN, 1.0, true, "àçèéíïòóúü·",
        "de la i a que el en no per un amb les els del és una al va com més ens es són ha però dels "
        "hi què se o molt si també aquest aquesta ho han tot pel quan sense des meva meu nostre "
        "nosaltres ni dia hem està fins ser cada ja ningú ells estan vam van on perquè nostra "
        "gràcies tenim"},
    {"gl", USCRIPT_LATIN, 1.5, true, "áéíñóúü",
        "de a que e o en do da non no os un na para unha é as con por se dos como ao máis polo pola "
        "das ou está á nos moi pero foi son xa cando tamén sen ten eu ela nosa noso temos isto ata "
        "desde dende todos ser ningún ninguén sobre onde hai foron miña meu estes esta nin cada "
        "grazas aos auga porque estamos todo teñen"},
    {"nl", USCRIPT_LATIN, 0.0, true, "áéèëïóöüê",
        "de het een en van is in dat niet ik te we er op zijn voor met die aan om ze als naar hebben "
        "wij heeft maar ook zo mijn bij nog geen door uit ons was wat of over worden onze dit wordt "
        "kan al veel nu je hij moet waar tot meer zij werd wanneer hun deze weer dan heel niemand "
        "waren hoe alles moeten kunnen zonder mensen omdat na want hier daar elke wie weten me u "
        "komt krijgen iets bedankt sinds haar gaan had zegt zeggen"},
    {"af", USCRIPT_LATIN, 1.5, true, "áéèêëîïôöúûŉ",
        "die van en het is nie in te om n vir dat ons op met wat as sal daar my hulle ek aan word "
        "was by hy so sy kan deur maar geen ook na uit nou baie moet jy dit tot kom se waar haar of "
        "hoe hierdie niemand elke kry omdat een oor iets toe wees mense weer dan sê sonder al"},
    {"de", USCRIPT_LATIN, 0.0, true, "äöüßé",
        "die der und ist in das nicht es zu wir den ein ich sie mit für auf haben von im eine dass "
        "auch uns an als wie hat aber dem er sich war bei noch des kein wenn was nach keine sind nur "
        "wird wurde einen so mehr aus man oder hier meine ihr werden da mein seit zum einer unsere "
        "zur wann schon um sehr kann können vor alle bitte gibt warum immer jeden über niemand viele "
        "dann wo wurden ohne hatte durch diese muss unser danke einem s mich mir habe bis weil "
        "bekommen"},
    {"da", USCRIPT_LATIN, 0.0, true, "æøåé",
        "og i at er det en til på af for de med den ikke som har vi et jeg der var os om kan så fra "
        "men vil vores eller også når mig blev nu hvad være skal meget efter ingen kun over mange "
        "siden mere han hun uden hver end dem noget min hvor sig få tak ud bliver fordi alle ved kom "
        "været havde hvorfor denne dette"},
    {"no", USCRIPT_LATIN, 0.0, true, "æøåéòôó",
        "og i det er på til som en å for av at med de har ikke vi den jeg et om var fra men så oss "
        "vil kan eller skal vår våre når også meg ble nå hva være mye etter ingen bare over siden "
        "mer han hun uten hver enn dem noe min hvor seg få takk ut blir fordi alle ved kom vært "
        "hadde hvorfor denne dette fikk mange"},
    {"sv", USCRIPT_LATIN, 0.0, true, "åäöéà",
        "och i att det är på som en för av med vi den inte har ett till om de jag men från var så "
        "vår oss kan när eller ska mig blev nu vad vara mycket efter ingen bara över sedan mer han "
        "hon utan varje än dem något min där sig få tack ut blir alla vid kom varit hade varför "
        "denna detta fick många också här våra man inga sina"},
    {"pl", USCRIPT_LATIN, 0.0, true, "ąćęłńóśźż",
        "w i na nie się z do to że jest o jak a po co tak za od nam mi są tylko ale nas czy dla był "
        "już przez ich jego my przy jej tym kiedy bardzo było mnie tego ma mamy może być ja ze "
        "jeszcze która który które bez gdy nikt tu gdzie proszę pod wszystko sobie ten ta też oni "
        "moja mój nasze dlaczego każdy bo ani on ona u nic teraz więc nad wody dziękujemy ludzie "
        "będzie mają byli dzieci"},
    {"cs", USCRIPT_LATIN, 0.0, true, "áčďéěíňóřšťúůýž",
        "a se v na je to že s z do o si ve i jsme ale za po jsou nám by k jak tak nás od už co pro "
        "jako není při ten který ne mi jen jsem bylo být před má své ze která nebo u ještě byl až "
        "když bez kde vše velmi každý nikdo proč moje můj naše mají děkujeme prosím pod nic tam "
        "potřebuje"},
    {"sk", USCRIPT_LATIN, 0.0, true, "áäčďéíĺľňóôŕšťúýž",
        "a sa v na je to že s z do o si vo aj sme ale za po sú nám by k ako tak nás od už čo pre nie "
        "pri ten ktorý mi len som bolo byť pred má svoje zo ktorá alebo u ešte bol až keď bez kde "
        "všetko veľmi každý nikto prečo moja môj naše majú ďakujeme prosím pod nič tam potrebuje"},
    {"hr", USCRIPT_LATIN, 0.0, true, "čćđšž",
        "je i u se na da za su od s a nije ne što o koji to iz nam smo li kao do ali sam bi ili po "
        "nas samo kako još bio biti sve kad ima sa koja koje nisu bez nitko ništa gdje jer kada mi "
        "treba naše moja moj imamo zbog vrlo prije svaki tko hvala molimo već kod oni on ona bila "
        "bilo"},
    {"bs", USCRIPT_LATIN, 1.0, true, "čćđšž",
        "je i u se na da za su od s a nije ne što o koji to iz nam smo li kao do ali sam bi ili po "
        "nas samo kako još bio biti sve kad ima sa koja koje nisu bez niko ništa gdje jer kada mi "
        "treba naše moja moj imamo zbog vrlo prije svaki ko hvala molimo već kod oni on ona bila "
        "bilo"},
    {"sl", USCRIPT_LATIN, 0.0, true, "čšž",
        "je in v se na da za so ne z s pa ki od iz to kot tudi ni po pri smo nam bi ali do o še kaj "
        "kako že samo sem ko nas bil biti vse če ima jih med brez nihče nič kje ker kdaj mi "
        "potrebuje naše moja moj imamo zaradi zelo pred vsak kdo hvala prosimo kateri oni on ona "
        "bila bilo"},
    {"sq", USCRIPT_LATIN, 0.0, true, "çë",
        "e të në dhe një për me nga që nuk është i se si më ka u do ne a së jane janë na këtë por ai "
        "ajo jo kur pa kemi shumë kjo ky ishte edhe çdo asnjë mund duhet deri ku vetëm jonë tonë "
        "prej kanë faleminderit pas tani"},
    {"tr", USCRIPT_LATIN, 0.0, true, "çğıöşüâîû",
        "ve bir bu için da de ne çok ile değil var gibi daha biz yok o ama en kadar sonra bize bizim "
        "ben kimse ya mi mı her zaman olarak olan neden nasıl ki hiç su iyi şey ise diye bizi çünkü "
        "lütfen gün nerede bütün oldu sadece hiçbir bana onlar önce beri göre bile benim sizin bazı "
        "bunu şimdi tüm hem içinde kaç mu geldi oluyor olduğu istiyoruz üzerinde üç teşekkürler "
        "ihtiyacımız veya insanlar yeni yine"},
    {"az", USCRIPT_LATIN, 0.0, true, "əçğıöşü",
        "və bir bu üçün da də nə çox ilə deyil var kimi daha biz yox o amma ən qədər sonra bizə "
        "bizim mən heç hər zaman olaraq olan niyə necə ki su yaxşı şey isə bizi çünki gün harada "
        "bütün oldu yalnız mənə onlar əvvəl görə edir xahiş bəzi haqqında kim"},
    {"ku", USCRIPT_LATIN, 0.0, false, "çêîşû",
        "û ji di de ku li bi na ne ye em ev me ew bo min yê ya jî her tu çi ez wê heye tune kesî "
        "dibe da wan ser dikin zêde pir hemû çima kengî gelek berî bike yek"},
    {"sw", USCRIPT_LATIN, 0.0, true, "",
        "ya wa na kwa ni katika za la hii kuwa hakuna cha kama huu sana yetu hayo si maji pia hapa "
        "lakini au watu hiyo bila hivyo wetu yangu watoto sisi mimi wao siku hatuna tuna bado kila "
        "baada sababu hili lini kutoka kabla ambao ndani zaidi kwamba wote nini huyo nyingi wengi tu "
        "mtu hata ambayo je wanasema kuhusu tafadhali asante wanawake zetu huko hizo wakati wangu "
        "kwenye yeye hawa vya baadhi gani vile mpaka mbali chakula msaada tena moja alisema bure ili "
        "wapi vyetu tunahitaji sasa kutokana jinsi sikupata"},
    {"so", USCRIPT_LATIN, 0.0, false, "",
        "iyo waa ah oo in ka ku u ee la ay ayaa ma waxaa waxay si soo ugu aan aad uu uma wuu waxaan "
        "loo marka lagu leh wax mid kale yahay tahay yihiin way kuma badan kasta dadka biyaha laga "
        "inaan ayuu inay waxa wuxuu na noo naga iyada isaga dib haddii laakiin sidoo jira jirin maya "
        "haa maxaa waxba qof qofna sababtoo fadlan waan nala anaga hooyaday halkan xarunta "
        "caafimaadka carruurta dadku maanta carruurtu helin weli goorma lacag cunto ilaa kuwa"},
    {"ha", USCRIPT_LATIN, 0.0, false, "ɓɗƙƴ",
        "a da na ta ba ya don mun an ne ce cikin su sun yi za muna yana suna ga wannan ko daga masu "
        "mu kuma ina yadda ruwa wani mai tana babu sai shi duk ake kan mana akwai amma idan wata "
        "kamar kowane kowace rana mutane yara ni zai wasu wanda me tun yaushe abinci ita sosai "
        "saboda nan ka zuwa cewa asibiti lafiya ban bai shin domin aka baya wadanda yau har lokacin "
        "bayan haka ki dukkan gode ana kudi"},
    {"id", USCRIPT_LATIN, 0.0, true, "é",
        "yang dan di ini dari untuk dengan tidak itu kami ada pada ke adalah saya akan dalam sudah "
        "kepada karena juga kita oleh bisa atau banyak orang belum lebih mereka air anak tahun saat "
        "seperti hanya dia telah harus sangat jika bagi hari lagi apa kapan satu tetapi tapi kalau "
        "sejak tentang bagaimana terima kasih tanpa tersebut semua jangan"},
    {"ms", USCRIPT_LATIN, 0.0, true, "é",
        "yang dan di ini untuk dengan tidak itu kami ada pada ke dari ialah adalah saya akan dalam "
        "telah kepada kerana juga kita oleh boleh atau banyak orang belum lebih mereka air kanak "
        "anak tahun seperti hanya dia perlu sangat jika bagi hari lagi apa bila satu tetapi kalau "
        "sejak tentang bagaimana terima kasih tanpa tersebut semua jangan daripada sudah mahu"},
    {"tl", USCRIPT_LATIN, 0.0, true, "ñ",
        "ang ng sa na mga at ay ko hindi namin po kami ako siya si may para ito wala lang nang "
        "walang pa naman kung yung nila sila amin atin tayo ni mo ka dahil din rin kanila isang "
        "kapag bakit ano wag pag kailan noong lahat nasa maging ba o niya mula tungkol dapat marami "
        "araw"},
    {"rw", USCRIPT_LATIN, 0.0, true, "",
        "mu na ku ni n nta ya kandi cyane kuri gihugu ko ariko bya ba ibyo kugira ngo abantu buri "
        "iyi kuva amazi ubu twe twabwiye cya wa za rya iyo kubera aho muri nuko bose ndi"},
    {"ny", USCRIPT_LATIN, 0.5, true, "ŵ",
        "ndi ku wa za kuti ya pa mu la chifukwa ana anthu palibe koma kwa ndipo tili ali amene "
        "zambiri iwo chakudya kodi madzi cha mayi anga ife ngati kapena munthu kwambiri liti onse"},
    {"ln", USCRIPT_LATIN, 0.5, false, "áâéêíîóôúɛɔ",
        "na ya te ba oyo mpe po mpo nga biso to azali bato bana mingi yango nini kasi lokola ndenge "
        "mokolo pe soki bango moko nde nyonso mai eza awa bazali"},
    {"ht", USCRIPT_LATIN, 0.0, true, "àèòé",
        "la a yo nan pa ki an ak pou te se nou yon li sa mwen m epi men w lè ou gen sou tout fè moun "
        "ka anpil konsa depi anyen kote ankò pi dlo chak manman poukisa kijan menm avèk akoz twòp"},
    {"om", USCRIPT_LATIN, 0.5, false, "",
        "fi kan hin irraa akka keessa nu kana jiru isaan waan ni namni baay ee yoo garuu malee "
        "irratti qaba jira bishaan hunda keenya koo guyyaa yeroo eessa maaliif tokko nama wajjin"},
    {"eo", USCRIPT_LATIN, 3, true, "ĉĝĥĵŝŭ",
        "la de kaj en estas ne al por ke ni kun pri mi ĝi el sed li ili ĉi tiu kiu tio aŭ da sur oni "
        "povas plej kiel ĉu nur jam via nia se"},
    {"ru", USCRIPT_CYRILLIC, 0.0, true, "ёйщъыьэюяи",
        "в и не на я что с мы по у нам это к из как а он то за но все нас так от для мне есть о они "
        "был когда нет только уже же или до если было его очень их ещё еще бы без после были при она "
        "вы быть где мой нашей наши никто ничего почему этом этот который чтобы больше вода раз со "
        "нужно может вас там моей дома люди сейчас надо кто тоже говорят какой моя спасибо воды пока "
        "под раньше вот нами дети сказали через"},
    {"uk", USCRIPT_CYRILLIC, 0.0, true, "іїєґйщьюяи",
        "в і не на що з ми у нам це й до та як за я але від є для він нас про так а немає по вони "
        "мені було коли вже чи або дуже щоб її його їх нічого ще без після ніхто були бо був вона із "
        "ви де мій наші може треба цей який тільки якщо чому через під всі води люди там потрібно "
        "хто теж кажуть моя моїй дякуємо будь ласка час більше воду дітей діти сказали цього при "
        "щодня"},
    {"be", USCRIPT_CYRILLIC, 0.0, true, "ёйіўыьэюя",
        "у і не на што з мы нам гэта да як за я але ад для ён нас пра так а няма па яны мне было "
        "калі ўжо ці або вельмі каб яе яго іх нічога яшчэ без пасля ніхто былі бо быў яна вы дзе мой "
        "нашы можа трэба гэты які толькі чаму праз пад усе кожны дзень"},
    {"bg", USCRIPT_CYRILLIC, 0.0, true, "йщъьюяи",
        "на и в не да се за от с е са по ни но това ли как ще има че няма до ние при из или ми го "
        "тук един много всеки само като когато кога без след който защо нас тези ги им защото трябва "
        "може беше моля ме също бяха никой нищо още благодарим майка къде"},
    {"sr", USCRIPT_CYRILLIC, 0.0, true, "ђјљњћџи",
        "је и у се на да за су од с а није не што о који то из нам смо ли као до али сам би или по "
        "нас само како још био бити све кад има са која које нису без нико ништа где јер када ми "
        "треба наше моја мој имамо због врло пре сваки ко хвала молимо већ код они он она било сваке"},
    {"mk", USCRIPT_CYRILLIC, 0.5, true, "ѓѕјљњќџи",
        "на и во не да се за од со е по ни но тоа ли како ќе има дека нема до ние при или ми го еден "
        "многу секој само кога без кој зошто нас тие ги им бидејќи треба може беше ве молиме исто "
        "беа никој ништо уште благодариме мајка каде овој оваа"},
    {"ar", USCRIPT_ARABIC, 0.0, true, "ءآأؤإئةىيكه",
        "في من على لا ما إلى أن هذا عن لم هل كل مع كان هو نحن التي الذي لنا هذه لكن بعد أو قد إن لأن "
        "يوم بين ليس منذ حتى عند كانت هي لي لكم بسبب كيف متى أين لماذا قبل أي الماء الناس هناك عندنا "
        "أحد شيء ذلك يوجد جدا غير نريد الأطفال شكرا المخيم وين شو مش مو بدون كما هم أنا يتم أكثر ثم "
        "إذا إننا فقط يا تم لدينا المساعدة"},
    {"fa", USCRIPT_ARABIC, 0.0, true, "پچژگکیهآئءأؤيك",
        "و در به از که این را است با برای ما آن هم یک بود تا من نیست می شود کرد نمی خود بر هر شد اند "
        "چه یا آنها دارد کنند شده اما همه باید پس اگر ها چرا مردم کجا آب بسیار کمک ندارد هیچ بی روز "
        "های وقتی بعد باز خیلی دیگر او شما کسی چی بین آیا مورد نداریم داریم هستند کند دهند لطفا تشکر "
        "مرا برق ام اینجا چند باشد هست"},
    {"ps", USCRIPT_ARABIC, 0.0, false, "پچژگکیهټځڅډړږښګڼېۍئآءكيے",
        "د په او چې ته دي له نه هم دا کې یو موږ سره شي مو کړي لپاره دی ده کوي دې شوي څخه یې خو هر "
        "هغه مې لري زموږ زما تر ولې څه کله نشته شته خلک اوبه اوبو ډېر باید وکړ وکړي ځای بیا پر پورې "
        "چا راته شوی وايي وایي هېڅ ماشومان مهرباني مننه ونه ټول نور کوم ورځ یا که څوک هیڅ کړ کړئ شو "
        "پرته وو راکړئ"},
    {"ur", USCRIPT_ARABIC, 0.0, true, "پچژگکیٹڈڑںےہھۂۓآئءؤ",
        "کے میں کی ہے اور سے کا نہیں کو ہیں پر کہ نے ہم یہ بھی ہو تو تھا لیے ہمیں کیا ایک وہ کر کوئی "
        "گیا ہمارے جو ان بہت پانی ہماری تھے گئی رہے کب لوگ ہر رہا نہ یا اس بعد مجھے میری ساتھ سب کچھ "
        "وجہ ہوتا گئے بتایا جب اب لوگوں بچے تک میرے شکریہ کیوں دیا تھی پاس رہی کہتے بارے چاہیے کیسے "
        "کہاں کرم بغیر دن ہوئی"},
    {"ckb", USCRIPT_ARABIC, 0.5, false, "پچژگکیەێۆڕڵڤئھ",
        "و لە بە بۆ کە ئەم لەگەڵ نییە ئێمە هەر ئەو دەکات من یان تا بوو هیچ زۆر هەموو سەر کەس دەبێت "
        "دا ناو پێش چی بکە ئەوەی هەیە ئەوان دەکەن لەسەر"},
    {"hi", USCRIPT_DEVANAGARI, 0.0, true, "",
        "के में है की और से का नहीं को हैं पर कि ने हम यह भी हो तो था लिए हमें क्या एक वह कर कोई गया "
        "हमारे जो इस बहुत पानी ये थे गई रहे कब लोग हर रहा न या उस बाद मुझे मेरी साथ सब कुछ कारण होता "
        "गए बताया जब अब लोगों बच्चे तक मेरे धन्यवाद क्यों दिया थी पास रही कहते बारे चाहिए हमारी कैसे "
        "कहाँ कृपया बिना दिन फिर किसी"},
    {"mr", USCRIPT_DEVANAGARI, 0.3, true, "ळ",
        "आहे आणि नाही या ते तो ही हे मी आम्ही आम्हाला पण होते की आहेत केले एक साठी मध्ये का कधी खूप "
        "पाणी लोक मला माझ्या आमच्या नाहीत करून झाले होता काय तर सर्व कोणी असे त्यांनी सांगितले किंवा"},
    {"ne", USCRIPT_DEVANAGARI, 0.3, true, "",
        "छ र को मा पनि छैन हामी लाई हामीलाई यो छन् हो भने गर्न के कति धेरै पानी मान्छे मलाई मेरो "
        "हाम्रो थियो भएको छैनन् गरेको लागि एक हुन्छ कसैले बारेमा कहिले सबै गर्नुहोस् त्यो अनि भयो "
        "बाट"},
    {"am", USCRIPT_ETHIOPIC, 0.0, false, "አ",
        "ነው እና ላይ ውስጥ ምንም ግን በጣም ሁሉም አለ የለም እኛ ወደ ነበር ናቸው እንደ ይህ ይላሉ ወይም ስለ እባክዎ ማንም ውሃ ጊዜ ጋር ቀን ሰው "
        "አይደለም ከ ብቻ መቼ ምን ለምን ሰዎች በየቀኑ አመሰግናለሁ እናመሰግናለን ነበሩ እስከ ሌላ ያለ በኋላ ድረስ ደህና ልጆች ምክንያት እዚህ አንድ "
        "የት እንዴት አሉ አልተሰጠንም አላገኘንም እንደገና ጀምሮ"},
    {"ti", USCRIPT_ETHIOPIC, 1.5, false, "ኣቐቕኸኽዓ",
        "እቲ ኣብ ካብ ናብ እዩ ኣሎ እዚ ምስ ግን የለን ንሕና ኣሎና እዮም ናይ ዝኾነ ድማ ከም ኩሉ እንታይ ሰብ ማይ ብዛዕባ ንዓና ኣይኮነን "
        "ኣይነገረናን ብዙሕ እታ ምእንቲ ወይ ኔሩ መዓልቲ የብልናን"},
    {"bn", USCRIPT_BENGALI, 0.0, true, "র",
        "না ও এই করে আমাদের থেকে আমরা জন্য কি এবং একটি হয় আছে কোনো নেই সব হয়েছে আমি আর তারা কিন্তু "
        "যে এক করতে বা পানি করা আমার সে এর সাথে কেন খুব অনেক কিছু কবে কেউ পর কথা মানুষ মধ্যে বেশি "
        "যখন কারণে পাই হবে বলে আবার"},
    {"as", USCRIPT_BENGALI, 0.0, false, "ৰৱ",
        "আৰু এই কৰা হৈ আমাৰ পৰা আমি বাবে কি এটা হয় আছে কোনো নাই সকলো মই তেওঁলোকে কিন্তু যে এক কৰিব "
        "বা পানী মোৰ সি লগত কিয় বহুত কিছু কেতিয়া কোনেও পিছত কথা মানুহ"},};
// clang-format on

} // namespace

std::span<const known_language> known_languages() noexcept { return all; }

} // namespace verbatim::feedback
