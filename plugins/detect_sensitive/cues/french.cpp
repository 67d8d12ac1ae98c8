#include "cues.hpp"

namespace verbatim::detect_sensitive::offline::cues {

const std::string_view french = R"(
staff = volontaire* benevole* agent agents chef chefs responsable* president presidente comite recenseur* gardien gardiens maitre instituteur professeur* delegue* superviseur* policier* soldat* militaire* infirmier* docteur directeur directrice coordinateur* distributeur* enqueteur* maire chauffeur* patron enseignant*
female = fille filles femme femmes sœur soeur niece cousine eleves eleve petite petites veuve veuves elle dame
partner = mari maris epoux conjoint copain beau belle pere
aid = aide riz tente tentes carte cartes jeton* coupon* liste listes sac sacs bache* bâche* kit kits couverture* farine huile savon vivres nourriture argent moustiquaire* bon bons nom noms inscrit inscription inscrire
money = argent francs franc dollar* somme sommes payer paie pot commission billet* mille cents euros poule poules chevre chevres mouton cadeau patte
demand = demande demandent demander exige exigent exiger reclame reclament veut veulent faut prend prennent
hit = frappe frappent frappee battue battu bat battent gifle giflee gifler coups cogne tabasse tabassee brule
medical = medecin docteur infirmiere infirmier piqure ventre sirop blessure vaccin consultation soins bras pansement fievre sage
relative = cousin cousins cousine frere freres parent parents famille familles proches ami amis neveu* ethnie clan beaux belle fils gendre oncle tante copains village
food = riz farine lait viande huile boite boites conserve* haricot* pain poisson repas nourriture biscuit* vivres mais
young = onze douze treize quatorze quinze seize petite mineure* enfant 11 12 13 14 15 16
[negation]
pas|jamais|aucun|aucune|sans|personne|ni|rien|plus de
[negation after]
existe pas
[no negation]
une personne|la personne|cette personne|chaque personne|pas seulement|sans doute|sans honte|par personne
[clause]
et|mais|car|parce|quand|qui|que|si|alors|apres|avant|puis|donc
[harmless]
crise cardiaque|attaque cardiaque|oiseau* vole*|oiseau* + vole|vent frappe|frappe a la porte|frappent a la porte|secheresse a tue|alcool a|gel alcool*|drogue contre|vole au dessus|tue les moustique*|arme de poing
[unless]
a la radio|a la television|a la tele|au journal|aux nouvelles|aux informations|dans le journal|journal televise|film|films|roman|formation sur|seance sur|atelier sur|sensibilisation|cours sur|autre pays
[SEXUAL_VIOLENCE]
viol|viols|violee|violees|violer|a viole|ont viole|violence* sexuelle*|agression* sexuelle*|agressee sexuellement|prise de force|forcee a coucher|abuse de + <female>|abuse d elle|abusee|a la force|de force + <female>|forcee par|dechire ses vetements|jetee par terre
[SEXUAL_EXPLOITATION]
apres la fermeture|filles qui restent|vienne le soir|seule le soir|chez lui le soir|jolies filles|belles filles|les plus jolies|si elle est gentille|etre gentille avec|devenir sa copine|sa petite amie + <aid>|son amie + <aid>|contre un sourire|en echange d un bisou|monte* dans sa voiture|filles + camion*|envoie* leurs filles|envoie sa fille + <staff>
exploitation sexuelle|faveur* sexuelle*|contre du sexe|coucher avec|passer la nuit|passait la nuit|passe la nuit avec|nuit chez lui|nuit avec lui|sortir avec lui|sortir avec + <aid>|acceptent de sortir|accepte de sortir|prostitu*|venir seule|vienne seule|dans sa chambre + <aid>|sexe contre|relations intimes|en echange de relations|echange + relations|echange de faveurs|relation + contre + <aid>|promet du travail aux femmes|travail + coucher|coucher + <staff>|contre son corps|vend* leur corps|vend* son corps|passer a l hotel|hotel + <staff>|dormir avec
[SEXUAL_ABUSE]
abus sexuel*|attouchement*|touche + sous + robe|touche + sous la jupe|sous la robe|sous sa jupe|sous la jupe|touche + <female> - <medical>|touche les eleves|touche les filles|parties intimes + touche* - <medical>|touche + seins - <medical>|main aux fesses|pedophil*|caress* + <female>|caresse*|sur ses genoux|touche + sexe - <medical>|touche le corps - <medical>|deshabill*|videos sales|film* porno*|la culotte|touche mal|mauvais touche*
[SEXUAL_HARASSMENT]
harcel* sexuel*|harcel* + filles|harcel* + femmes|avances sexuelles|siffle + filles|siffle + femmes|demande + bisou*|remarques sur + corps|photos nues|photos + nu|propos sexuels|gestes obscenes|gestes deplaces|gestes + douche*|regarde* + douche*|nous regarde nous laver|mots deplaces|propos deplaces|drague*|drague les|photos de nos corps|me touche sans|siffle
[HARASSMENT]
harcel*|importun*|suit ma + tous les jours|me suit partout|embete* les filles|derange* les filles|me suit|nous suit|attend* devant ma|me telephone sans cesse|m appelle toutes les nuits|appelle toutes les nuits|insiste* + non|me laisse pas tranquille|laisse pas tranquille
[GENDER_BASED_VIOLENCE]
rentre ivre|rentre soul|quand il boit|mari + boit|mari + ivre|quand il est ivre|dors chez + quand il|dormir chez + mari|leve la main|leve le poing|l oeil au beurre|oeil + noir + elle|œil + noir|lunettes noires|dit qu elle est tombee|elle est tombee + encore|tombee dans l escalier|crie + toutes les nuits|cris + toutes les nuits|cris + chaque nuit|entend + crier|entend + pleurer + nuit|cache* ses bras|cache* les bras|cache son visage|manches longues|dot + payee|dot + deja|ans + dot|ans + mari|ans + noces|fiancee a|fiancer|promise a|promise en|a quitte l ecole pour se marier|quitte l ecole + mari*|vieux + epouse*|vieil homme + fille|vieux + fille + epous*|coupe* les filles|couper les filles|couteau + filles + ceremonie|me prend mon telephone|interdit de sortir|ne me laisse pas sortir|garde tout l argent|il me surveille|eau bouillante + mari|peur de rentrer|peur quand il rentre|les enfants se cachent|sous le lit
violence* conjugale*|violence* domestique*|violence* basee* sur le genre|vbg|mari + <hit>|<partner> + <hit>|bat sa femme|frappe sa femme|mariage force*|mariage precoce|mariage* + enfant*|marier + <young>|marier de force|donnee en mariage|mariee + <young>|marie* + fille* + ans|excis*|mutilation* genitale*|peur de mon mari|peur de son mari|exciser|excision|belle famille + <hit>|enferme* + <partner>|<partner> + enferme*|<young> + mariee|<young> + mariage|<young> + epouser|<young> + dot|donnee a un|donner sa fille|fille + mariee + ans|forcee a se marier|marier + fille|bleus + mari|bleus + visage|mari + violent|battue par|chassee par son mari|mari + coups
[GENDER_INEQUALITY]
femmes + pas le droit|femmes + exclu*|femmes + dehors|seulement les hommes|seuls les hommes|hommes decident|filles + pas le droit|filles + restent a la maison|inegalite*|parce que je suis une femme|femmes ont pas la parole|quitte ecole + freres|fille + quitte + ecole|filles + ecole + freres|filles + quitte* + ecole|garder les petits|freres continuent|femmes + parole|femmes + assises derriere|femmes + se taire|hommes + seulement + decid*|pas de femme dans
[GENDER_DISCRIMINATION]
discrimin* + femme*|discrimin* + sexe|sexis*|embauche pas de femme*|refuse + femmes|parce elle est une femme|parce que je suis une femme|moins que les hommes|payee* moins|prefere* les hommes|preferent des hommes|refuse* + parce + femme|enceinte + refus*|reserve aux hommes
[GIFTS_BRIBES_AND_KICKBACKS]
billet dans|glisse* un billet|glisse* quelque chose|glisser quelque chose|sans un billet|sans billet|sans donner|sans un cadeau|sans cadeau|quelque chose dans la main|dans la main du|petit cadeau|petit geste|un geste + <staff>|bas de la pile|sous la pile|dossier + pile|pour accelerer|pour aller plus vite|plus vite + pay*|si tu ne donnes|si tu ne paies|si on ne paie|si on ne donne|si vous ne payez|faut graisser|mouiller la barbe|argent du the|prix de la cigarette|sa commission|prix d une place|prix d une carte|vendu ma + pour payer|vendre + pour payer|paye le chef|payer le chef|pay* le <staff>|pay* l agent|pay* au <staff>|donn* au <staff> + pour
pots de vin|pot de vin|dessous de table|<demand> + <money> + <aid>|<demand> + argent|<demand> + <money> + <staff>|donner quelque chose|donner + au chef|donner + <staff> + <aid>|payer + <aid>|payer + liste|paye* + <staff>|bakchich|pourboire + <staff>|glisser un billet|commission + <staff>|enveloppe + <staff>|sans payer + <aid>|graisser la patte|graisse* + patte|faut payer|il faut payer|doit payer + <aid>|donner + poule*|donne* + chevre + <staff>|<staff> + sa part|sa part|il faut donner|verser + <money>|pour avancer + <money>|contre argent|contre de argent|motiver le <staff>|le cafe du
[CORRUPTION]
corruption|corrompu*|corromp*|pots de vin|pot de vin|payer + liste|graisser la patte|graisse* + patte|rien n avance sans|rien + avance + sans payer|tout se paie|achete* + <staff>
[FRAUD]
escroquer*|escroc*|fraude*|arnaqu*|faux noms|fausse liste|faux beneficiaire*|faux badge|faux agent*|morts + liste|decede* + liste|fantome* + liste|noms + existent pas|se fait passer pour|n habite pas ici + liste|habitent pas ici|fausse carte|deux cartes|sous un autre nom|autre nom|faux jeton*|faux numero|promet* + argent + disparu|loterie
[EMBEZZLEMENT]
signe pour + que|signe pour + seulement|on a signe pour|nous avons signe pour|il n y en avait que|il n y avait que|il manquait|il manque des kilos|manque + kilos|kilos + manqu*|moins que sur la liste|la moitie seulement|seulement la moitie|qui etaient pour nous|vendu* au marche|vend* au marche|dans la boutique du|camion + nuit + depot|sort* la nuit|charge* la nuit|argent pour + rien|argent du puits|argent + caisse + disparu|ou est passe l argent|ou est passee|<aid> + revendu|<aid> + revendus|<aid> + revendue|<aid> + revendent|<staff> + nouvelle voiture|<staff> + nouvelle maison
detourn*|revend* + <aid>|<aid> + vendu*|<aid> + vendent|<aid> + au marche|<aid> + a la boutique|<aid> + boutique + <staff>|gratuit* + boutique|gratuit* + marche|vend* + <aid>|garde argent|garde + pour lui|mange argent|mange + argent|bouffe* + argent|<aid> + disparai*|<aid> + disparu*|caisse + vide|caisse + disparu|<staff> + nouvelle moto|<staff> + construit|<staff> + vend|<staff> + vendent|n arrive jamais|<aid> + jamais arrive*|moitie + <aid>|<aid> + moitie|a mange notre|mange + aide|garde + <aid>|detournement*
[THEFT]
serrure + forcee|porte + forcee|porte fracturee|cadenas + casse|cadenas + coupe|cadenas + force|plus la + retour|au retour + plus|au retour + vide|a notre retour|a disparu + nuit|ont disparu + nuit|pendant la nuit + disparu|le matin + disparu|au reveil + plus|pendant notre absence|pendant que nous dormions|pendant que je dormais|tente + coupee|tente + dechiree + disparu|retour + n etait plus|retour + n etaient plus|serrure + plus la|serrure + vide
voleur*|a vole|ont vole|vole mes|vole nos|volee|voles|vol de|vols de|volees|volent|cambriol*|pille*|nous a pris|nous ont pris|on nous a pris|a pris mon|disparu + nuit|a disparu|emporte* + nuit|ont emporte|a emporte|disparu|disparu de|derobe*|pique mon|pique nos|ont pris nos|ont pris mon|pris mon telephone|arrache* + sac|arrache* + telephone|fouille* + tente
[NEPOTISM_AND_FAVOURITISM]
nepotis*|favoritis*|proches du chef|seulement leur* famille*|ses proches|leurs proches|<staff> + abord + <relative>|<staff> + ses <relative>|ses cousins|ses freres|memes familles|toujours les memes|famille* + du chef|meme ethnie|sert abord|ses amis|celles du chef|ceux du chef|copinage|sa famille d abord|sa famille abord|les siens|aux siens|leurs freres|<relative> du <staff>|<relative> + <staff> + travail|embauche son|embauche sa|embauche ses|recrute ses|pistonn*|piston|gens du chef|gens de son
[ABUSE_OF_OFFICIAL_POSITION]
abus de pouvoir|abus autorite|chef + garde|chef + prend pour lui|profite de son poste|profite de sa position|travailler dans son champ|voiture de service|pour ses affaires personnelles|<staff> + voiture + personnel*|<staff> + son propre|<staff> + ses champs|<staff> + son champ|nous fait travailler|nous oblige a travailler|oblige* a travailler|se croit tout permis|fait la loi
[RETALIATION_AGAINST_WHISTLEBLOWERS]
depuis que j ai parle|depuis que j ai appele|depuis que j ai dit|depuis que j ai ecrit|depuis notre plainte|depuis mon appel|apres mon appel|apres avoir parle|apres avoir appele|apres avoir porte plainte|parce que j ai parle|parce que j ai appele|parce que je me suis plaint*|parce qu il s est plaint|qui se plaint|qui se plaignent|ceux qui se plaignent|celui qui parle|celle qui parle|ceux qui parlent|si tu te plains|ne dites pas mon nom|ne donnez pas mon nom|sans dire mon nom|ne citez pas mon nom|savent que j ai appele|sait qui a appele|sait qui a parle|peur de dire
represaill*|peur de se plaindre|peur de denoncer|peur de parler|peur de porter plainte|depuis que ai parle|depuis que ai plainte|depuis que je me suis plaint*|depuis ma plainte|apres ma plainte|depuis + plainte|parle + enqueteur + plus|plaint* + raye*|plaint* + supprime*|plaint* + plus|plainte + retire*|denonce + puni*|appelle plus|ne appelle plus|ose rien dire|n ose rien|ose pas parler|ose pas se plaindre|sinon on perd|si on parle|si on se plaint|si tu parles|perd + carte + plain*|raye* de la liste|supprime* de la liste + parle|depuis que nous avons parle|puni* pour|a cause de ma plainte|denonciat*
[PRIVACY_AND_CONFIDENTIALITY_ISSUES]
donnees personnelles|vie privee|confidenti*|sans mon consentement|photo* + sans permission|photo* + sans demander|photo* + sans autorisation|photo* + sans notre|noms + affiche*|liste + affichee|raconte ma maladie|ma maladie a tout|parle de ma maladie|maladie + tout le quartier|maladie + tout le monde|mon numero a|secret + raconte*|sida + tout le monde|lu a haute voix|a haute voix + nom*|devant tout le monde + malad*|tout le monde a entendu|tout le monde sait + malad*|donne mon numero|donne notre numero|numero* + groupe whatsapp|photo* + internet|photo* + facebook|fiches + trainent|dossiers + trainent|dossier + ouvert
[THREATS_AND_PHYSICAL_VIOLENCE]
sait ou je dors|sait ou j habite|tu vas voir|vous allez voir|on va te trouver|on va vous trouver|va le regretter|vas le regretter|allez le regretter|tu vas regretter|coupe coupe|batons|avec des batons|avec un baton|casser la figure|casser les|bruler la maison|bruler notre|mettre le feu|en sang|saignait|dents cassees|personne n ose sortir|n ose plus sortir|n osons plus|hommes masques|sait ou j|savent ou j|sait ou nous dormons|savent ou nous
menac*|frappe*|nous ont frappe*|tabass*|tuer|nous tuer|a tue mon|ont tue|assassin*|arme|armes|hommes armes|machette*|couteau*|fusil*|attaque*|agress*|violence|violences|brule* ma maison|bruler + maison|bruler + tente*|fait peur + enfants|baton*|bagarre*|poignard*|intimid*|gifle* + <staff>|fouett*|casser la tete|casser les jambes|tire* en air|tire en l air|tirs|coups de feu|pierres + nous|jete des pierres sur|chasse* avec|fouet|coups de pied|coup de poing|bouscule* + vieux|bouscule*|pousse* par terre|enleve* + enfant|enlevement*|rancon|fait peur|vont nous|va me tuer|egorg*|sang + <staff>
[ALCOHOL_OR_NARCOTIC_ABUSE]
ivre*|ivrogne*|alcool*|drogue*|stupefiant*|saoul*|soul|boit toute la journee|<staff> + boit|<staff> + boivent|chanvre|cannabis|tramadol|fument + chanvre|se droguent|drogu*|biere*|vin de palme|whisky|sent* alcool|sent* la biere|titub*|bourre|fume* + herbe|fument|colle + enfants|comprimes + jeunes
[CONFLICT_OF_INTEREST]
conflit* interet*|conflit* interet*|propre entreprise|sa propre boutique|entreprise de son frere|boutique de sa femme|fournisseur + frere|fournisseur + femme|propriete du <staff>|appartient au <staff>|appartient a sa femme|appartient a son frere|controle + proprietaire|societe de son|magasin de son|boutique de son|entreprise de sa
[PROCUREMENT_OR_TENDER_VIOLATION]
appel* offres|appel offres|marche* public*|fournisseur* + favor*|marche + sans concurrence|contrat + sans appel|surfactur*|trois devis|memes devis|devis + meme|toujours la meme entreprise|sans devis|prix + double|deux fois le prix|marche + attribue
[INSIDER_TRADING]
delit initie*|information* privilegiee*
[FALSIFICATION_OR_DESTRUCTION_OF_INFORMATION]
falsifi*|faux document*|fausse* signature*|documents + detruit*|signe a ma place|signe a sa place|signe pour eux|signe pour moi|imite* la signature|registre* + brule*|liste + modifiee|truqu*|croix a notre place|a notre place + feuille|signe* a notre place|a notre place + sign*|feuille de presence|signatures + copiees|faux rapport*|rapport + faux|chiffres + faux|chiffres + gonfles|noms + effaces|pages + arrachees|papier blanc|signer un papier vide
[GIFTS_AND_HOSPITALITY]
cadeau* + agent*|cadeau* + personnel|cadeau* + <staff>|offert* + cadeau*|offert + chevre|invite* au restaurant + <staff>|invite + equipe + restaurant|repas offert*|offre + repas + <staff>|offre* + mouton|offert + telephone + <staff>|cadeau + <staff>
[UNFAIR_TREATMENT_OF_EMPLOYEES]
salaire* + impaye*|salaire* + retard*|salaire* + pas|pas paye* + travail*|pas ete paye*|travail* + pas paye*|heures supplementaires|primes + pas|moitie du salaire|paye* moins|moins paye*|sans etre paye*|travaille + sans salaire|sans salaire|sans contrat|jour de repos|sans repos|retenue* sur|salaire promis|pas recu + salaire|pas touche + salaire|prime + promise
[UNFAIR_DISMISSAL]
licenci*|renvoye* + travail|renvoye* sans|renvoye* du|mise a la porte|mis a la porte|perdu mon travail|perdu son emploi|perdu mon poste|vire sans|viree|fin de contrat + sans|contrat + arrete|du jour au lendemain|remplacee* par|plus besoin de moi|chassee* du travail|chasse du travail|perdu + poste|perdu son poste
[WORKPLACE_BULLYING]
humili* + travail|humili* + reunion*|humili* + collegue*|chef + humili*|intimidation au travail|se moque de moi + equipe|crie* + reunion*|chef + idiot*|patron + insult*|se moque de mon|collegues + moque*|chef + crie*|responsable + humili*|mis a l ecart|met a l ecart|taches sales|traite de bonne a rien|bon a rien
[VANDALISM]
vandal*|saccag*|incendi*|casse* + robinet*|casse* + vitre*|casse* + expres|jet* des pierres|detruit* + expres|mis le feu|coupe* la cloture|robinet* + arrach*|robinet* + casse*|barbouill*|tague*|dechire* + tente*|pompe + sabot*|sabot*|detruit pendant la nuit
[ENVIRONMENTAL_HEALTH_AND_SAFETY_ISSUES]
dangereu*|insalubr*|toxique*|eaux usees|eau contaminee|cables denudes|cables + denudes|fils denudes|fils + nus|pas securis*|sans couvercle|puits + ouvert|risque de tomber|mur + effondre*|toit + effondre*|seringue* + traine*|sans casque|escalier* + casse*|escalier + glissant|sans rambarde|fil electrique|cable electrique|electrocut*|puits sans|trou + enfants|fosse ouverte|fosse + ouverte|latrine* + debord*|debordent|vitres cassees|fuite de gaz|pas de masque*|sans gants|surcharge*|sans freins
[ENVIRONMENTAL_VIOLATIONS]
deversement*|dechets + riviere|dechets + fleuve|ordures + riviere|pollu*|deforest*|usine + riviere|coupent les arbres|brule* + plastique*|huile + riviere|huile + sol|jettent + riviere|jett* + dechets|versent + riviere|batteries + puits|piles + enterr*|poissons morts|fumee + usine|coupe abusive|abattent les arbres|brulent les
[FOOD_SAFETY]
perime*|pourri*|moisi*|intoxication alimentaire|charancon*|<food> + sent* mauvais|<food> + insectes|<food> + vers|<food> + gonfle*|boites + gonfl*|date + depassee|avarie*|malade* apres + repas|malade* apres avoir mange|vomi* + apres|<food> + vomi*|grumeaux|lait + verts|<food> + vert*|<food> + noir*|<food> + odeur|<food> + rouille*|<food> + mouille*|<food> + rats|<food> + souris|<food> + cailloux|<food> + sable|<food> + amer*|mal au ventre + <food>|mal au ventre apres|diarrhee + <food>|<food> + malade*|<food> + vieux|pas cuit|mal cuit|cuisine sale|mains sales
[CODE_OF_CONDUCT_VIOLATION]
code de conduite|personnel + insult*|volontaire* + insult*|volontaire* + crie*|inconduite|mauvaise conduite|en uniforme + boit|en uniforme + bar|en gilet + bar|gilet + boite|agent + danse*|dort au travail|dort pendant|voiture + bar|vehicule + bar|relation avec une beneficiaire
[INAPPROPRIATE_BEHAVIOUR]
impoli*|irrespect*|manque de respect|cri* sur nous|crie dessus|nous a crie|nous crie*|inapproprie*|insult*|injuri*|traites de|traite de|traites comme|moque* de nous|grossier*|comme des chiens|comme des animaux|humili*|hurle*|crie*|se moque*|ricane*|mal parle|parle mal|nous parle mal|chasse* comme|nous a chasse*|sans respect|manque* de respect|mepris*|claque la porte|nous ignore|arrogant*
)";

} // namespace verbatim::detect_sensitive::offline::cues
