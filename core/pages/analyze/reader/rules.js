// The rules by which files are read, as data: names of columns by role and language, months, rows that are no records. The page and
// the command read with the same ones.

/** Names of months by language, long, short and inflected, without dots, in lower case; a comma ends a month. */
export const months = {
    "en": "january jan, february feb, march mar, april apr, may, june jun, july jul, august aug, september sep sept, october oct, november nov, december dec",
    "fr": "janvier janv, février févr, mars, avril avr, mai, juin, juillet juil, août, septembre sept, octobre oct, novembre nov, décembre déc",
    "es": "enero ene, febrero feb, marzo mar, abril abr, mayo may, junio jun, julio jul, agosto ago, septiembre sept, octubre oct, noviembre nov, diciembre dic",
    "ar": "يناير, فبراير, مارس, أبريل, مايو, يونيو, يوليو, أغسطس, سبتمبر, أكتوبر, نوفمبر, ديسمبر",
    "ar-SY": "كانون الثاني, شباط, آذار, نيسان, أيار, حزيران, تموز, آب, أيلول, تشرين الأول, تشرين الثاني, كانون الأول",
    "ru": "январь января янв, февраль февраля февр, март марта мар, апрель апреля апр, май мая, июнь июня июн, июль июля июл, август августа авг, сентябрь сентября сент, октябрь октября окт, ноябрь ноября нояб, декабрь декабря дек",
    "nl": "januari jan, februari feb, maart mrt, april apr, mei, juni jun, juli jul, augustus aug, september sep, oktober okt, november nov, december dec",
    "uk": "січень січня січ, лютий лютого лют, березень березня бер, квітень квітня квіт, травень травня трав, червень червня черв, липень липня лип, серпень серпня серп, вересень вересня вер, жовтень жовтня жовт, листопад листопада лист, грудень грудня груд",
    "pt": "janeiro jan, fevereiro fev, março mar, abril abr, maio mai, junho jun, julho jul, agosto ago, setembro set, outubro out, novembro nov, dezembro dez",
    "de": "januar jan, februar feb, märz mär, april apr, mai, juni jun, juli jul, august aug, september sep sept, oktober okt, november nov, dezember dez",
    "it": "gennaio gen, febbraio feb, marzo mar, aprile apr, maggio mag, giugno giu, luglio lug, agosto ago, settembre set, ottobre ott, novembre nov, dicembre dic",
    "tr": "ocak oca, şubat şub, mart mar, nisan nis, mayıs may, haziran haz, temmuz tem, ağustos ağu, eylül eyl, ekim eki, kasım kas, aralık ara",
    "sw": "januari jan, februari feb, machi mac, aprili apr, mei, juni jun, julai jul, agosti ago, septemba sep, oktoba okt, novemba nov, desemba des",
};

/**
 * Names of columns that tools write, from the best to the worst, as letters and digits in lower case. They outrank other names:
 * a form can have a question that is called `id` or `date`.
 */
export const toolColumns = {
    id: ["uuid", "metainstanceid", "instanceid", "key", "responseid", "respondentid", "identifierofresponse", "antwortid", "iddelaréponse", "idderespuesta"],
    date: ["submissiontime", "submissiondate", "completiontime", "recordeddate", "datesubmitted", "submitdate", "timestamp", "completedat", "submittedat", "enddate"],
};

/** Names of columns in order of preference, as letters and digits in lower case. */
export const usualColumns = {
    id: ["id", "recordid", "feedbackid", "formid", "caseid", "ticketid", "number", "reference", "ref", "identifiant", "identificador", "nummer", "nr", "no", "n°", "nº", "index"],
    text: [
        "content", "feedback", "feedbacktext", "text", "comment", "comments", "message", "description", "feedbackcomment", "feedbackcontent", "feedbackdescription", "whathappened",
        "response", "verbatim", "commentaire", "commentaires", "retour", "texte", "comentario", "comentarios", "texto", "mensaje", "opmerking", "opmerkingen", "tekst", "النص",
        "التعليق", "отзыв", "текст", "комментарий", "відгук",
    ],
    date: ["created", "createdat", "createdon", "date", "datereceived", "feedbackdate", "receivedon", "received", "datecollected", "dateoffeedback", "submitted", "fecha", "datum", "التاريخ", "дата", "today", "start", "end"],
};

