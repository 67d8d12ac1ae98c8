#include "cues.hpp"

namespace verbatim::detect_sensitive::offline::cues {

const std::string_view swahili = R"(
staff = mwenyekiti kiongozi viongozi afisa maafisa mwalimu walimu askari mlinzi walinzi mgawaji wagawaji msimamizi wasimamizi mjumbe wajumbe karani polisi mkuu bosi meneja dereva mfanyakazi wafanyakazi daktari muuguzi chifu mzee kamati mjitolea wajitolea wanajeshi mwanajeshi mhasibu katibu mwekahazina mkaguzi mkandarasi mratibu mtendaji balozi mkufunzi mpishi
female = msichana wasichana binti mabinti mwanamke wanawake mtoto watoto dada mke mjane wajane mwanafunzi wanafunzi
partner = mume mumewe waume mpenzi baba mchumba kaka
aid = msaada misaada chakula jina majina orodha kadi hema mahema unga mchele mafuta sabuni mablanketi tokeni maharage mahindi ajira kazi
money = pesa hela fedha shilingi ada malipo dola rushwa hongo kuku mbuzi zawadi bahasha senti mchango
medical = daktari muuguzi nesi mkunga tumbo dawa sindano kidonda chanjo hospitali kliniki joto jeraha
relative = ndugu jamaa binamu kaka familia rafiki marafiki ukoo kabila watu shemeji wakwe mkwe wajomba mjomba shangazi mtoto watoto mke
food = unga mchele maharage nyama maziwa samaki mkate chakula mahindi mafuta uji biskuti ngano sukari njugu matunda mboga
young = kumi mdogo wadogo darasa shule mwanafunzi 12 13 14 15
[negation]
hakuna|hatuna|hana|bila|si|sio|wala|hapana|kamwe|haku*|hawaku*|hatuku*|hamku*|siku*|haja*|hawaja*|hatuja*|sija*|hawata*|hatuta*|hawana
[negation after]
hakuna|haipo
[no negation]
si tu|sio tu
[clause]
na|lakini|kwa|kwamba|ambaye|ambao|kama|ndipo|ili|alipo*|tulipo*|baada|kabla|sababu
[harmless]
*piga simu|*pigia simu|*piga picha|*piga kura|*piga kelele|*piga dawa|*pigwa picha|shambulio la moyo|wizi wa mtandao
[unless]
kwenye redio|redioni|kwenye televisheni|kwenye runinga|kwenye habari|habari za|gazeti*|filamu|sinema|mafunzo kuhusu|semina|warsha|kampeni dhidi|nchi jirani|nchi nyingine|somo kuhusu
[SEXUAL_VIOLENCE]
*baka|*bakwa|ubakaji|walimbaka|alimbaka|amebakwa|alibakwa|wamebakwa|kumbaka|walinibaka|*najisi|*najisiwa|ukatili wa kingono|unyanyasaji wa kijinsia wa kingono|*ingilia kwa nguvu|kwa nguvu + <female>|*lazimisha ngono|*lazimishwa ngono|*chania nguo
[SEXUAL_EXPLOITATION]
unyonyaji wa kingono|*lala na + <aid>|*lala na + <staff>|*lala na + <female>|*lala naye|ngono + <aid>|ngono kwa|rushwa ya ngono|ukahaba|*enda kwake usiku|chumbani kwake + <aid>|*lala naye|*lala na bosi|awe mpenzi|wawe wapenzi|kuwa mpenzi wake|mapenzi + <aid>|mapenzi ili|*enda chumbani|*ende peke yake|peke yake usiku|*toa mwili|*uza mwili|*uza miili
[SEXUAL_ABUSE]
sehemu za siri - <medical>|*shika + sehemu za siri|*shika matiti|*shika + <female> + <staff> - <medical>|*gusa + <female> - <medical>|unyanyasaji wa kingono|unyanyasaji wa watoto|*papasa*|*shika matiti|*shika maziwa|*vua nguo|*pakata|*onyesha picha chafu|video chafu|*chezea mtoto|*chezea mwili|*chezea + <female>|*gusa vibaya|*shika vibaya
[SEXUAL_HARASSMENT]
*shika makalio|makalio|*shika kiuno|unyanyasaji wa kijinsia|*tongoza*|*pigia mluzi|maneno machafu + <female>|picha za uchi|*konyeza|*chungulia|*tazama tukioga|*angalia tukioga|*ambia maneno machafu|maneno machafu|*busu kwa|*bana + <female>|*shikashika
[HARASSMENT]
*sumbua wasichana|*nyanyasa*|*nyanyaswa|unyanyasaji|*fuatilia + <female>|*fuatafuata|bughudh*|*bughudhi|*fuata + kila siku|*nifuata|*mfuata|*subiri nje ya|haniachi|*pigia simu usiku|*sumbua
[GENDER_BASED_VIOLENCE]
akilewa|anapolewa|amelewa + mume|mume + mlevi|mume + hulewa|akirudi amelewa|tunalala nje|nalala kwa jirani|analala kwa jirani|ameolewa|ameozwa|ataozwa|anaozwa|kuozwa|wameolewa|wameozwa|ameacha shule + olewa|ameacha shule + mume|acha* shule + mume|mahari|ng'ombe + binti|ng'ombe + msichana|mzee + msichana + oa|alama mwilini|anasema alianguka|anapiga kelele + usiku|tunasikia kelele + usiku|tunamsikia akilia|ananifungia|anamfungia|ananinyima ruhusa|haniruhusu|ananinyang'anya simu|maji ya moto + mume|ninaogopa kurudi|anaogopa kurudi|watoto hujificha|wanajificha|mke wa pili|mke wa tatu|kukeketwa|amekeketwa|kukeketa|tohara + wasichana
<partner> + *mpiga|<partner> + *nipiga|<partner> + *piga|*pigwa na + <partner>|*pigwa na mumewe|ukatili wa kijinsia|ukatili wa nyumbani|ndoa za utotoni|ndoa ya utotoni|ndoa za mapema|ndoa za kulazimishwa|*muoza + <young>|*muoza|*ozwa|*ozeshwa|*ozesha|*olewa + <young>|*lazimishwa kuolewa|ukeketaji|*keketwa|*keketa|namwogopa mume*|anamwogopa mume*|*mwoza|*muoza|wamemwoza|<partner> + ananipiga|<partner> + *nipiga|ananipiga akilewa|<partner> + *funga ndani|<partner> + *fukuza|*lazimishwa kuolewa|<female> + *olewa + <young>|ameolewa + <young>|wamemuoza|mahari + <young>|alama za kipigo|*jeruhi mke|*piga mke|*piga mkewe|*piga wake|majeraha + mume*|jicho limevimba
[GENDER_INEQUALITY]
wanaume tu|wanaume pekee|wanawake + hawaruhusiwi|wasichana + hawaruhusiwi|ukosefu wa usawa|kwa sababu mimi ni mwanamke|wanaume ndio wanaoamua|wanawake + nyuma|wanawake + hawasemi|wanawake + kuongea|wasichana + nyumbani|wavulana tu|wasichana + hawaendi shule|kaka zao + shule
[GENDER_DISCRIMINATION]
ubaguzi + wanawake|*bagua wanawake|ubaguzi wa kijinsia|hawaajiri wanawake|wanataka wanaume|wanapendelea wanaume|wanaume tu + kazi|wanawake + *lipwa kidogo|kwa sababu ni mjamzito|kwa sababu ni mwanamke
[GIFTS_BRIBES_AND_KICKBACKS]
bila kumpa|bila kulipa|bila chai|chai ya mwenyekiti|usipotoa|usipolipa|usipompa|tusipotoa|tusipolipa|mpaka utoe|mpaka ulipe|mpaka umpe|hadi utoe|hadi ulipe|lazima kutoa|lazima kulipa|mkono mtupu|kumtoa kitu|wanaotoa|wanaolipa|anayetoa|anayelipa|asiyetoa|asiyelipa|chini ya meza|bei ya kadi|bei ya hema|bure + lakini + lip*|bure + lakini + to*
rushwa|hongo|chai kwa|mlungula|*omba pesa|*ombwa pesa|*omba hela|*ombwa hela|*dai pesa|*daiwa pesa|*taka pesa|*toza + <aid>|*lipa + ili|*lipa + <aid> + kwanza|*toa pesa + ili|*toa chochote|kitu kidogo|<staff> + <money> + ili|<money> + *andik*|bila kutoa|kutoa kitu|lazima utoe|lazima ulipe|tulilazimika kulipa|*lipa ndipo|*toe pesa|*pe pesa + <staff>|*mpa kuku|*toa bahasha|bahasha + <staff>|mchango + <staff>|ya soda|hela ya chai|pesa ya chai
[CORRUPTION]
rushwa|ufisadi|fisadi|mafisadi|hongo|mlungula|bila pesa hupati|kila kitu ni pesa|*nunua + <staff>|*nunuliwa
[FRAUD]
utapeli|matapeli|tapeli|*tapeli*|ulaghai|*laghai*|majina bandia|majina hewa|wafu + orodha|marehemu + orodha|kitambulisho bandia|udanganyifu|hawaishi hapa|haishi hapa|jina la mtu mwingine|majina ya uongo|kadi mbili|kadi bandia|*danganya|*danganywa|walitudanganya|*jifanya|*ibia kwa simu|namba ya siri
[EMBEZZLEMENT]
tulisaini|tulitia sahihi|walitupa nusu|tulipata nusu|kilo + pungufu|vya kwetu + soko*|vyetu + soko*|inauzwa sokoni|unauzwa sokoni|yanauzwa sokoni|wanauza msaada|anauza msaada|dukani kwa <staff>|nyumbani kwa <staff>|lori + usiku|usiku + ghala|hutoka usiku|pesa ya + hakuna|pesa za + hakuna|pesa zimeenda wapi|pesa zilienda wapi|amejenga nyumba|anajenga nyumba
ubadhirifu|*fuja fedha|<aid> + *uzwa|<aid> + *uza|*uza msaada|*uza chakula cha|*kula pesa|*kula fedha|*la pesa|*meza pesa|<aid> + sokoni|<aid> + *potea|nusu ya msaada|<staff> + nyumba mpya|<staff> + pikipiki mpya|<staff> + gari jipya|<staff> + *uza|mfuko + tupu|hazina + tupu|*jinufaisha|*gawana wenyewe|haikufika|haukufika|hayakufika|nusu ya + <aid>|dukani kwa + <aid>|<aid> + dukani|dukani kwa
[THEFT]
kufuli + vunjwa|kufuli limevunjwa|wamevunja kufuli|walivunja kufuli|walivunja mlango|wamevunja mlango|mlango umevunjwa|haikuwepo|havikuwepo|hazikuwepo|tuliporudi + hai*|niliporudi + hai*|imetoweka|vimetoweka|tukiwa tumelala|wakati tumelala|kufuli + haipo|kufuli + hakuna
wizi|mwizi|wezi|*iba|*ibiwa|*iibiwa|*ibwa|*liibiwa|waliiba|aliiba|wameiba|ameiba|wanaiba|yaliibiwa|*pora|*porwa|uporaji|*nyang'anya|*nyang'anywa|vibaka|*toweka|*potea + usiku|zimetoweka|*chukua usiku|*chukua vitu|*chomoa|*vunja kufuli|*ingia usiku|*beba usiku|*pokonya|*pokonywa|*kwapua
[NEPOTISM_AND_FAVOURITISM]
upendeleo|*pendelea|undugu|<relative> za <staff>|<relative> wa <staff>|<relative> zake|<relative> zao|ndugu zake|ndugu za|jamaa zake|marafiki zake|watu wake tu|kabila lake|ukabila|kujuana|ndugu zao|watoto wa <staff>|kazi + ndugu|ajira + ndugu|watu wa kwao|wa kabila lake|wa ukoo wake|marafiki wa <staff>|kwanza ndugu|wanajuana|*pa ndugu
[ABUSE_OF_OFFICIAL_POSITION]
matumizi mabaya ya madaraka|*tumia vibaya madaraka|*tumia vibaya cheo|*tumia cheo|shamba lake + <staff>|gari la shirika + *ake|gari la ofisi + *ake|shamba la <staff>|shambani kwake|*lazimisha kufanya kazi|*tumia gari la|*tumia ambulensi|kwa manufaa yake|kwa faida yake
[RETALIATION_AGAINST_WHISTLEBLOWERS]
tangu nilalamike|tangu nilipolalamika|tangu tulipolalamika|tangu nilipopiga simu|tangu niseme|tangu niliposema|baada ya kulalamika|baada ya malalamiko|baada ya kupiga simu|baada ya kusema|kwa sababu alilalamika|kwa sababu nilisema|mkilalamika|ukisema + jina|tukisema|wanaosema|anayesema ukweli|msitaje jina|usitaje jina|bila kutaja jina|tunaogopa kulalamika|naogopa kulalamika|ninaogopa kusema|tunaogopa kusema|wanajua nani|watajua ni mimi
*lipiza kisasi|kulipiza|kisasi|*ogopa kulalamika|*ogopa kusema|*ogopa kuripoti|*lalamika + *ondoa*|*lalamika + *toa kwenye|*lalamika + *nyima|nilipolalamika|tulipolalamika|tangu nilipo*|*ripoti + *ondoa*|anayelalamika|wanaolalamika|waliolalamika|aliyelalamika|ukilalamika|tukilalamika|*nyima + *lalamika|kwa sababu nililalamika|kwa sababu tulilalamika|*ogopa kusema|tunaogopa|*adhibu kwa|*fukuzwa kwa kusema
[PRIVACY_AND_CONFIDENTIALITY_ISSUES]
faragha|siri zangu|siri yangu|siri zetu|taarifa binafsi|bila idhini|bila ruhusa|picha + bila|*tangaza ugonjwa|*ambia watu wote|kila mtu anajua + ugonjwa|orodha + ukutani|ugonjwa wangu + watu|*soma kwa sauti|kwa sauti + majina|mbele ya watu + ugonjwa|watu wote wanajua|*toa namba yangu|*pa namba yangu|picha + mtandaoni|picha + facebook|*weka picha|fomu + *zagaa|*sikia siri
[THREATS_AND_PHYSICAL_VIOLENCE]
anajua nyumba|wanajua nyumba|anajua ninapoishi|wanajua ninapoishi|wanajua tunapoishi|anajua tunapolala|utajuta|tutajuta|nitajuta|watachoma|atachoma|kuchoma nyumba|wamechoma|damu + walinzi|anavuja damu|alivuja damu|anajua nyumba + nitaona
*tishia*|*tishwa|*tutisha|*nitisha|vitisho|*piga fimbo|*nipiga|*tupiga|*wapiga|*mpiga|*pigwa|*chapa viboko|viboko|*ua mtu|*uawa|mauaji|silaha|bunduki|panga|mapanga|kisu|visu|vurugu|ghasia|*shambuli*|*choma moto|*chomea|ugomvi|*sukuma mzee|mapigano|mawe na|kwa mawe|marungu|rungu|fimbo|*vunja miguu|*vunja mkono|risasi|*piga risasi|*teka|*tekwa|utekaji|*chinja|*kata na panga|mateke|*sukuma|ngumi|*piga makofi|*zaba kofi|*tukimbiza|*fukuza kwa
[ALCOHOL_OR_NARCOTIC_ABUSE]
mlevi|walevi|amelewa|wamelewa|alilewa|walilewa|kulewa|ulevi|pombe|bangi|madawa ya kulevya|dawa za kulevya|gongo|chang'aa|mirungi|akilewa|wakilewa|*lewa chakari|harufu ya pombe|*nywa bia|bia|*vuta bangi|*vuta gundi|mihadarati|unga wa kulevya|sindano + vijana
[CONFLICT_OF_INTEREST]
mgongano wa maslahi|kampuni yake|duka lake + <staff>|duka la mke wa|kampuni ya kaka yake|duka ni la|kampuni ni ya|duka la mkewe|kampuni ya ndugu|mali ya <staff>|*nunua kwa ndugu
[PROCUREMENT_OR_TENDER_VIOLATION]
zabuni|tenda|manunuzi|mkataba + bila ushindani|kampuni ile ile|bila kutangaza|bei mara mbili|ankara
[INSIDER_TRADING]
taarifa za ndani + hisa
[FALSIFICATION_OR_DESTRUCTION_OF_INFORMATION]
*ghushi*|sahihi bandia|sahihi + si yangu|*sainia jina langu|nyaraka bandia|*choma nyaraka|*choma rejista|*badilisha orodha|*futa majina|*weka dole|dole gumba|*saini kwa niaba|*sainia|ripoti ya uongo|ripoti + uongo|karatasi tupu|*andika uongo|takwimu za uongo|*chana ukurasa
[GIFTS_AND_HOSPITALITY]
zawadi + <staff>|*pa zawadi + <staff>|*pewa mbuzi + <staff>|*pewa zawadi|*alika + karamu|karamu + <staff>|*pewa simu + <staff>
[UNFAIR_TREATMENT_OF_EMPLOYEES]
mishahara + hatujalipwa|mishahara + haija*|mshahara + sija*|hatujalipwa|hatulipwi|sijalipwa|nusu ya mshahara|mishahara + chelewa*|*chelewesha mishahara|hatujapata mshahara|sijapata mshahara|bila malipo + kazi|bila mshahara|bila mkataba|bila kupumzika|mshahara mdogo kuliko|*lipwa kidogo|*lipwa chini|*kata mshahara|malipo yetu
[UNFAIR_DISMISSAL]
*fukuzwa kazi|*fukuza kazi|nimefukuzwa|*achishwa kazi|*poteza kazi|*simamishwa kazi|nimeachishwa|mkataba + *katishwa|*ondolewa kazini|*ambiwa nisirudi
[WORKPLACE_BULLYING]
*dhalilisha + kazini|*dhalilisha + wafanyakazi|bosi + *tukana*|meneja + *tukana*|*fokea*|*nicheka kazini|*nidharau kazini|bosi + *fokea|*tenga kazini|wenzangu + *cheka|*aibisha mbele
[VANDALISM]
uharibifu|*haribu + makusudi|*vunja + bomba|*vunja + mabomba|*vunja + vioo|*vunja madirisha|*rusha mawe|*tupa mawe|*vunja bomba|*kata uzio|*chana hema|*chana mahema|*vunja taa|*bomoa|*chora ukuta|*haribu usiku|*haribu bomba
[ENVIRONMENTAL_HEALTH_AND_SAFETY_ISSUES]
hatari|si salama|nyaya + wazi|nyaya + *ning'inia|shimo + wazi|shimo + kifuniko|kisima + wazi|maji taka|majitaka|*anguka + jengo|ukuta + *anguka|maji machafu + *nywa|waya wa umeme|nyaya za umeme|*pigwa na umeme|*teleza|ngazi + *vunjika|shimo + watoto|vioo vya|gesi + *vuja|choo + *furika|vyoo + *furika|*jaa na kufurika|bila helmeti|bila glavu
[ENVIRONMENTAL_VIOLATIONS]
uchafuzi|*chafua|taka + mtoni|takataka + mto*|*kata miti|ukataji miti|*choma plastiki|kiwanda + mto*|mafuta + mtoni|*mwaga + mto*|*tupa + mto*|*tupa taka|*choma matairi|*choma taka|betri + kisima|samaki wamekufa|moshi wa kiwanda|*kata miti
[FOOD_SAFETY]
yameoza|imeoza|umeoza|zimeoza|vimeoza|iliyooza|yaliyooza|kuoza|<food> + *haribika|*isha muda|muda wake + *isha|*pitwa na wakati + <food>|<food> + wadudu|<food> + funza|<food> + harufu|<food> + fangasi|ukungu|sumu + <food>|*tapika + <food>|kuhara + <food>|kwisha muda|*mekwisha muda|*kwisha muda wake|<food> + mende|<food> + panya|<food> + mawe|<food> + mchanga|<food> + chungu|<food> + kijani|<food> + nyeusi|*umwa tumbo + <food>|tumbo + baada ya kula|*harisha|kinyesi + <food>|haikuiva|*oza + <food>|imechacha|umechacha|*chacha
[CODE_OF_CONDUCT_VIOLATION]
kanuni za maadili|utovu wa nidhamu|utovu wa maadili|<staff> + *tukana*|<staff> + *tusi*|*lala kazini|sare + baa|kizibao + baa|gari + baa|uhusiano na mnufaika
[INAPPROPRIATE_BEHAVIOUR]
*tukana*|*tusi|matusi|*dharau*|dharau|*fokea|*cheka + <staff>|*dhihaki*|kama wanyama|kama mbwa|lugha chafu|*dhalilisha*|kejeli|*kemea|*tukemea|*fokea|*dharau|*zomea|*cheka sisi|*tucheka|hana heshima|bila heshima|*bamiza mlango|*tuita|*fukuza kama|maneno makali|kiburi|jeuri
)";

} // namespace verbatim::detect_sensitive::offline::cues
