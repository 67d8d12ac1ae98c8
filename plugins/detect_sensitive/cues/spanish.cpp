#include "cues.hpp"

namespace verbatim::detect_sensitive::offline::cues {

const std::string_view spanish = R"(
staff = voluntari* lider lideres lideresa jefe jefes presidente presidenta encargado encargada coordinador* profesor* maestro maestra guardia guardias vigilante* policia* soldado* funcionari* empleado empleada senor comite junta alcalde director* supervisor* agente* conductor chofer trabajador* delegad* doctor patron capataz
female = nina ninas mujer mujeres hija hijas hermana prima sobrina muchacha muchachas chica chicas alumna alumnas viuda viudas ella senora
partner = marido esposo novio pareja cunado padrastro companero
aid = ayuda ayudas arroz carpa carpas tarjeta* bono bonos ficha* lista listas kit kits cobija* harina aceite jabon mercado mercados comida bolsa* cupo cupos vale vales familia
money = dinero plata pesos dolar* pago cuota parte soles comision propina mil
demand = pide piden pidio pidieron exige exigen cobra cobran cobro cobraron hay quiere quieren
hit = pega pegan pego golpea golpean golpeo golpes maltrata maltratan patadas cachetadas moretones quema
medical = doctor doctora medico enfermera enfermero barriga herida vacuna pastillas revisar consulta inyeccion curar espalda fiebre partera
relative = primo primos prima hermano hermanos familiar familiares pariente parientes amigo amigos sobrino* familia compadre*
food = arroz harina leche carne aceite lata latas frijol* pan pescado comida galleta* frijoles atun lentejas
young = once doce trece catorce quince dieciseis menor menores nina 11 12 13 14 15 16
[negation]
no|nunca|nadie|ningun|ninguna|sin|jamas|tampoco|ni|nada de
[negation after]
no existe|no existen
[no negation]
no solo|no solamente|sin duda|sin verguenza
[clause]
y|pero|porque|cuando|que|si|entonces|despues|antes|mientras|pues
[harmless]
golpe de calor|golpe de estado|ataque de asma|ataque al corazon|ataque cardiaco|calor mato|sequia mato|arma el toldo|gel con alcohol|alcohol para|drogas para
[unless]
en las noticias|en la television|en la tele|en la radio|en el periodico|noticiero|pelicula*|novela|taller sobre|charla sobre|capacitacion sobre|curso sobre|sensibilizacion|otro pais|en el gobierno
[SEXUAL_VIOLENCE]
violacion|violaciones|violada*|violaron|la violo|me violo|violencia sexual|agresion sexual|agredid* sexual*|abusaron de + <female>|la forzaron|la obligaron a tener
[SEXUAL_EXPLOITATION]
explotacion sexual|favor* sexual*|a cambio de sexo|acostarse con|acostara con|dormir con el|pasar la noche|salia con el|salir con el + <aid>|saliera con el|si salia con|favores a las|favores + <female>|muchachas a cambio|sexo por|prostitut*|a solas + <aid>|vaya sola|a su cuarto
[SEXUAL_ABUSE]
abuso* sexual*|abuso de la nina|manose*|toca + piernas - <medical>|toca + <female> - <medical>|toco + <female> - <medical> + <staff>|tocaba a la|partes intimas - <medical>|debajo de la falda|bajo la falda|le toca las|tocamiento*|pedofil*
[SEXUAL_HARASSMENT]
acoso sexual|acos* + mujeres|acos* + ninas|acos* + muchachas|piropos|silba a las|comentarios sobre + cuerpo|fotos desnud*|pide besos|insinuaciones|propuestas indecentes
[HARASSMENT]
acos*|hostig*|persigue a mi|sigue a mi + todos los dias|me sigue a todas|molestan a las ninas|molestan a las muchachas
[GENDER_BASED_VIOLENCE]
violencia de genero|violencia domestica|violencia intrafamiliar|<partner> + <hit>|<partner> + le pega|<partner> + me pega|marido + golpe*|esposo + golpe*|le pega a su mujer|golpea a su mujer|matrimonio forzado|matrimonio infantil|casar a + <young>|casar + <young>|casaron + <young>|casada a los + <young>|<female> + obligada a casarse|mutilacion genital|miedo a mi marido|miedo de mi marido|miedo a su marido
[GENDER_INEQUALITY]
mujeres + excluid*|solo los hombres|solo hombres|desigualdad*|mujeres + no pueden|mujeres + afuera|ninas + no pueden|hombres deciden|por ser mujer|porque soy mujer
[GENDER_DISCRIMINATION]
discrimin* + mujer*|discrimin* + sexo|machis*|no contratan mujeres|por ser mujer|rechaza* + mujeres
[GIFTS_BRIBES_AND_KICKBACKS]
soborno*|sobornar|mordida|coima*|<staff> + cobra*|<staff> + pide* dinero|piden dinero|pidio dinero|piden plata|<demand> + <money> + <aid>|<demand> + <money> + <staff>|darle una parte|dar + parte + <staff>|pagar + lista|pagar + <aid>|pagarle al <staff>|nos cobra*|cobra* + cada familia|cobra* + por + <aid>|bajo la mesa|por debajo de la mesa
[CORRUPTION]
corrupcion|corrupt*|soborno*|mordida|pagar + lista
[FRAUD]
estafa*|fraude*|fraudul*|nombres falsos|lista* falsa*|beneficiarios falsos|beneficiarios fantasma*|muertos + lista|fallecidos + lista|falso + carnet|se hacen pasar|se hace pasar|nos enganaron|enganan + dinero
[EMBEZZLEMENT]
malversac*|desvi* + fondos|desvi* + ayuda*|desvi* + <aid>|venden + ayuda*|vende* la ayuda|venden + <aid>|<aid> + se venden|<aid> + tienda|<aid> + en el mercado negro|<aid> + desaparec*|se quedan con + ayuda*|se quedan con + dinero|se queda con + <aid>|se quedo con + <money>|se comieron + dinero|se robaron la plata
[THEFT]
robo|robos|robaron|roban|robad*|nos robo|me robo|ladron*|hurto*|saque*|se llevaron|se llevo + <aid>|desaparecieron + bodega|falta* + bodega
[NEPOTISM_AND_FAVOURITISM]
nepotismo|favoritismo|amiguismo|sus familiares|solo a sus amigos|solo para + <relative>|solo a + <relative>|solo + <relative> + <staff>|<relative> de la <staff>|<relative> del <staff>|sus amigos|sus parientes|su gente|rosca|los mismos de siempre|compadrazgo|palanca*
[ABUSE_OF_OFFICIAL_POSITION]
abuso de poder|abuso de autoridad|lider + se queda|aprovecha su cargo|aprovecha de su cargo|aprovecha su puesto|carro oficial|trabajar en su finca
[RETALIATION_AGAINST_WHISTLEBLOWERS]
represalia*|miedo a denunciar|miedo de denunciar|miedo a quejarse|miedo de quejarse|miedo de hablar|miedo a hablar|despues de quejar*|quejar* + quitaron|queje + quitaron|queja + quitaron|denunci* + quitaron|denunci* + sacaron|queje + sacaron|desde que me queje|desde que denuncie|desde que hable
[PRIVACY_AND_CONFIDENTIALITY_ISSUES]
datos personales|privacidad|confidencial*|sin mi consentimiento|sin mi permiso|sin preguntar*|foto* + sin permiso|foto* + sin preguntar*|foto* + sin autorizacion|publicaron + foto*|publicaron + lista|publicaron + nombres|conto mi enfermedad|conto + mi enfermedad|todos saben + enfermedad|dieron mi numero
[THREATS_AND_PHYSICAL_VIOLENCE]
amenaz*|golpe*|matar|matarnos|matarme|mataron a|lo mataron|la mataron|arma|armas|armado|armados|ataque*|ataca*|atacaron|pelea*|machete*|cuchillo*|pistola*|disparo*|dispararon|violencia|violento*|si hablamos|va a pasar algo malo|nos va a pasar algo|quemar la casa|quemar nuestra*|nos pegaron|le pegaron|pego a mi|con palos|a patadas|empujo + anciano|rina*|asesin*
[ALCOHOL_OR_NARCOTIC_ABUSE]
borrach*|droga*|ebri*|alcohol*|alcoholizad*|llega tomado|estaba tomado|olia a cerveza|olia a trago|olia a licor|<staff> + cerveza|<staff> + tomando|marihuana|emborrach*
[CONFLICT_OF_INTEREST]
conflicto* de interes*|su propia empresa|su propia tienda|empresa de su hermano|tienda de su esposa|proveedor + hermano|proveedor + esposa
[PROCUREMENT_OR_TENDER_VIOLATION]
licitacion*|contrato* + amanad*|contrato + a dedo|proveedor* + favor*|sobreprecio*|sin concurso
[INSIDER_TRADING]
informacion privilegiada
[FALSIFICATION_OR_DESTRUCTION_OF_INFORMATION]
documento* falso*|firma* falsa*|falsific*|firmaron por mi|firmo por mi|firmo por ella|firmo en mi nombre|quemaron + registro*|quemaron + lista*|cambiaron la lista|borraron + nombre*|alteraron
[GIFTS_AND_HOSPITALITY]
regalo* + funcionario*|regalo* + personal|regalo* + <staff>|regalaron + <staff>|invitan + almuerzo + <staff>
[UNFAIR_TREATMENT_OF_EMPLOYEES]
salario* + atras*|sueldo* + atras*|no nos pagan|no nos han pagado|no me han pagado|no me pagaron|sin pago + trabajo|horas extras|mitad del sueldo|no pagan + trabajo
[UNFAIR_DISMISSAL]
despid*|despidieron|me echaron del trabajo|me sacaron del trabajo|perdi mi trabajo|perdio su trabajo|me botaron
[WORKPLACE_BULLYING]
acoso laboral|humilla*|jefe + grita*|jefe + insulta*|jefa + grita*|se burla de mi|se burlan de mi
[VANDALISM]
vandal*|destruid* + proposito|quemaron|rompieron + llave*|rompieron + ventana*|rompieron + grifo*|danaron + proposito|tiraron piedras|lanzaron piedras|incendiaron
[ENVIRONMENTAL_HEALTH_AND_SAFETY_ISSUES]
peligros*|toxic*|aguas negras|aguas residuales|agua contaminada|cables pelados|cables sueltos|cables + colgando|sin tapa|pozo + abierto|hueco + abierto|inseguro*|sin casco*|pared + caer*|techo + caer*|se puede caer|jeringas
[ENVIRONMENTAL_VIOLATIONS]
contaminacion|contamina*|basura + rio|desechos + rio|residuos + rio|tala ilegal|talan|vertido*|fabrica + rio|quema de plastico*|peces muertos
[FOOD_SAFETY]
caducad*|vencid*|podrid*|moho|intoxicacion alimentaria|intoxic* + <food>|gusano*|gorgojo*|<food> + olia mal|<food> + huele mal|<food> + mal olor|<food> + pasado su fecha|pasado su fecha|fecha + pasada|<food> + agri*|enferm* + despues de comer|<food> + danad*|vomit* + <food>
[CODE_OF_CONDUCT_VIOLATION]
codigo de conducta|mala conducta|voluntari* + insult*|personal + insult*|voluntari* + grit*|con uniforme + bar|con uniforme + tomando
[INAPPROPRIATE_BEHAVIOUR]
groser*|faltaron al respeto|falta de respeto|gritaron|nos grito|me grito|inapropiad*|insult*|trato como perros|como perros|como animales|nos trato mal|me trato mal|tratan mal|se rieron de|maleducad*|humill*
)";

} // namespace verbatim::detect_sensitive::offline::cues
