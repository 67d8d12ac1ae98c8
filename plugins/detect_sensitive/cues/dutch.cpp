#include "cues.hpp"

namespace verbatim::detect_sensitive::offline::cues {

const std::string_view dutch = R"(
staff = medewerker* vrijwilliger* leider leiders wijkleider* chef baas hoofd bewaker* leraar lerares leraren docent* chauffeur politie* soldat* ambtenaar ambtenaren comite voorzitter bestuur coordinator* agent agenten supervisor* manager* directeur
female = meisje meisjes vrouw vrouwen dochter dochters zus zusje nicht haar mij kinderen kind leerlinge* weduwe
partner = man vriend echtgenoot partner stiefvader
aid = lijst tent tenten kaart kaarten voedsel eten pakket pakketten dekens hulp hulpgoederen rijst bon bonnen olie meel zeep inschrijving
money = geld euro euros betalen betaling bedrag franken dollar* vergoeding
demand = vraagt vragen vroeg vroegen eist eisen wil moet moeten moesten moest neemt
hit = slaat sloeg slaan geslagen mishandeld mishandelt schopt schopte stompt klappen
medical = dokter verpleegster verpleegkundige vroedvrouw buik wond prik vaccin medicijnen onderzocht onderzoek verband
relative = familie neef neven nicht broer broers vrienden zwager verwanten kennissen
food = melk vlees brood rijst meel vis eten voedsel bonen blikken soep maaltijd koekjes
young = elf twaalf dertien veertien vijftien zestien minderjarig* 11 12 13 14 15 16
[negation]
geen|niet|niemand|nooit|zonder|noch|nergens
[negation after]
niet|nooit|komt niet voor
[no negation]
niet alleen|niet voor het eerst|niet meer veilig
[clause]
en|maar|want|omdat|als|toen|die|wie|dus|nadat|voordat|dat
[harmless]
hartaanval*|astma aanval*|alcohol gel|alcoholgel|medicijnen tegen|slaat op hol|klok slaat
[unless]
op het nieuws|op tv|op televisie|op de radio|in de krant|film|films|training over|cursus over|les over|workshop over|voorlichting over|ander land
[SEXUAL_VIOLENCE]
verkracht*|seksueel geweld|seksuele aanranding|aangerand|aanrand*|gedwongen tot seks
[SEXUAL_EXPLOITATION]
seksuele uitbuiting|seks in ruil|seks voor|met hem naar bed|met hem slaapt|nacht bij hem|nacht met hem|alleen bij hem komt + <aid>|prostitu*
[SEXUAL_ABUSE]
seksueel misbruik*|misbruikt|zit aan de meisjes|zit aan + <female>|zat aan + <female>|betast*|betasten|onder haar rok|raakt + <female> aan - <medical>|raakte + <female> aan - <medical>|intieme delen - <medical>|kindermisbruik
[SEXUAL_HARASSMENT]
seksuele intimidatie|lastiggevallen + meisjes|vallen meisjes lastig|valt meisjes lastig|fluit naar|fluiten naar|naaktfoto*|opmerkingen over + lichaam|seksuele opmerking*
[HARASSMENT]
lastiggevallen|valt + lastig|vallen + lastig|intimidatie|stalk*|achtervolgt + <female>|volgt mijn|volgt haar
[GENDER_BASED_VIOLENCE]
huiselijk geweld|haar man + <hit>|mijn man + <hit>|<partner> + <hit> haar|<partner> + mishandel*|slaat zijn vrouw|slaat haar|kindhuwelijk*|uithuwelijk*|uitgehuwelijkt|gedwongen huwelijk*|trouwen + <young>|besnijdenis van meisjes|bang voor haar man|bang voor mijn man|eergerelateerd
[GENDER_INEQUALITY]
alleen mannen|vrouwen + niet toegelaten|vrouwen + mogen niet|meisjes + mogen niet|ongelijkheid|omdat ik een vrouw ben|mannen beslissen
[GENDER_DISCRIMINATION]
discrimin* + vrouw*|discrimin* + geslacht|seksis*|neemt geen vrouwen|omdat ze een vrouw is|omdat ik een vrouw ben
[GIFTS_BRIBES_AND_KICKBACKS]
smeergeld|steekpenning*|geld gevraagd|onder de tafel|<staff> + vraagt geld|<staff> + vroeg geld|vraagt geld voor|betalen + lijst|betalen + <staff>|eerst betalen|<demand> + betalen + <aid>|geld + <aid> + <staff>|fooi + <staff>
[CORRUPTION]
corrupt*|omkop*|omgekocht|smeergeld|betalen + lijst
[FRAUD]
fraude*|fraudul*|oplicht*|opgelicht|nepnamen|valse namen|nep + badge|overleden* + lijst|doden op de lijst|doet zich voor als
[EMBEZZLEMENT]
verduister*|hulpgoederen + verkocht|<aid> + verkocht op de markt|<aid> + op de markt|<aid> + te koop|<aid> + verdwijn*|<aid> + verdwenen|houdt het geld|achterover gedrukt|achterovergedrukt
[THEFT]
gestolen|stelen|steelt|stal onze|diefstal*|dief|dieven|beroofd|ingebroken|inbraak|inbrekers|meegenomen + nachts|nachts + meegenomen|geplunderd|plunder*
[NEPOTISM_AND_FAVOURITISM]
vriendjespolitiek|eigen familie|zijn familie eerst|alleen + <relative> van|<relative> van de <staff>|zijn vrienden|bevoordeel*|voorgetrokken
[ABUSE_OF_OFFICIAL_POSITION]
machtsmisbruik|misbruik van zijn positie|misbruikt zijn positie|misbruik van macht|voor eigen gebruik
[RETALIATION_AGAINST_WHISTLEBLOWERS]
represaille*|bang om te klagen|durven niet te klagen|durf niet te klagen|klokkenluider*|sinds ik klaagde|sinds mijn klacht|na mijn klacht|geklaagd + geschrapt|durven niets te zeggen
[PRIVACY_AND_CONFIDENTIALITY_ISSUES]
persoonsgegevens|zonder toestemming|vertrouwelijk*|privacy|foto* + zonder|lijst + hangt|mijn ziekte + iedereen|aan iedereen verteld|doorverteld
[THREATS_AND_PHYSICAL_VIOLENCE]
bedreig*|geslagen|geweld|vermoord*|wapen*|gewapend*|aanval*|aangevallen|mishandel*|mes|messen|in brand steekt|in brand steken|brandt + huis|vechtpartij*|gevochten|geschoten|schoot op|geduwd|met stokken|bang gemaakt
[ALCOHOL_OR_NARCOTIC_ABUSE]
dronken*|verslaafd*|drugsgebruik|drugs|alcohol*|rook naar bier|ruikt naar bier|ruikt naar drank|rook naar drank|wiet|bier + <staff>|stomdronken
[CONFLICT_OF_INTEREST]
belangenverstrengeling|eigen bedrijf|bedrijf van zijn broer|winkel van zijn vrouw
[PROCUREMENT_OR_TENDER_VIOLATION]
aanbesteding*|offerte + vriend*|zonder offerte*|contract + zonder
[INSIDER_TRADING]
handel met voorkennis|voorkennis
[FALSIFICATION_OR_DESTRUCTION_OF_INFORMATION]
vervals*|valse handtekening*|getekend voor mij|handtekening + niet van|lijsten verbrand|dossiers verbrand|gegevens gewist
[GIFTS_AND_HOSPITALITY]
geschenk* + medewerker*|cadeau* + medewerker*|cadeau* + <staff>|geschenk* + <staff>
[UNFAIR_TREATMENT_OF_EMPLOYEES]
loon + niet betaald|salaris + niet|loon + te laat|niet uitbetaald|half loon|overuren|gewerkt + niet betaald
[UNFAIR_DISMISSAL]
ontslagen|ontslag|baan kwijt|baan verloren|op straat gezet
[WORKPLACE_BULLYING]
pest* op het werk|gepest|pesten|baas + schreeuwt|baas + scheldt|vernederd|vernedert|belachelijk + team
[VANDALISM]
vernield*|vernieling*|vernielen|brandstichting|vandal*|ruiten ingegooid|stenen + ramen|kapotgemaakt|expres kapot
[ENVIRONMENTAL_HEALTH_AND_SAFETY_ISSUES]
onveilig*|gevaarlijk*|giftig*|rioolwater|losse draden|blote kabels|kabels + hangen|open put|put zonder|instort*|ingestort|zonder helm*
[ENVIRONMENTAL_VIOLATIONS]
vervuil*|afval + rivier|illegale houtkap|gedumpt|dumpen|plastic verbrand*
[FOOD_SAFETY]
bedorven|beschimmeld*|schimmel|voedselvergiftiging|verlopen voedsel|<food> + over de datum|over de datum|<food> + zuur|<food> + wormen|<food> + stinkt|<food> + rook vies|<food> + kevers|rot|verrot|ziek van het eten|ziek + na het eten
[CODE_OF_CONDUCT_VIOLATION]
gedragscode|wangedrag|vrijwilliger* + beledig*|medewerker* + beledig*|vrijwilliger* + schreeuw*|medewerker* + schreeuw*
[INAPPROPRIATE_BEHAVIOUR]
onbeleefd|respectloos|uitgescholden|schold ons uit|scheldt|beledig*|ongepast*|schreeuwde tegen|lachte ons uit|uitgelachen|als honden|als dieren|onbeschoft|grof tegen
)";

} // namespace verbatim::detect_sensitive::offline::cues