/** Patterns of other names of columns, by role; blanks stand for the signs between words. */
export const namePatterns = {
    url: /^(url id|crm id|link id)$/i,
    id: /^(#|nr|no|n[°º]|id|uuid|key|номер|№|رقم|المعرف)$|\b(id|identifier|record (no|number|id)|reference|ref|ticket|case (no|number|id)|form (no|number|id)|identifiant|identificador|kenmerk)\b|идентификатор|ідентифікатор/i,
    date: /\b(date|created|received|submitted|timestamp|time|day|datum|fecha|jour|ontvangen|aangemaakt|creado|créé|reçu|data|tarih|hora|horodateur|marca temporal)\b|дата|создан|створен|отметка времени|تاريخ/i,
    codes: /\b(codes?|coding|category|categories|topics?|themes?|labels?|tags?|code ?name|catégories?|categor[ií]as?|thèmes?|temas?|etiquetas?|categorie|thema|onderwerp|(feedback )?type|type of feedback)\b|катег|код|тема|فئة|تصنيف|رمز/i,
    text: /\b(text|texts|content|feedback|comments?|messages?|descriptions?|complaints?|verbatim|response|answer|remarks?|notes?|statement|coded|texte|commentaires?|contenu|texto|comentarios?|mensajes?|contenido|respuesta|tekst|opmerkingen?|bericht|inhoud|klacht)\b|текст|сообщен|коммент|отзыв|повідомл|комент|відгук|نص|تعليق|رسالة|ملاحظ|محتوى|شكوى/i,
};

/** Names of the levels of codes, the broadest first, as letters and digits in lower case. */
export const codeLevels = [["codinglevel1", "codelevel1", "level1", "feedbacktype", "typeoffeedback", "type"], ["codinglevel2", "codelevel2", "level2", "category", "feedbackcategory"], ["codinglevel3", "codelevel3", "level3", "code", "codename", "feedbackcode"]];

/** Columns that survey tools add about the form, the device and the state of a record, as these tools spell them: no text, code or group. */
export const toolState = new RegExp([
    "^(start|end|today|deviceid|subscriberid|simserial|phonenumber|username|audit|rootUuid|formhub/uuid|instanceID|instanceName|meta[/.-](instanceI[dD]|instanceName|rootUuid|audit|deprecatedID))$", // forms of XLSForm
    "^_(id|uuid|submission_time|validation_status(\\..+)?|notes|status|submitted_by|tags|index|parent_index|parent_table_name|submission__.+|geolocation|attachments|xform_id_string|bamboo_dataset_id)$|^__version__$|^_version_$", // KoboToolbox
    "^(SubmissionDate|CompletionDate|KEY|PARENT_KEY|SET-OF-.+|SubmitterID|SubmitterName|AttachmentsPresent|AttachmentsExpected|Status|ReviewState|DeviceID|Edits|FormVersion|DeletedAt|formdef_version)$", // ODK, SurveyCTO
    "^(StartDate|EndDate|Progress|Duration \\(in seconds\\)|Finished|RecordedDate|ResponseId|IPAddress|Recipient\\w+|ExternalReference|LocationL\\w+|DistributionChannel|UserLanguage|Q_\\w+)$", // Qualtrics
    "^(Respondent ID|Collector ID|Start Date|End Date|Custom Data( \\d+)?|Date Modified|Date Created)$", "^(Start time|Completion time|Last modified time|Hora de inicio|Heure de début)$", // SurveyMonkey, Microsoft Forms
    "^(lastpage|Last page|startlanguage|Start language|seed|Seed|startdate|Date started|datestamp|Date last action|refurl|Referrer URL|interviewtime|Total time|(group|question)time.*)$", // LimeSurvey
].join("|"));

/** Columns about people, devices and places of one person, as survey tools and registers name them. They are never proposed to be sent. */
export const personalColumns = new RegExp([
    "\\b(enumerat(or|rice)s?|enumerador(es|as?)?|interviewers?|surveyors?|coders?|encuestador(es|as?)?|enqu[eê]t(eur|rice)s?|enqu[eê]teuse|data collectors?|veldwerkers?|interviewer naam)\\b",
    "\\b((tele|cell|mobile |smart)?phones?( ?(no|nr|number))?|tel|whatsapp|msisdn|mobile (number|no|nr)|t[eé]l[eé]phones?|tel[eé]fonos?|m[oó]vil|telefoon(nummer)?|sim ?(serial|id)|subscriber ?id)\\b|^mobile$",
    "\\b(gps|geo ?(point|location|tag|shape|trace)|coordinates?|coordonn[eé]es|coordenadas|co[oö]rdinaten|lat(itude|itud)?|lon(gitude|gitud)?|lng|altitude|precision gps)\\b",
    "\\b(device ?id|deviceid|device (serial|number)|imei|imsi|android ?id|mac address|ip ?address|user ?name|e ?mails?|courriel|correo)\\b",
    "\\b((first|last|full|sur|family|given|middle|respondent'?s?|beneficiary|contact|recipient (first|last)) ?names?|name of (the )?(respondent|beneficiary|person|complainant)|submitted by|(national|passport|identity|card|household|beneficiary) ?(id|number|no|card)|nom|pr[eé]nom|nombre|apellidos?|naam|voornaam|achternaam)\\b|^name$",
    "анкетер|опитувач|интервьюер|інтерв.юер|телефон|координат|широта|долгота|довгота|устройств|пристр[оі]|фамилия|прізвище|^(имя|ім.я|фио|піб)$|الباحث|جامع البيانات|هاتف|جوال|إحداثيات|خط (العرض|الطول)|معرف الجهاز|^(الاسم|اسم)",
].join("|"), "i");

/** Columns by whose values people compare feedback, the most useful first. */
export const usefulGroups = [
    /\b(sex|gender|sexe|genre|sexo|g[eé]nero|geslacht)\b|^пол$|стать|الجنس|النوع/i, /\b(age|age ?(group|range|band)|[aâ]ge|edad|leeftijd|tranche d.[aâ]ge)\b|возраст|вік|العمر/i,
    /\b(district|region|province|governorate|county|ward|village|camp|site|location|place|area|community|commune|department|municipality|barrio|r[eé]gion|localit[eé]|ville|ciudad|provincia|departamento|regio|provincie|gemeente|adm[0-4])\b|регион|район|област|село|المنطقة|المحافظة|الموقع/i,
    /\b(channel|canal|kanaal|source|mode of collection)\b|канал|القناة/i, /\b(feedback type|type of feedback|type)\b|тип|نوع/i,
];

/** The first cell of a row with sums below the records. */
export const totalWords = /^(grand total|sub-?total|total(es|e|s)?( g[eé]n[eé]ral)?|sums?|somme|suma|totaal|som|summe|gesamt|итого|всего|усього|разом|всього|المجموع|الإجمالي|toplam|jumla)( count)?\s*:?$/i;

/** Cells of the second of two header rows, below a question: the question has no parts. */
export const answerHeads = /^(response|open-ended response|réponse|réponse ouverte|respuesta|respuesta abierta|antwoord|antwort|resposta|ответ|відповідь)$/i;

/** Names of lists of records in the answers of services, the surest first. */
export const recordLists = ["feedback_records", "results", "records", "data", "list", "value", "items", "submissions", "responses", "entries", "rows"];
