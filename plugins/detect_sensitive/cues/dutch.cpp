#include "cues.hpp"

namespace verbatim::detect_sensitive::offline::cues {

const std::string_view dutch = R"(
staff = medewerker* vrijwilliger* leider leiders wijkleider* chef baas hoofd bewaker* leraar lerares leraren docent* chauffeur politie* soldat* ambtenaar ambtenaren comite voorzitter bestuur coordinator* agent agenten supervisor* manager* directeur kok secretaris penningmeester conciërge concierge controleur* aannemer* begeleider* trainer* verpleger toezichthouder* registrator
female = meisje meisjes vrouw vrouwen dochter dochters zus zusje nicht haar mij kinderen kind leerlinge* weduwe
partner = man vriend echtgenoot partner stiefvader vader schoonvader broer zoon
aid = lijst tent tenten kaart kaarten voedsel eten pakket pakketten dekens hulp hulpgoederen rijst bon bonnen olie meel zeep inschrijving
money = geld euro euros betalen betaling bedrag franken dollar* vergoeding kip kippen geit envelop bijdrage fooi cadeau
demand = vraagt vragen vroeg vroegen eist eisen wil moet moeten moesten moest neemt
hit = slaat sloeg slaan geslagen mishandeld mishandelt schopt schopte stompt klappen
medical = dokter verpleegster verpleegkundige vroedvrouw buik wond prik vaccin medicijnen onderzocht onderzoek verband
relative = familie neef neven nicht broer broers vrienden zwager verwanten kennissen schoonfamilie ooms oom tante zoon zonen vriendjes dorp
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
verkracht*|seksueel geweld|seksuele aanranding|aangerand|aanrand*|gedwongen tot seks|tegen haar wil|met geweld genomen|vergrepen aan|overweldigd|gedwongen + seks|haar kleren + gescheurd
[SEXUAL_EXPLOITATION]
seksuele uitbuiting|seks in ruil|seks voor|met hem naar bed|met hem slaapt|nacht bij hem|nacht met hem|alleen bij hem komt + <aid>|prostitu*|voor seks|tegen seks|in ruil voor seks|als ze met hem|met hem slaapt|in zijn bed|op zijn kamer + <aid>|lief zijn voor|vriendin van de <staff>|haar lichaam|alleen langskomen
[SEXUAL_ABUSE]
seksueel misbruik*|misbruikt|zit aan de meisjes|zit aan + <female>|zat aan + <female>|betast*|betasten|onder haar rok|raakt + <female> aan - <medical>|raakte + <female> aan - <medical>|intieme delen - <medical>|kindermisbruik|verkeerde plek + aangeraakt|verkeerde plek|aangeraakt + <female> - <medical>|heeft + aangeraakt - <medical>|op zijn schoot|streelt|streelde|tussen de benen|uitkleden|kleedt + uit|vieze filmpjes|porno|onzedelijk*
[SEXUAL_HARASSMENT]
seksuele intimidatie|lastiggevallen + meisjes|vallen meisjes lastig|valt meisjes lastig|fluit naar|fluiten naar|naaktfoto*|opmerkingen over + lichaam|seksuele opmerking*|knipoogt|gluurt|gluren|gluurder|kijkt naar ons + douche*|zegt iets over mijn lichaam|over mijn lichaam|vieze opmerking*|vieze praatjes|grijpt + billen|kneep in|knijpt in|handtastelijk*|wil me kussen
[HARASSMENT]
lastiggevallen|valt + lastig|vallen + lastig|intimidatie|stalk*|achtervolgt + <female>|volgt mijn|volgt haar|belt mij dag en nacht|belt me dag en nacht|dag en nacht|blijft voor de deur|voor de deur staan|laat me niet met rust|laat ons niet met rust|blijft bellen|blijft sturen|wacht haar op|wacht me op|loopt achter + aan
[GENDER_BASED_VIOLENCE]
blauwe plek|zegt dat ze gevallen|zegt dat ze viel|zonnebril + vrouw|zonnebril + buurvrouw|lange mouwen + vrouw|gegil|horen gegil|horen haar|hoor haar gillen|hoor haar huilen|gilt + nacht|als hij drinkt|als hij dronken|komt dronken thuis|dronken + man|heft zijn hand|steekt zijn vuist|kinderen verstoppen|verstoppen zich|verstoppen + onder het bed|bang om naar huis|bang als hij|mag het huis niet|sluit me op|sluit haar op|pakt mijn telefoon|controleert mijn|kokend water + man|getrouwd + <young>|bruiloft + <young>|van school + trouwen|van school + getrouwd|oude man + meisje|oude man + dochter|verloofd + <young>
huiselijk geweld|haar man + <hit>|mijn man + <hit>|<partner> + <hit> haar|<partner> + mishandel*|slaat zijn vrouw|slaat haar|kindhuwelijk*|uithuwelijk*|uitgehuwelijkt|gedwongen huwelijk*|trouwen + <young>|besnijdenis van meisjes|bang voor haar man|bang voor mijn man|eergerelateerd|<partner> + slaat|<partner> + schopt|<partner> + sluit + op|blauwe plekken|blauw oog|<young> + getrouwd|<young> + trouwen|<young> + huwelijk|<young> + verloofd|uithuwelijken|moet trouwen + <young>|gedwongen te trouwen|bruidsschat|besneden|opgesloten door haar man|mag het huis niet uit
[GENDER_INEQUALITY]
alleen mannen|vrouwen + niet toegelaten|vrouwen + mogen niet|meisjes + mogen niet|ongelijkheid|omdat ik een vrouw ben|mannen beslissen|vrouwen + achteraan|vrouwen + mogen niet praten|alleen jongens|meisjes + thuis|meisjes + niet naar school|broers + wel naar school|vrouwen + niets te zeggen
[GENDER_DISCRIMINATION]
discrimin* + vrouw*|discrimin* + geslacht|seksis*|neemt geen vrouwen|omdat ze een vrouw is|omdat ik een vrouw ben|liever een man|liever mannen|nemen geen vrouwen|vrouwen + minder betaald|omdat ik zwanger|zwanger + afgewezen|zwanger + niet aangenomen
[GIFTS_BRIBES_AND_KICKBACKS]
zonder een biljet|biljet voor|biljet in|zonder een cadeau|zonder cadeautje|zonder te betalen|zonder iets te geven|als je niet betaalt|als je niets geeft|als je niks geeft|alleen als je betaalt|wie betaalt|wie niet betaalt|toegestopt|in zijn hand|in de hand van|in zijn zak|onder tafel|zijn deel|zijn aandeel|zijn commissie|om het sneller|sneller + betaal*|sneller + geld|vooraan + betaal*|blijft je formulier|blijft liggen + <money>|prijs van een plek|kost een plek|gratis + maar + betal*|zou gratis
smeergeld|steekpenning*|geld gevraagd|onder de tafel|<staff> + vraagt geld|<staff> + vroeg geld|vraagt geld voor|betalen + lijst|betalen + <staff>|eerst betalen|<demand> + betalen + <aid>|geld + <aid> + <staff>|fooi + <staff>|je moet betalen|moet betalen om|moeten betalen voor|moesten betalen|wil eerst geld|wil geld|willen geld|betaal je + lijst|betaald + om op de lijst|iets toestoppen|toestoppen|envelop + <staff>|kip + <staff>|bijdrage + <staff>|geld geven + <staff>|zonder geld + <aid>
[CORRUPTION]
corrupt*|omkop*|omgekocht|smeergeld|betalen + lijst|alles is te koop|te koop + ambtenaar|omgekochte|steekpenningen
[FRAUD]
fraude*|fraudul*|oplicht*|opgelicht|nepnamen|valse namen|nep + badge|overleden* + lijst|doden op de lijst|doet zich voor als|hier nooit gewoond|nooit gewoond|niet bestaan + lijst|bestaat niet + lijst|wonen hier niet|woont hier niet|valse kaart|twee kaarten|andere naam|onder een andere naam|spooknamen|nepnieuws over geld|beloofde geld|bedrogen|bedrog|misleid
[EMBEZZLEMENT]
verduister*|hulpgoederen + verkocht|<aid> + verkocht op de markt|<aid> + op de markt|<aid> + te koop|<aid> + verdwijn*|<aid> + verdwenen|houdt het geld|achterover gedrukt|achterovergedrukt|kas is leeg|kas + leeg|<staff> + nieuwe auto|<staff> + nieuw huis|houdt + zelf|zelf gehouden|in eigen zak|<aid> + doorverkocht|doorverkocht|<aid> + winkel van|<aid> + kwam nooit|helft van de <aid>|helft + <aid>
[THEFT]
slot geforceerd|deur geforceerd|slot + opengebroken|fiets weg|fiets was weg|was verdwenen|waren verdwenen|terugkwam* + weg|terugkwam* + leeg|vanochtend + weg|'s ochtends + weg|vannacht + weg|terwijl we sliepen|terwijl ik sliep|slot + kapot + weg|slot + kapot + verdwenen
gestolen|stelen|steelt|stal onze|diefstal*|dief|dieven|beroofd|ingebroken|inbraak|inbrekers|meegenomen + nachts|nachts + meegenomen|geplunderd|plunder*|verdwenen|is verdwenen|zijn verdwenen|weggehaald|gejat|gepikt|leeggehaald|meegenomen|zakkenroller*|opengebroken|slot + geforceerd|bestelen|portemonnee + weg|fiets + weg
[NEPOTISM_AND_FAVOURITISM]
vriendjespolitiek|eigen familie|zijn familie eerst|alleen + <relative> van|<relative> van de <staff>|zijn vrienden|bevoordeel*|voorgetrokken|zijn eigen mensen|eigen mensen|eigen dorp|alleen familie|alleen vrienden|familie van de <staff>|familie + eerst|vrienden + eerst|baan + <relative>|banen + <relative>|neef van de <staff>|broer van de <staff>|kruiwagen
[ABUSE_OF_OFFICIAL_POSITION]
machtsmisbruik|misbruik van zijn positie|misbruikt zijn positie|misbruik van macht|voor eigen gebruik|gebruikt de auto|gebruikt de ambulance|voor zichzelf|voor eigen|op zijn land werken|laat ons werken|dwingt ons|speelt de baas|doet wat hij wil
[RETALIATION_AGAINST_WHISTLEBLOWERS]
sinds ik geklaagd|na onze klacht|nadat ik klaagde|nadat ik gebeld|nadat ik belde|omdat ik geklaagd|omdat ik gebeld|omdat ze klaagde|wie zijn mond|wie iets zegt|als we klagen|als je klaagt|noem mijn naam niet|zonder mijn naam|bang om iets|weten wie er belde
represaille*|bang om te klagen|durven niet te klagen|durf niet te klagen|klokkenluider*|sinds ik klaagde|sinds mijn klacht|na mijn klacht|geklaagd + geschrapt|durven niets te zeggen|wie klaagt|wie klaagde|die klaagt|omdat ik klaagde|omdat we klaagden|sinds we klaagden|klaagde + geen|geklaagd + geen|durven niet|durf niets|bang om te praten|bang om iets te zeggen|gestraft voor
[PRIVACY_AND_CONFIDENTIALITY_ISSUES]
persoonsgegevens|zonder toestemming|vertrouwelijk*|privacy|foto* + zonder|lijst + hangt|mijn ziekte + iedereen|aan iedereen verteld|doorverteld|hardop + namen|hardop voorgelezen|voorgelezen waar|iedereen hoorde|iedereen weet + ziek*|mijn nummer gegeven|mijn nummer door*|foto + facebook|foto + internet|op facebook gezet|dossiers + slingeren|formulieren + slingeren|ongevraagd + foto*
[THREATS_AND_PHYSICAL_VIOLENCE]
je zult het zien|zul je zien|spijt krijgen|krijg je spijt|spijt van krijgen|steken we|met messen|met een mes|met een stok|schieten|kogel*|onder het bloed|bloedde|tanden + kwijt|benen breken|gemaskerd*|weet waar ik woon|weten waar ik woon|weet waar we wonen|weten waar we wonen|weet waar ik slaap
bedreig*|geslagen|geweld|vermoord*|wapen*|gewapend*|aanval*|aangevallen|mishandel*|mes|messen|in brand steekt|in brand steken|brandt + huis|vechtpartij*|gevochten|geschoten|schoot op|geduwd|met stokken|bang gemaakt|breken onze|breekt mijn|stenen naar ons|met stenen|schoten|geschreeuw en geslagen|klap*|vuist|schopten|duwde|duwen|in elkaar geslagen|gewond door|ontvoer*|pistool|geweer|steken|gestoken|intimideren|je zult zien
[ALCOHOL_OR_NARCOTIC_ABUSE]
dronken*|verslaafd*|drugsgebruik|drugs|alcohol*|rook naar bier|ruikt naar bier|ruikt naar drank|rook naar drank|wiet|bier + <staff>|stomdronken|aangeschoten|bier|jenever|sterke drank|blowen|blowt|hasj|cocaine|pillen + verkoopt|lijm snuiven|spuiten + jongens|zuipt|lam van
[CONFLICT_OF_INTEREST]
belangenverstrengeling|eigen bedrijf|bedrijf van zijn broer|winkel van zijn vrouw|is van de vrouw van|is van zijn broer|is eigenaar + <staff>|keurt zijn eigen|koopt bij zijn|bedrijf van zijn|winkel van zijn|eigenaar van de helft
[PROCUREMENT_OR_TENDER_VIOLATION]
aanbesteding*|offerte + vriend*|zonder offerte*|contract + zonder|drie offertes|altijd hetzelfde bedrijf|dubbele prijs|twee keer zo duur|opdracht + vriend|offerte + zelfde
[INSIDER_TRADING]
handel met voorkennis|voorkennis
[FALSIFICATION_OR_DESTRUCTION_OF_INFORMATION]
vervals*|valse handtekening*|getekend voor mij|handtekening + niet van|lijsten verbrand|dossiers verbrand|gegevens gewist|mijn handtekening|handtekening + niet|in mijn naam getekend|blanco formulier|cijfers kloppen niet|in het rapport + maar|alleen op papier|verzonnen namen|pagina + gescheurd|gewist
[GIFTS_AND_HOSPITALITY]
geschenk* + medewerker*|cadeau* + medewerker*|cadeau* + <staff>|geschenk* + <staff>|etentje voor|uitgenodigd + etentje|trakteerde de|telefoon gekregen van|gratis maaltijd + <staff>
[UNFAIR_TREATMENT_OF_EMPLOYEES]
loon + niet betaald|salaris + niet|loon + te laat|niet uitbetaald|half loon|overuren|gewerkt + niet betaald|loon al|ons loon|ons salaris|krijgen ons loon|loon + niet|minder betaald dan|minder dan + zelfde werk|zonder contract|zonder pauze|geen pauze|gratis werken|niet betaald|nog geen loon
[UNFAIR_DISMISSAL]
ontslagen|ontslag|baan kwijt|baan verloren|op straat gezet|contract + gestopt|contract niet verlengd|weggestuurd + werk|van de ene op de andere dag|mocht niet meer komen|vervangen door
[WORKPLACE_BULLYING]
pest* op het werk|gepest|pesten|baas + schreeuwt|baas + scheldt|vernederd|vernedert|belachelijk + team|collega + lachen|collegas + lachen|uitgesloten + team|baas + vernedert|baas + kleineert|chef + scheldt|vuile klusjes|belachelijk gemaakt
[VANDALISM]
vernield*|vernieling*|vernielen|brandstichting|vandal*|ruiten ingegooid|stenen + ramen|kapotgemaakt|expres kapot|kranen + kapot|kapot gemaakt|kapotgeslagen|kapot geslagen|ingegooid|hek + doorgeknipt|beklad*|opengesneden|tent + gesneden|vernield
[ENVIRONMENTAL_HEALTH_AND_SAFETY_ISSUES]
onveilig*|gevaarlijk*|giftig*|rioolwater|losse draden|blote kabels|kabels + hangen|open put|put zonder|instort*|ingestort|zonder helm*|elektrische draad|draden + hangen|kabel + los|losse kabel|zonder leuning|trap + kapot|uitgegleden|gaslucht|gaslek|glas op de|nooduitgang|zonder deksel|gat + kinderen|schok gekregen|riool|latrines + overstromen|naalden
[ENVIRONMENTAL_VIOLATIONS]
vervuil*|afval + rivier|illegale houtkap|gedumpt|dumpen|plastic verbrand*|olie + rivier|olie + beek|olie + grond|gooien + rivier|afval + beek|afval + sloot|batterijen + begraven|banden verbrand*|rook van de fabriek|dode vissen|bomen gekapt|kappen + bos
[FOOD_SAFETY]
bedorven|beschimmeld*|schimmel|voedselvergiftiging|verlopen voedsel|<food> + over de datum|over de datum|<food> + zuur|<food> + wormen|<food> + stinkt|<food> + rook vies|<food> + kevers|rot|verrot|ziek van het eten|ziek + na het eten|<food> + schimmel*|<food> + groen|<food> + zwart|<food> + beestjes|<food> + insecten|<food> + muizen|<food> + ratten|<food> + nat|<food> + rauw|<food> + bitter|<food> + ranzig|ranzig|buikpijn + eten|diarree|overgeven|braken|misselijk + eten|niet gaar
[CODE_OF_CONDUCT_VIOLATION]
gedragscode|wangedrag|vrijwilliger* + beledig*|medewerker* + beledig*|vrijwilliger* + schreeuw*|medewerker* + schreeuw*|hesje + kroeg|in hesje + bar|slaapt tijdens|slaapt op het werk|dienstauto + kroeg|relatie met een begunstigde
[INAPPROPRIATE_BEHAVIOUR]
onbeleefd|respectloos|uitgescholden|schold ons uit|scheldt|beledig*|ongepast*|schreeuwde tegen|lachte ons uit|uitgelachen|als honden|als dieren|onbeschoft|grof tegen|lacht om|lachte om|lachten om|lacht ons uit|schreeuwt|schreeuwde|schreeuwen|snauwt|snauwde|minachtend|behandelt ons als|behandeld als|zonder respect|geen respect|arrogant|kleineert|gooide de deur|stuurde ons weg
)";

} // namespace verbatim::detect_sensitive::offline::cues
