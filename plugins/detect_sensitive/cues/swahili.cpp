#include "cues.hpp"

namespace verbatim::detect_sensitive::offline::cues {

const std::string_view swahili = R"(
staff = mwenyekiti kiongozi viongozi afisa maafisa mwalimu walimu askari mlinzi walinzi mgawaji wagawaji msimamizi wasimamizi mjumbe wajumbe karani polisi mkuu bosi meneja dereva mfanyakazi wafanyakazi daktari muuguzi chifu mzee kamati mjitolea wajitolea wanajeshi mwanajeshi
female = msichana wasichana binti mabinti mwanamke wanawake mtoto watoto dada mke mjane wajane mwanafunzi wanafunzi
partner = mume mumewe waume mpenzi
aid = msaada misaada chakula jina majina orodha kadi hema mahema unga mchele mafuta sabuni mablanketi tokeni maharage mahindi ajira kazi
money = pesa hela fedha shilingi ada malipo dola rushwa hongo
medical = daktari muuguzi nesi mkunga tumbo dawa sindano kidonda chanjo hospitali kliniki joto jeraha
relative = ndugu jamaa binamu kaka familia rafiki marafiki ukoo kabila watu
food = unga mchele maharage nyama maziwa samaki mkate chakula mahindi mafuta uji biskuti
young = kumi mdogo wadogo
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
*baka|*bakwa|ubakaji|walimbaka|alimbaka|amebakwa|alibakwa|wamebakwa|kumbaka|walinibaka|*najisi|*najisiwa|ukatili wa kingono|unyanyasaji wa kijinsia wa kingono
[SEXUAL_EXPLOITATION]
unyonyaji wa kingono|*lala na + <aid>|*lala na + <staff>|*lala na + <female>|*lala naye|ngono + <aid>|ngono kwa|rushwa ya ngono|ukahaba|*enda kwake usiku|chumbani kwake + <aid>
[SEXUAL_ABUSE]
sehemu za siri - <medical>|*shika + sehemu za siri|*shika matiti|*shika + <female> + <staff> - <medical>|*gusa + <female> - <medical>|unyanyasaji wa kingono|unyanyasaji wa watoto|*papasa*
[SEXUAL_HARASSMENT]
*shika makalio|makalio|*shika kiuno|unyanyasaji wa kijinsia|*tongoza*|*pigia mluzi|maneno machafu + <female>|picha za uchi
[HARASSMENT]
*sumbua wasichana|*nyanyasa*|*nyanyaswa|unyanyasaji|*fuatilia + <female>|*fuatafuata|bughudh*|*bughudhi
[GENDER_BASED_VIOLENCE]
<partner> + *mpiga|<partner> + *nipiga|<partner> + *piga|*pigwa na + <partner>|*pigwa na mumewe|ukatili wa kijinsia|ukatili wa nyumbani|ndoa za utotoni|ndoa ya utotoni|ndoa za mapema|ndoa za kulazimishwa|*muoza + <young>|*muoza|*ozwa|*ozeshwa|*ozesha|*olewa + <young>|*lazimishwa kuolewa|ukeketaji|*keketwa|*keketa|namwogopa mume*|anamwogopa mume*
[GENDER_INEQUALITY]
wanaume tu|wanaume pekee|wanawake + hawaruhusiwi|wasichana + hawaruhusiwi|ukosefu wa usawa|kwa sababu mimi ni mwanamke|wanaume ndio wanaoamua
[GENDER_DISCRIMINATION]
ubaguzi + wanawake|*bagua wanawake|ubaguzi wa kijinsia|hawaajiri wanawake
[GIFTS_BRIBES_AND_KICKBACKS]
rushwa|hongo|chai kwa|mlungula|*omba pesa|*ombwa pesa|*omba hela|*ombwa hela|*dai pesa|*daiwa pesa|*taka pesa|*toza + <aid>|*lipa + ili|*lipa + <aid> + kwanza|*toa pesa + ili|*toa chochote|kitu kidogo|<staff> + <money> + ili|<money> + *andik*
[CORRUPTION]
rushwa|ufisadi|fisadi|mafisadi|hongo|mlungula
[FRAUD]
utapeli|matapeli|tapeli|*tapeli*|ulaghai|*laghai*|majina bandia|majina hewa|wafu + orodha|marehemu + orodha|kitambulisho bandia|udanganyifu
[EMBEZZLEMENT]
ubadhirifu|*fuja fedha|<aid> + *uzwa|<aid> + *uza|*uza msaada|*uza chakula cha|*kula pesa|*kula fedha|*la pesa|*meza pesa|<aid> + sokoni|<aid> + *potea|nusu ya msaada
[THEFT]
wizi|mwizi|wezi|*iba|*ibiwa|*iibiwa|*ibwa|*liibiwa|waliiba|aliiba|wameiba|ameiba|wanaiba|yaliibiwa|*pora|*porwa|uporaji|*nyang'anya|*nyang'anywa|vibaka
[NEPOTISM_AND_FAVOURITISM]
upendeleo|*pendelea|undugu|<relative> za <staff>|<relative> wa <staff>|<relative> zake|<relative> zao|ndugu zake|ndugu za|jamaa zake|marafiki zake|watu wake tu|kabila lake|ukabila|kujuana
[ABUSE_OF_OFFICIAL_POSITION]
matumizi mabaya ya madaraka|*tumia vibaya madaraka|*tumia vibaya cheo|*tumia cheo|shamba lake + <staff>|gari la shirika + *ake|gari la ofisi + *ake
[RETALIATION_AGAINST_WHISTLEBLOWERS]
*lipiza kisasi|kulipiza|kisasi|*ogopa kulalamika|*ogopa kusema|*ogopa kuripoti|*lalamika + *ondoa*|*lalamika + *toa kwenye|*lalamika + *nyima|nilipolalamika|tulipolalamika|tangu nilipo*|*ripoti + *ondoa*
[PRIVACY_AND_CONFIDENTIALITY_ISSUES]
faragha|siri zangu|siri yangu|siri zetu|taarifa binafsi|bila idhini|bila ruhusa|picha + bila|*tangaza ugonjwa|*ambia watu wote|kila mtu anajua + ugonjwa|orodha + ukutani|ugonjwa wangu + watu
[THREATS_AND_PHYSICAL_VIOLENCE]
*tishia*|*tishwa|*tutisha|*nitisha|vitisho|*piga fimbo|*nipiga|*tupiga|*wapiga|*mpiga|*pigwa|*chapa viboko|viboko|*ua mtu|*uawa|mauaji|silaha|bunduki|panga|mapanga|kisu|visu|vurugu|ghasia|*shambuli*|*choma moto|*chomea|ugomvi|*sukuma mzee|mapigano
[ALCOHOL_OR_NARCOTIC_ABUSE]
mlevi|walevi|amelewa|wamelewa|alilewa|walilewa|kulewa|ulevi|pombe|bangi|madawa ya kulevya|dawa za kulevya|gongo|chang'aa|mirungi
[CONFLICT_OF_INTEREST]
mgongano wa maslahi|kampuni yake|duka lake + <staff>|duka la mke wa|kampuni ya kaka yake
[PROCUREMENT_OR_TENDER_VIOLATION]
zabuni|tenda|manunuzi|mkataba + bila ushindani
[INSIDER_TRADING]
taarifa za ndani + hisa
[FALSIFICATION_OR_DESTRUCTION_OF_INFORMATION]
*ghushi*|sahihi bandia|sahihi + si yangu|*sainia jina langu|nyaraka bandia|*choma nyaraka|*choma rejista|*badilisha orodha|*futa majina
[GIFTS_AND_HOSPITALITY]
zawadi + <staff>|*pa zawadi + <staff>|*pewa mbuzi + <staff>
[UNFAIR_TREATMENT_OF_EMPLOYEES]
mishahara + hatujalipwa|mishahara + haija*|mshahara + sija*|hatujalipwa|hatulipwi|sijalipwa|nusu ya mshahara|mishahara + chelewa*|*chelewesha mishahara
[UNFAIR_DISMISSAL]
*fukuzwa kazi|*fukuza kazi|nimefukuzwa|*achishwa kazi|*poteza kazi
[WORKPLACE_BULLYING]
*dhalilisha + kazini|*dhalilisha + wafanyakazi|bosi + *tukana*|meneja + *tukana*|*fokea*
[VANDALISM]
uharibifu|*haribu + makusudi|*vunja + bomba|*vunja + mabomba|*vunja + vioo|*vunja madirisha|*rusha mawe|*tupa mawe
[ENVIRONMENTAL_HEALTH_AND_SAFETY_ISSUES]
hatari|si salama|nyaya + wazi|nyaya + *ning'inia|shimo + wazi|shimo + kifuniko|kisima + wazi|maji taka|majitaka|*anguka + jengo|ukuta + *anguka|maji machafu + *nywa
[ENVIRONMENTAL_VIOLATIONS]
uchafuzi|*chafua|taka + mtoni|takataka + mto*|*kata miti|ukataji miti|*choma plastiki|kiwanda + mto*
[FOOD_SAFETY]
yameoza|imeoza|umeoza|zimeoza|vimeoza|iliyooza|yaliyooza|kuoza|<food> + *haribika|*isha muda|muda wake + *isha|*pitwa na wakati + <food>|<food> + wadudu|<food> + funza|<food> + harufu|<food> + fangasi|ukungu|sumu + <food>|*tapika + <food>|kuhara + <food>
[CODE_OF_CONDUCT_VIOLATION]
kanuni za maadili|utovu wa nidhamu|utovu wa maadili|<staff> + *tukana*|<staff> + *tusi*
[INAPPROPRIATE_BEHAVIOUR]
*tukana*|*tusi|matusi|*dharau*|dharau|*fokea|*cheka + <staff>|*dhihaki*|kama wanyama|kama mbwa|lugha chafu|*dhalilisha*|kejeli
)";

} // namespace verbatim::detect_sensitive::offline::cues
