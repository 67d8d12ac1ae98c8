#include "cues.hpp"

namespace verbatim::detect_sensitive::offline::cues {

const std::string_view spanish = R"(
staff = voluntari* lider lideres lideresa jefe jefes presidente presidenta encargado encargada coordinador* profesor* maestro maestra guardia guardias vigilante* policia* soldado* funcionari* empleado empleada senor comite junta alcalde director* supervisor* agente* conductor chofer trabajador* delegad* doctor patron capataz secretaria secretario tesorer* bodeguero cajero monitor* tutor* tutora capacitador* inspector* contratista* ingeniero enfermer* cocinera
female = nina ninas mujer mujeres hija hijas hermana prima sobrina muchacha muchachas chica chicas alumna alumnas viuda viudas ella senora
partner = marido esposo novio pareja cunado padrastro companero suegra suegro papa padre
aid = ayuda ayudas arroz carpa carpas tarjeta* bono bonos ficha* lista listas kit kits cobija* harina aceite jabon mercado mercados comida bolsa* cupo cupos vale vales familia
money = dinero plata pesos dolar* pago cuota parte soles comision propina mil colaboracion gallina gallinas chivo regalo sobre aporte vacuna
demand = pide piden pidio pidieron exige exigen cobra cobran cobro cobraron hay quiere quieren
hit = pega pegan pego golpea golpean golpeo golpes maltrata maltratan patadas cachetadas moretones quema
medical = doctor doctora medico enfermera enfermero barriga herida vacuna pastillas revisar consulta inyeccion curar espalda fiebre partera
relative = primo primos prima hermano hermanos familiar familiares pariente parientes amigo amigos sobrino* familia compadre* suegr* cunad* tio tia suyos esposa gente hijos
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
violacion|violaciones|violada*|violaron|la violo|me violo|violencia sexual|agresion sexual|agredid* sexual*|abusaron de + <female>|la forzaron|la obligaron a tener|a la fuerza|abuso de ella|abuso de mi|abusaron|abusada|ultraj*|le arranco la ropa|la tiraron al
[SEXUAL_EXPLOITATION]
salieran con|a cambio de una noche|una noche con|quedarse la noche|vaya a su casa|vayan a su casa|ir a su cuarto|vaya a su cuarto|sola + <staff>|venir sola|que vaya sola|ser su novia|ser carinosa|muchachas bonitas|chicas bonitas|las mas bonitas|las bonitas|se suben al camion|suben a su carro|mandan a sus hijas|manda a su hija
explotacion sexual|favor* sexual*|a cambio de sexo|acostarse con|acostara con|dormir con el|pasar la noche|salia con el|salir con el + <aid>|saliera con el|si salia con|favores a las|favores + <female>|muchachas a cambio|sexo por|prostitut*|a solas + <aid>|vaya sola|a su cuarto|si se acuestan|se acuestan con|se acueste con|acost* con|ofrece comida si|ofrece + <aid> + si|a cambio de favores|a cambio de + cuerpo|vender su cuerpo|venden su cuerpo|madres solteras + <aid>|si es carinosa|ser amable con el|novia del <staff>|duerme con el|por la noche + <aid> + sola|ir al hotel
[SEXUAL_ABUSE]
abuso* sexual*|abuso de la nina|manose*|toca + piernas - <medical>|toca + <female> - <medical>|toco + <female> - <medical> + <staff>|tocaba a la|partes intimas - <medical>|debajo de la falda|bajo la falda|le toca las|tocamiento*|pedofil*|en sus piernas|la sienta en|lo sienta en|acaricia* a|acaricia*|le baja|la desnuda|desnudo a|videos sucios|videos porno|lugar indebido|partes privadas - <medical>|tocarla|tocarlo|tocarle
[SEXUAL_HARASSMENT]
acoso sexual|acos* + mujeres|acos* + ninas|acos* + muchachas|piropos|silba a las|comentarios sobre + cuerpo|fotos desnud*|pide besos|insinuaciones|propuestas indecentes|nos mira cuando|mira* + bana*|nos banamos|espia*|espian|nos dice cosas|dice cosas feas|cosas sucias|me guina|guina el ojo|me agarra la|me agarro la|se me pega|manda fotos|mensajes sucios|invita a salir + insist*
[HARASSMENT]
acos*|hostig*|persigue a mi|sigue a mi + todos los dias|me sigue a todas|molestan a las ninas|molestan a las muchachas|me llama todas las noches|no me deja en paz|no nos deja en paz|me espera afuera|me espera en la|me persigue|insiste + dije que no|me sigue|nos sigue|me vigila
[GENDER_BASED_VIOLENCE]
gafas oscuras|lentes oscuros|dice que se cayo|dice que se golpeo|se cayo otra vez|se cayo de nuevo|moreton*|labio partido|cuando toma|cuando bebe|llega borracho|llega tomado|marido + borracho|esposo + borracho|levanta la mano|levanta el puno|gritos + cada noche|gritos + todas las noches|oimos gritos|escuchamos gritos|la oimos gritar|se esconden cuando|ninos se esconden|esconden + debajo de la cama|dormi en casa de + porque|no me deja salir|no me deja trabajar|no me deja ver|no la deja salir|me quita el telefono|me revisa el telefono|me controla|me encierra|la encierra|agua hirviendo + marido|miedo de volver a casa|miedo cuando llega|la casan|la van a casar|la quieren casar|casar a la|casarla|casarse con un viejo|con un hombre mayor|con un senor mayor|con un viejo|mangas largas|deuda + hija|a cambio de vacas|dejo la escuela para casarse|dejo la escuela + marido|juntaron con|se la llevo + hombre + anos
violencia de genero|violencia domestica|violencia intrafamiliar|<partner> + <hit>|<partner> + le pega|<partner> + me pega|marido + golpe*|esposo + golpe*|le pega a su mujer|golpea a su mujer|matrimonio forzado|matrimonio infantil|casar a + <young>|casar + <young>|casaron + <young>|casada a los + <young>|<female> + obligada a casarse|mutilacion genital|miedo a mi marido|miedo de mi marido|miedo a su marido|<partner> + a golpes|a golpes delante|la agarra a golpes|agarra a golpes|<partner> + patea*|<partner> + encierra*|encierra con llave|moretones|ojo morado|<partner> + celos*|<young> + casada|<young> + matrimonio|<young> + juntaron|<young> + entreg*|entregaron a + hombre|la vendieron|la entregaron|<young> + marido|<young> + embarazada de|obligada a casarse|obligan a casarse|mutilacion|la amenaza + <partner>|<partner> + la amenaza|le tiene miedo a su
[GENDER_INEQUALITY]
mujeres + excluid*|solo los hombres|solo hombres|desigualdad*|mujeres + no pueden|mujeres + afuera|ninas + no pueden|hombres deciden|por ser mujer|porque soy mujer|mujeres + no hablan|mujeres + no deciden|mujeres + atras|solo hombres en|hombres primero|ninas + dejan la escuela|hermanos + estudian|ninas + no estudian|ninas + no van
[GENDER_DISCRIMINATION]
discrimin* + mujer*|discrimin* + sexo|machis*|no contratan mujeres|por ser mujer|rechaza* + mujeres|pagan menos que a los hombres|menos que a los hombres|menos que los hombres|prefieren hombres|solo contratan hombres|no aceptan mujeres|por estar embarazada|no me dieron + mujer
[GIFTS_BRIBES_AND_KICKBACKS]
si no le dejas|si no le das|si no das|si no pagas|si no pagamos|si uno no paga|si no se paga|sin dar algo|sin un regalo|sin regalito|algo para el|algo para la|algo al encargado|dejar algo|dar algo|darle algo|para el cafe|para los refrescos|su ayudita|su tajada|su comision|mordida*|soborn*|billete + carpeta|billete + mano|debajo de la mesa|para agilizar|mas rapido + pag*|por delante + pag*|turno nunca llega|vender + para pagar|vendi + para pagar|pag* al <staff>|pag* a la <staff>|el precio de un cupo|cuanto cuesta un cupo|cuesta el cupo|vende* los cupos|vende* cupos|vende* los turnos
soborno*|sobornar|mordida|coima*|<staff> + cobra*|<staff> + pide* dinero|piden dinero|pidio dinero|piden plata|<demand> + <money> + <aid>|<demand> + <money> + <staff>|darle una parte|dar + parte + <staff>|pagar + lista|pagar + <aid>|pagarle al <staff>|nos cobra*|cobra* + cada familia|cobra* + por + <aid>|bajo la mesa|por debajo de la mesa|colaboracion + para|piden una colaboracion|piden colaboracion|hay que pagar|toca pagar|tuve que pagar|tuvimos que pagar|nos toco pagar|tiene* que pagar + <aid>|anotar* + <money>|dar + gallina*|dar un regalo|regalito|una ayudita|ayudita|para el refresco|para la gaseosa|pasar un sobre|por anotar*|nos quita una parte|se queda una parte|comision
[CORRUPTION]
corrupcion|corrupt*|soborno*|mordida|pagar + lista|todo se compra|todo tiene precio|comprar al|compran al|coima*|tajada
[FRAUD]
estafa*|fraude*|fraudul*|nombres falsos|lista* falsa*|beneficiarios falsos|beneficiarios fantasma*|muertos + lista|fallecidos + lista|falso + carnet|se hacen pasar|se hace pasar|nos enganaron|enganan + dinero|no viven aqui|no vive aqui|no existe + lista|con otro nombre|otro nombre|dos tarjetas|dos veces la misma|tarjeta* falsa*|carnet falso|premio falso|me pidio mi clave|se fue con la plata|desaparecio con|engano|enganaron
[EMBEZZLEMENT]
puestos del mercado|en el mercado + logo|en la tienda de + <staff>|en la casa del + <aid>|firmamos por|firme por|pero solo nos dieron|solo nos dieron|solo nos llego|nos dieron la mitad|menos de lo que|faltaban kilos|pesamos + menos|camion + noche + bodega|sacan de noche|sale* de noche|venden la ayuda|revende*|revendi*|vendi* la ayuda|adonde fue el dinero|donde esta el dinero|donde quedo el dinero|se quedo con|se quedaron con|el dinero para + nunca|el dinero de la + nunca|<staff> + camioneta nueva|lonas + mercado|<aid> + puestos del mercado|se quedo con el dinero|se quedaron con el dinero|se quedaron con la mitad
malversac*|desvi* + fondos|desvi* + ayuda*|desvi* + <aid>|venden + ayuda*|vende* la ayuda|venden + <aid>|<aid> + se venden|<aid> + tienda|<aid> + en el mercado negro|<aid> + desaparec*|se quedan con + ayuda*|se quedan con + dinero|se queda con + <aid>|se quedo con + <money>|se comieron + dinero|se robaron la plata|caja + vacia|fondo + vacio|<staff> + moto nueva|<staff> + carro nuevo|<staff> + casa nueva|nunca llego la|nunca llegaron las|<aid> + nunca lleg*|la mitad + <aid>|<aid> + la mitad|<staff> + vende*|<aid> + revend*|revenden|se comio la|se come la plata|se embolsa*|embols*
[THEFT]
amanecimos sin|amaneci sin|amanecio sin|candado roto|candado + roto|rompieron el candado|rompieron la puerta|forzada + puerta|no estaban cuando|no estaba cuando|al volver + vacio|al volver + vacia|al regresar + no|al regresar + falta*|volvimos + no estaba*|se llevo todo|nos dejaron sin|me dejaron sin|desaparecio mi|desaparecieron mis|desaparecieron las|mientras dormiamos|mientras dormia
robo|robos|robaron|roban|robad*|nos robo|me robo|ladron*|hurto*|saque*|se llevaron|se llevo + <aid>|desaparecieron + bodega|falta* + bodega|me quitaron el|me quitaron la|nos quitaron el|nos quitaron las|me arrebataron|arrebat*|se perdio + bodega|desaparecio|desaparecieron|me sacaron el|faltan + cobijas|vaciaron|se metieron + noche|se metieron a la casa|asalt*|atrac*
[NEPOTISM_AND_FAVOURITISM]
nepotismo|favoritismo|amiguismo|sus familiares|solo a sus amigos|solo para + <relative>|solo a + <relative>|solo + <relative> + <staff>|<relative> de la <staff>|<relative> del <staff>|sus amigos|sus parientes|su gente|rosca|los mismos de siempre|compadrazgo|palanca*|a los suyos|los suyos|primero a los|su familia primero|primero su familia|solo los amigos|solo su familia|los allegados|allegados|recomendados|contrata* a su|contrato a su|<relative> del + trabajo|puestos + <relative>|los de su|conocidos del
[ABUSE_OF_OFFICIAL_POSITION]
abuso de poder|abuso de autoridad|lider + se queda|aprovecha su cargo|aprovecha de su cargo|aprovecha su puesto|carro oficial|trabajar en su finca|<staff> + su finca|<staff> + para su casa|<staff> + uso personal|usa el carro|usa la ambulancia|nos obliga a trabajar|nos pone a trabajar|nos hace trabajar|se cree el dueno|hace lo que quiere|aprovecha*
[RETALIATION_AGAINST_WHISTLEBLOWERS]
desde que nos quejamos|desde que reclame|despues de quejarme|despues de reclamar|despues de denunciar|despues de mi queja|por quejarse|por reclamar|porque me queje|porque reclame|porque hable|porque denuncie|el que se queja|al que se queja|los que se quejan|quien se queja|quien reclama|el que reclama|al que reclama|si uno habla|si hablamos|si reclamamos|si nos quejamos|no digan mi nombre|no diga mi nombre|no pongan mi nombre|saben que llame|saben quien llamo|saben quien hablo|miedo de quejar*|miedo a quejar*|miedo de reclamar
represalia*|miedo a denunciar|miedo de denunciar|miedo a quejarse|miedo de quejarse|miedo de hablar|miedo a hablar|despues de quejar*|quejar* + quitaron|queje + quitaron|queja + quitaron|denunci* + quitaron|denunci* + sacaron|queje + sacaron|desde que me queje|desde que denuncie|desde que hable|que denuncio|la que denuncio|denuncio + cortaron|denuncio + quitaron|denunci* + cort*|denunci* + sin ayuda|quej* + cort*|quej* + ya no|por quejarme|por denunciar|por hablar|si uno se queja|si te quejas|si hablas te|mejor callar|nos callamos|no nos atrevemos
[PRIVACY_AND_CONFIDENTIALITY_ISSUES]
datos personales|privacidad|confidencial*|sin mi consentimiento|sin mi permiso|sin preguntar*|foto* + sin permiso|foto* + sin preguntar*|foto* + sin autorizacion|publicaron + foto*|publicaron + lista|publicaron + nombres|conto mi enfermedad|conto + mi enfermedad|todos saben + enfermedad|dieron mi numero|en voz alta|leyeron + en voz alta|delante de todos + enferm*|todos se enteraron|todo el mundo sabe|el barrio sabe|dio mi numero|nuestros numeros + grupo|grupo de whatsapp|subieron + foto*|subio + foto*|foto* + internet|foto* + redes|papeles tirados|fichas tiradas|sin avisar* + foto*
[THREATS_AND_PHYSICAL_VIOLENCE]
romper la cara|partir la cara|saben donde vivo|sabe donde vivo|sabe donde vivimos|saben donde vivimos|sabemos donde vives|ya vas a ver|ya veras|te vas a arrepentir|se van a arrepentir|nos va a pesar|disparos|balazos|con piedras|con cuchillo*|hombres armados|encapuchados|prender fuego|sangrando|ensangrentad*|lo dejaron tirado|a golpes|si volvemos + romper|si volvemos + matar
amenaz*|golpe*|matar|matarnos|matarme|mataron a|lo mataron|la mataron|arma|armas|armado|armados|ataque*|ataca*|atacaron|pelea*|machete*|cuchillo*|pistola*|disparo*|dispararon|violencia|violento*|si hablamos|va a pasar algo malo|nos va a pasar algo|quemar la casa|quemar nuestra*|nos pegaron|le pegaron|pego a mi|con palos|a patadas|empujo + anciano|rina*|asesin*|romper las piernas|nos van a romper|nos van a matar|te va a pesar|tiros|balas|balacera|disparando|bala|pedradas|piedras a|a palos|garrote*|empujon*|empujo a|empujaron|patearon|pateo|cachetada|punetazo*|secuestr*|raptar*|se llevaron a mi hijo|extors*|panfleto*|navaja
[ALCOHOL_OR_NARCOTIC_ABUSE]
borrach*|droga*|ebri*|alcohol*|alcoholizad*|llega tomado|estaba tomado|olia a cerveza|olia a trago|olia a licor|<staff> + cerveza|<staff> + tomando|marihuana|emborrach*|tomado|tomados|toman cerveza|cerveza|aguardiente|licor|trago|bazuco|cocaina|perico|fuman|fumando marihuana|inhalan|pegante|drogad*|viene oliendo
[CONFLICT_OF_INTEREST]
conflicto* de interes*|su propia empresa|su propia tienda|empresa de su hermano|tienda de su esposa|proveedor + hermano|proveedor + esposa|es del mismo <staff>|es dueno de la|duena de la tienda|empresa del <staff>|empresa de su|tienda del <staff>|tienda de su|le compra a su|compra a su hermano|socio del
[PROCUREMENT_OR_TENDER_VIOLATION]
licitacion*|contrato* + amanad*|contrato + a dedo|proveedor* + favor*|sobreprecio*|sin concurso|tres cotizaciones|cotizacion*|siempre la misma empresa|sin cotizar|doble del precio|precio inflado|contrataron a su|adjudic*
[INSIDER_TRADING]
informacion privilegiada
[FALSIFICATION_OR_DESTRUCTION_OF_INFORMATION]
documento* falso*|firma* falsa*|falsific*|firmaron por mi|firmo por mi|firmo por ella|firmo en mi nombre|quemaron + registro*|quemaron + lista*|cambiaron la lista|borraron + nombre*|alteraron|pusieron mi huella|mi huella|firmar en blanco|hoja en blanco|informe falso|numeros inflados|no cuadra*|inventaron|pusieron nombres|lista cambiada|tacharon|arrancaron la hoja|sin mi firma
[GIFTS_AND_HOSPITALITY]
regalo* + funcionario*|regalo* + personal|regalo* + <staff>|regalaron + <staff>|invitan + almuerzo + <staff>|invito + equipo|asado para + <staff>|fiesta para + <staff>|le regalo + <staff>|regalos a los|regalo un celular|cena con + proveedor
[UNFAIR_TREATMENT_OF_EMPLOYEES]
salario* + atras*|sueldo* + atras*|no nos pagan|no nos han pagado|no me han pagado|no me pagaron|sin pago + trabajo|horas extras|mitad del sueldo|no pagan + trabajo|pagan menos|nos pagan menos|nos deben|me deben|deben el sueldo|deben tres meses|sin sueldo|sin contrato|sin descanso|dia libre|descuentan|nos descuentan|pago prometido|no nos pagaron|sin paga
[UNFAIR_DISMISSAL]
despid*|despidieron|me echaron del trabajo|me sacaron del trabajo|perdi mi trabajo|perdio su trabajo|me botaron|de un dia para otro|me reemplazaron|terminaron mi contrato|no me renovaron|quede sin trabajo|me quitaron el puesto|me quitaron el trabajo|por estar enferma + trabajo
[WORKPLACE_BULLYING]
acoso laboral|humilla*|jefe + grita*|jefe + insulta*|jefa + grita*|se burla de mi|se burlan de mi|se burla de mi acento|se burla de como|companeros + burlan|jefa + humill*|jefe + humill*|me aislan|me excluyen|me ponen lo peor|delante de todo el equipo|inutil
[VANDALISM]
vandal*|destruid* + proposito|quemaron|rompieron + llave*|rompieron + ventana*|rompieron + grifo*|danaron + proposito|tiraron piedras|lanzaron piedras|incendiaron|arrancaron + llave*|arrancaron + tubo*|cortaron + cerca|cortaron el tubo|cortaron la manguera|rayaron|pintaron + paredes|quebraron|apedrearon|danaron|destrozaron|destruyeron + noche
[ENVIRONMENTAL_HEALTH_AND_SAFETY_ISSUES]
peligros*|toxic*|aguas negras|aguas residuales|agua contaminada|cables pelados|cables sueltos|cables + colgando|sin tapa|pozo + abierto|hueco + abierto|inseguro*|sin casco*|pared + caer*|techo + caer*|se puede caer|jeringas|cable electrico|cable + suelto|sin baranda|escaler* + rot*|resbal*|electrocut*|toma corriente + mojad*|fuga de gas|huele a gas|letrina* + rebos*|rebosa*|vidrios|hueco + ninos|sin freno*|sin guantes|sin mascarilla|tejado + caer
[ENVIRONMENTAL_VIOLATIONS]
contaminacion|contamina*|basura + rio|desechos + rio|residuos + rio|tala ilegal|talan|vertido*|fabrica + rio|quema de plastico*|peces muertos|aceite + quebrada|aceite + rio|echan + rio|echan + quebrada|botan + rio|botan + quebrada|tiran + rio|basura + quebrada|entierran + baterias|pilas + pozo|queman basura|queman llantas|tumban + arboles|tumban el monte|mineria|mercurio|humo de la fabrica
[FOOD_SAFETY]
caducad*|vencid*|podrid*|moho|intoxicacion alimentaria|intoxic* + <food>|gusano*|gorgojo*|<food> + olia mal|<food> + huele mal|<food> + mal olor|<food> + pasado su fecha|pasado su fecha|fecha + pasada|<food> + agri*|enferm* + despues de comer|<food> + danad*|vomit* + <food>|<food> + verde|<food> + negro|<food> + mal sabor|<food> + feo|<food> + hongo*|hongos|<food> + ratas|<food> + ratones|<food> + bichos|bichos|<food> + piedras|<food> + mojad*|<food> + crud*|crudo|<food> + inflad*|dolor de estomago|diarrea + <food>|diarrea despues|cayo mal|hizo dano + <food>|<food> + enferm*|cocina sucia|manos sucias
[CODE_OF_CONDUCT_VIOLATION]
codigo de conducta|mala conducta|voluntari* + insult*|personal + insult*|voluntari* + grit*|con uniforme + bar|con uniforme + tomando|con chaleco + bar|chaleco + cantina|con chaleco + fiesta|duerme en el trabajo|durmiendo + turno|carro + cantina|novia beneficiaria|pide votos|hace politica
[INAPPROPRIATE_BEHAVIOUR]
groser*|faltaron al respeto|falta de respeto|gritaron|nos grito|me grito|inapropiad*|insult*|trato como perros|como perros|como animales|nos trato mal|me trato mal|tratan mal|se rieron de|maleducad*|humill*|nos grita*|grita a|se burla*|se rie de|nos mira mal|nos mira por encima|desprecia*|nos humilla*|con desprecio|nos echo como|nos saco a gritos|a gritos|tira la puerta|nos cierra la|nos habla mal|habla feo
)";

} // namespace verbatim::detect_sensitive::offline::cues
