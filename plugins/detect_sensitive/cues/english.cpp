#include "cues.hpp"

namespace verbatim::detect_sensitive::offline::cues {

const std::string_view english = R"(
staff = volunteer* staff officer* official officials leader leaders chief chiefs chairman chairwoman chairperson committee guard guards teacher* worker* supervisor* manager* coordinator* agent agents engineer driver* enumerator* registrar elder elders headman mayor warden police policeman soldier* commander* foreman boss authorities authority distributor* secretary president focal
person = me us him her them my his our their the a woman women girl girls boy boys child children daughter daughters sister sisters son sons wife widow widows people person man men mother neighbour neighbor family niece cousin student students pupil pupils
female = girl girls woman women daughter daughters sister sisters niece wife widow widows her she cousin pupil pupils student students
partner = husband husbands boyfriend partner wife stepfather father
aid = aid food rice tent tents shelter card cards token tokens coupon* list relief kit kits blanket* help assistance flour oil voucher* soap goods supplies nets medicine* seed* beans sugar benefit* tarpaulin* bags
money = money cash fee fees dollar* franc* shilling* payment amount bribe* coin* percent
demand = ask asks asked asking demand* want wants wanted request* charge charges charged require* collect* insist*
hit = hit hits hitting beat beats beaten beating slap* kick* punch* strangl* chok* burn*
nature = wind storm* drought flood* earthquake* cyclone* rain heat frost cold mosquito* dog dogs snake* hyena* lion* elephant* monkey* wolves insects locust* pest* disease malaria cholera fever virus
medical = doctor nurse midwife examin* wound* injection vaccin* treat* bandage checkup infection fever check* pulse clinic
relative = cousin cousins relative relatives brother brothers sister sisters nephew* niece* wife family families friend friends tribe clan kin son
young = eleven twelve thirteen fourteen fifteen sixteen young little 11 12 13 14 15 16 minor*
food = food rice flour beans milk meat oil biscuit* bread maize fish cans tins porridge meal sugar lentils
thing = goat* blanket* money phone bag bags sheet* kit kits iron tools generator* oil rice goods supplies fuel cement medicine* battery batteries cow cows bicycle food
[negation]
no|not|never|nobody|none|without|neither|nor|don't|didn't|doesn't|isn't|aren't|wasn't|weren't|won't|haven't|hasn't|hadn't|can't|cannot|nothing|stopped
[negation after]
never happened|did not happen|does not exist|is not a problem|is forbidden|is not tolerated
[no negation]
not only|no doubt|no wonder|no reason|not the first|cannot bear|no longer safe|can't take
[clause]
and|but|because|when|who|which|while|if|so|then|after|before|that|where|since
[harmless]
heart attack*|asthma attack*|panic attack*|attack* of malaria|kill* mosquito*|kill* worm*|kill* germ*|kill* pest*|kill* time|kill* insect*|pain kill*|data corrupt*|corrupted file*|file + corrupted|data + corrupt|alcohol gel|alcohol based|alcohol swab*|rapeseed|vaccine shot*|shot of|thief proof|shooting star*|beaten egg*|beat the drum*|set fire to the stove|drugs for|drugs against|drug store|drug stock*
[unless]
on television|on the television|on tv|on the radio|in the news|on the news|newspaper*|film|films|movie*|novel|song about|football match|training on|training about|trained on|session on|session about|sessions on|workshop on|workshop about|lesson* about|learned about|learnt about|taught us about|awareness|campaign against|club + learned|dream of becoming|wants to become|help* against malaria
[SEXUAL_VIOLENCE]
rape|raped|rapes|raping|rapist*|sexual* assault*|sexual* violen*|forced sex|forced + have sex|forced herself|forced themselves on|forced himself on|dragged her + bush|dragged + into the bush|dragged + bleeding|defile*|gang rape*|pulled her into
[SEXUAL_EXPLOITATION]
sexual* exploit*|sex for|sexual favour*|sexual favor*|in exchange for sex|<demand> + sex|sleep* with + <aid>|slept with + <aid>|sleep* with + <staff>|slept with + <staff>|night with him + <aid>|night with him|spend* the night with|visit* him alone|come to him at night|come* to his room|go* to + officer room|to his room + <aid>|to his house + alone + <aid>|if she + alone + <aid>|girlfriend + <aid>|girls + room + <aid>|prostitut*|sex + job|sleep* with + job|transactional sex|marry him + <aid>
[SEXUAL_ABUSE]
sexual* abus*|molest*|child abuse|touch* + private* - <medical>|touch* me - <medical> - hand - heart|touch* us - <medical>|touch* her - <medical>|touch* the girls|touch* girls|touch* + <female> + <staff> - <medical>|touch* + where + should not|hand* under|hand* + skirt|hand* + between + legs|fondl*|grope*|groping|undress* + child*|undress* + girl*|her breast*|touch* + breast* - <medical>|touch* + buttock*|took off her clothes|show* + his penis|naked in front
[SEXUAL_HARASSMENT]
sexual* harass*|catcall*|unwanted sexual|sexual* comment*|sexual* advance*|harass* + girls|harass* + women|whistl* at|asks for kiss*|kiss* me|tried to kiss|pictures + without clothes|naked picture*|nude*|naked photo*|dirty words + girls|comment* + body|comment* + my body|winks at|sexual* remark*|grab* + bottom|grab* my
[HARASSMENT]
harass*|stalk*|bother* + <female>|unwanted attention|follow* + <female> + every day|follow* me home|follow* me everywhere|keeps calling me at night|wait* for the girls|disturb* the girls|disturb* + girls|pester*
[GENDER_BASED_VIOLENCE]
gender based violence|gbv|domestic violence|<partner> + <hit> her|<partner> + <hit> me|husband + <hit>|husband + bruise*|husband + threw + out|wife + <hit>|wife beat*|beats her|beat her|hits her|slaps her|forced marriage*|child marriage*|early marriage*|child bride*|genital mutilation|fgm|is cut + girls|marry off + <young>|marry off|married off|promised her to|give* her + marriage + <young>|<young> + marry|<young> + married|<young> + bride|married to an old|to an old man + <young>|sold + daughter|bride price + <young>|violent husband|husband + violent|husband + locks|husband + threaten*|afraid of my husband|afraid of her husband|forced to marry
[GENDER_INEQUALITY]
gender + inequal*|gender + unequal*|women + not allowed|women + excluded|women + may not|women + cannot decide|women + no say|women + outside + men|girls + not allowed|girls + cannot go|girls + stay + home|girls + brothers + class|girls + brothers + school|only the boys|only men|only boys|men decide|men + decide|because she is a woman|because i am a woman|because i am a girl|women + told to wait|nobody asks the women
[GENDER_DISCRIMINATION]
discriminat* + women|discriminat* + woman|discriminat* + gender|discriminat* + sex|sexis*|because she is a woman|because i am a woman|not hire women|hire* + only men|no women + job*|women + paid less|refuse* + women|refused me + woman|sent away + woman
[GIFTS_BRIBES_AND_KICKBACKS]
brib*|kickback*|under the table|<demand> + <money> + <aid>|<demand> + <money> + regist*|<demand> + money + <staff>|<staff> + asks for money|<staff> + asked for money|<staff> + take* + <money>|<staff> + take* + each family|<staff> + take* + from each|take* + amount + each family|<money> + before + <aid>|<money> + before + name*|pay* + to get <aid>|pay* + to get on the list|pay* + be registered|paid + to be registered|pay* the chief|pay* + before + <aid>|pay* + for the <aid> + <staff>|pay* + for + registration|<demand> + dollars|<demand> + something in return|give* + something + before + <aid>|a share + contract|grease* + palm|grease* + hand*|oil* + palm*|give* him money|envelope + <staff>|without paying + <aid>|small thing + <staff>|chai + <staff>|tip + <staff> + list
[CORRUPTION]
corrupt*|brib*|grease* + palm|pay* + to get on the list|paid + to be registered|pay* + to be registered|<staff> + bought|money under
[FRAUD]
fraud*|scam*|fake list*|fake beneficiar*|ghost beneficiar*|ghost name*|fake name*|swindl*|cheat* + money|cheat* + aid|cheated us|false badge|fake badge|false name*|false list*|pretend* + from the + <aid>|pretends to be + <staff>|people who died + list|dead people + list|died + list|dead + list + collect*|names on the list + died|collect* + fee* + false|not exist + list|registered twice|impersonat*
[EMBEZZLEMENT]
embezzl*|misappropriat*|misus* + funds|divert* + aid|diverted|sell* the aid|sells + aid|sold + relief|aid + sold|food aid + market|kits + sold|<aid> + on sale|<aid> + logo + market|<aid> + logo + shop|<aid> + sold in the market|<aid> + for sale|<aid> + for us + market|half of the <aid>|<aid> + disappear*|<aid> + vanish*|<aid> + never reach*|kept the money|keep* the money|keep* + money for|pocket* + money|funds + disappear*|money + disappear*|money + built a house|<staff> + built a house|<staff> + sell* + <aid>|<staff> + kept + <aid>|<staff> + keep* + <aid>
[THEFT]
steal*|stole|stolen|theft*|thief|thieves|robbed|robber*|looted|looting|burgl*|<thing> + were taken|<thing> + was taken|<thing> + taken from|were missing + <thing>|<thing> + missing from|<thing> + is gone|<thing> + are gone|broke into|took my <thing>|took our <thing>|pickpocket*|snatch*|emptied our
[NEPOTISM_AND_FAVOURITISM]
nepotis*|favourit*|favorit*|only + <relative> + <staff>|only + <relative> + <aid>|<relative> of the <staff>|<relative> of + <staff> + received|<relative> of + <staff> + <aid>|<relative> + <staff> + first|<staff> + <relative> + first|his <relative> + list|their <relative> + list|their relatives|his relatives|friends first|for his family|his own people|his tribe|our tribe|same tribe|belong to his|only those who know|if you know someone|people they know|his friends|same families
[ABUSE_OF_OFFICIAL_POSITION]
abus* of power|abus* of authority|abus* his position|abus* their position|abus* his power|chief + keeps|leader + keeps|leader + work on his|work on his field|work for him + sign*|work in his + <aid>|<staff> + his own + ambulance|ambulance + his own|uses the ambulance|uses the car of|office car + private|<staff> + decides alone|misus* + position|misus* + office|<staff> + his own goods|project car + market|power over the list
[RETALIATION_AGAINST_WHISTLEBLOWERS]
retaliat*|reprisal*|afraid to complain|scared to complain|afraid to report|afraid to speak|scared to speak|fear to complain|fear* + to complain|fear* to report|punish* + complain*|removed from the list + complain*|complained + removed|complain* + removed|after + complain* + lost|since + phoned the hotline|since + hotline + no|since + complain*|since i called + no longer|since i reported|spoke up + lost|who spoke + lost|after i reported|complained + no longer|complain* + not called|complain* + skip*|hotline + skip*|reported him + now|whistleblow*|keep quiet because|if we complain
[PRIVACY_AND_CONFIDENTIALITY_ISSUES]
confidential*|privacy|shared + my name|shared + phone number*|names + posted|list + posted|published + names|personal data|without my consent|photo* + without + permission|photo* + without + consent|photo* + without asking|photograph* + without|picture* + not ask*|picture* + did not ask|photo* + did not ask|took pictures of + not|list + hangs|list + on the wall|list + diseases|list + illness*|told everybody + hiv|told everyone + hiv|told everybody + ill*|told everyone + ill*|told everybody + pregnan*|told + whole village|gave my number to|my number + strangers|everybody can read|everyone can read|read out + names + illness*|overheard + my case|know* my diagnosis|told + my secret
[THREATS_AND_PHYSICAL_VIOLENCE]
threat*|killed + <person> - <nature>|killed him - <nature>|killed her - <nature>|murder*|kill me|kill us|kill him|kill her|kill you|beaten|beat us|beat him|beat me|beat people|beat my|beating|attack* us - <nature>|attack* me - <nature>|attack* my - <nature>|attack* people - <nature>|attack* the - <nature>|attacked by - <nature>|attacks - <nature>|violence|violent|assault*|stabbed|shot at|shot him|shot my|gun|guns|gunm*|weapon*|armed men|armed group*|intimidat*|knife|knives|machete*|hit people|hit* my|hit* us|hit* me|hit* him|<staff> + hit*|<staff> + <hit> + <person>|with sticks|with a stick|with a belt|chased us|chased me|pushed + old|throw* stones at us|fight broke out|fighting|riot*|if you talk + will|keep quiet or|burn* our tent*|burn* my house|slapped me|slapped my
[ALCOHOL_OR_NARCOTIC_ABUSE]
drunk*|alcohol* - <medical> - needles - clean* - hand* - gel|drug abuse|drugs - <medical> - pharmacy - malaria - pressure|narcotic*|cocaine|heroin|addict*|smell* of beer|smelled of alcohol|smell* of alcohol|smelt of beer|beer + driver|beer + guard*|<staff> + drink*|<staff> + drinking|drinks all day|drinking beer + duty|smoke* something|smoke weed|smok* + weed|marijuana|khat|tramadol|sniff* glue|glue sniffing|hard drugs|bottle in his hand
[CONFLICT_OF_INTEREST]
conflict of interest*|own company|his own shop|their own shop|brother + contract|shop + belongs to + <relative>|company + belongs to + <relative>|supplie* + belongs to + <relative>|supplier brother|supplier + brother|suppl* + wife of + <staff>|picks the supplier|buys from his|buys from her|buys everything from + <relative>|his wife shop|his brother company
[PROCUREMENT_OR_TENDER_VIOLATION]
tender* + unfair*|tender* + friend*|tender* + without|tender + opened|tender* + secret*|tender* + committee|procurement|supplier* + unfair*|bid rigging|bids|contract + without competition|contract + without any other|contract + without + other compan*|contract + not advertised|offer + lower + gave|offer + cheaper + gave|offer + without opening|work to their friend|price* + inflated|invoice* + too high|invoice* + double
[INSIDER_TRADING]
insider trading|insider information|bought shares + before|knew before + bought land|bought the land + before + announced
[FALSIFICATION_OR_DESTRUCTION_OF_INFORMATION]
falsif*|forg* + signature*|forged|fake document*|fake signature*|destroyed + document*|destroyed + record*|deleted + record*|deleted + name*|manipulated + list*|burned + register*|burned + records|burned + list*|signed for + not there|signed for + thumb|signed for me|signed in my name|signature + not mine|wrote false|wrong numbers + report|report + not true|changed the list|tore + list|photos + staged|thumb + not there
[GIFTS_AND_HOSPITALITY]
gift* + <staff>|received gifts|gave + gift*|gave a goat to|gave + goat + engineer|invited + dinner + supplier|supplier + dinner|gave + phone + <staff>|chicken + to the <staff>|present* for the <staff>|meal* for the <staff>|free meals + inspector
[UNFAIR_TREATMENT_OF_EMPLOYEES]
not paid + work*|work* + not + paid|unpaid salar*|unpaid wage*|salar* + late|salary + not paid|wages + not paid|not seen our wages|not seen my wages|not seen + salary|not + received + wages|not + received + salary|overtime + unpaid|workers + treated|volunteers + not paid|half of the pay|less pay than|less than + promised + pay|worked + for nothing|work* + hours + no rest|twelve hours|without a day off|no contract + work*|pay + they promised|promotion + unfair*
[UNFAIR_DISMISSAL]
fired me|fired him|fired her|was fired|were fired|dismissed|unfair* dismiss*|lost my job|lost his job|lost her job|lost her post|lost my post|lost + job + pregnan*|sacked|sent me home from the job|told me not to come back|replaced me|terminated + contract|contract + ended because|lost + work + because i
[WORKPLACE_BULLYING]
bully*|bullied|humiliat* + work|humiliat* + team|humiliat* + colleague*|supervisor* + shout*|supervisor + fun of|makes fun of me|fun of me + team|boss + shout*|boss + stupid|manager + stupid|manager + scream*|manager + shout*|supervisor + insult*|supervisor + scream*|boss + insult*|boss + scream*|screams at us|in every meeting + stupid|colleagues + ignore me|colleagues + laugh*|shout* + every meeting
[VANDALISM]
vandal*|deliberate* damage*|broke the pump|broke + taps|broke + tap|broke + windows|broke all|broke + on purpose|smashed|destroyed + property|destroyed + on purpose|set fire|set on fire|burned down|threw stones|throw stones|cut the pipe*|cut + cable*|painted over|tore down|ripped + tent*|pulled out + plants
[ENVIRONMENTAL_HEALTH_AND_SAFETY_ISSUES]
unsafe|safety rule*|hazard*|danger* building|dangerous*|collapsed roof|roof + collapse*|wall + collapse*|toxic*|asbestos|exposed wire*|bare wire*|bare cable*|bare + cables|loose wire*|cables + hang*|wires + hang*|electric shock*|got a shock|sewage|open latrine*|open pit|pit + no cover|pit + cover + fell|well + no cover|no cover + child*|fell in + child*|fall in + child*|contaminated water|no fire extinguisher*|without helmet*|no helmet*|no gloves|needles + lying|used needles|sharp + lying|building + crack*|bridge + collapse*|slip* + stairs
[ENVIRONMENTAL_VIOLATIONS]
pollut*|dump* waste|dump* + river|waste + river|waste + stream|garbage + river|rubbish + river|waste into the|oil spill*|illegal logging|burning plastic|burn* + plastic|cut down the forest|cut* + trees + illegal*|factory + water + stream|factory + river|factory + smoke|black water + stream|black water + river|dead fish|chemicals + river
[FOOD_SAFETY]
expired + <food>|<food> + expired|expired food|past + expiry|past + their date|past its date|best before + past|rotten|mouldy|moldy|mould|<food> + mold|spoiled + <food>|<food> + spoiled|<food> + smell* bad|<food> + smell*|<food> + worms|worms + <food>|<food> + insects|weevil*|insects + <food>|food poison*|sick after eating|vomit* after|<food> + vomit*|<food> + taste* of|<food> + sour|<food> + made + sick|diarrh* + after + meal|sick from the <food>|undercooked|rats + <food>
[CODE_OF_CONDUCT_VIOLATION]
code of conduct|misconduct|staff + insult*|volunteer* + insult*|staff + shout*|volunteer* + shout*|staff + rude*|volunteer* + rude*|volunteer* + playing cards|volunteer* + gambl*|volunteer* + uniform + money|in uniform + bar|in uniform + drink*|vehicle + bar|gambl* + uniform|in uniform + money
[INAPPROPRIATE_BEHAVIOUR]
insult*|rude|rudely|disrespect*|inappropriate*|shouted at|shouts at|shouting at|shout at|yelled at|humiliat*|impolite|called us animal*|called us dog*|called us liar*|called me stupid|called us|called me a|laughed at|laughs at|mock*|spat at|threw my paper*|threw + on the floor|like animals|like dogs|swore at|curse* us
)";

} // namespace verbatim::detect_sensitive::offline::cues
