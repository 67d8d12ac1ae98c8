// Guesses what the columns of a table hold, from their names and values.
import { blindColumn } from "./choices.js";
import { orderOfDates, readDate } from "./dates.js";

const names = {
    url: /^(url id|crm id|link id)$/i,
    id: /^(#|nr|no|n[°º]|id|uuid|key|номер|№|رقم|المعرف)$|\b(id|identifier|record (no|number|id)|reference|ref|ticket|case (no|number|id)|form (no|number|id)|identifiant|identificador|kenmerk)\b|идентификатор|ідентифікатор/i,
    date: /\b(date|created|received|submitted|timestamp|time|day|datum|fecha|jour|ontvangen|aangemaakt|creado|créé|reçu)\b|дата|создан|створен|تاريخ/i,
    codes: /\b(codes?|coding|category|categories|topics?|themes?|labels?|tags?|catégories?|categor[ií]as?|thèmes?|temas?|etiquetas?|categorie|thema|onderwerp)\b|катег|код|тема|فئة|تصنيف|رمز/i,
    text: /\b(text|texts|content|feedback|comments?|messages?|descriptions?|complaints?|verbatim|response|answer|remarks?|notes?|statement|texte|commentaires?|contenu|texto|comentarios?|mensajes?|contenido|respuesta|tekst|opmerkingen?|bericht|inhoud|klacht)\b|текст|сообщен|коммент|отзыв|повідомл|комент|відгук|نص|تعليق|رسالة|ملاحظ|محتوى|شكوى/i,
};

/** The role that a name of a column suggests, or null. */
export function roleByName(name) {
    if (name === blindColumn) return null;
    const plain = name.replace(/[_\-.]+/g, " ").trim();
    return Object.keys(names).find((role) => names[role].test(plain)) ?? null;
}

// Columns about people and devices, as survey tools and registers name them.
const personal = new RegExp([
    "\\b(enumerat(or|rice)s?|enumerador(es|as?)?|interviewers?|surveyors?|encuestador(es|as?)?|enqu[eê]t(eur|rice)s?|enqu[eê]teuse|data collectors?|veldwerkers?|interviewer naam)\\b",
    "\\b((tele|cell|mobile |smart)?phones?( ?(no|nr|number))?|tel|whatsapp|msisdn|mobile (number|no|nr)|t[eé]l[eé]phones?|tel[eé]fonos?|m[oó]vil|telefoon(nummer)?|sim ?(serial|id)|subscriber ?id)\\b|^mobile$",
    "\\b(gps|geo ?(point|location|tag|shape|trace)|coordinates?|coordonn[eé]es|coordenadas|co[oö]rdinaten|lat(itude|itud)?|lon(gitude|gitud)?|lng|altitude|precision gps)\\b",
    "\\b(device ?id|deviceid|device (serial|number)|imei|imsi|android ?id|mac address|ip address|user ?name|e ?mails?|courriel|correo)\\b",
    "анкетер|опитувач|интервьюер|інтерв.юер|телефон|координат|широта|долгота|довгота|устройств|пристр[оі]|الباحث|جامع البيانات|هاتف|جوال|إحداثيات|خط (العرض|الطول)|معرف الجهاز",
].join("|"), "i");

/** Whether a name of a column suggests people, phone numbers, positions or devices: such a column is never proposed to be sent. */
export const isPersonal = (name) => personal.test(name.replace(/([a-z])([A-Z])/g, "$1 $2").replace(/[_\-.:/]+/g, " ").trim());

const share = (values, matches) => (values.length ? values.filter(matches).length / values.length : 0);
const averageLength = (values) => values.reduce((sum, value) => sum + value.length, 0) / (values.length || 1);

/** Facts about the values of a column. `values` are those that are not blank. */
function facts(name, values) {
    const distinct = new Set(values).size;
    const { order } = orderOfDates(values);
    return {
        named: roleByName(name), personal: isPersonal(name), count: values.length, distinct, length: averageLength(values),
        dates: share(values, (value) => readDate(value, order) !== ""), bare: share(values, (value) => /^\d+(\.\d+)?$/.test(value)),
    };
}

/** The column with the highest score above 0, or -1. */
function best(columns, score) {
    const scores = columns.map(score);
    const highest = Math.max(0, ...scores);
    return highest > 0 ? scores.indexOf(highest) : -1;
}

const isText = ({ named, length, bare, dates }) => (bare > 0.5 || dates > 0.5 ? 0 : length + (named === "text" ? 200 : 0));
// Numbers alone are dates only in a column that is called so: they could be anything.
const isDate = ({ named, dates, bare }) => (dates < 0.5 || (bare > 0.5 && named !== "date") ? 0 : dates + (named === "date" ? 1 : 0));
const isId = ({ named, personal: hidden, count, distinct, length }) => (named !== "id" || hidden || length > 64 || distinct < 0.9 * count ? 0 : 1 + distinct / count);
const isCodes = ({ named, distinct, count, length }) => named === "codes" && count > 0 && length < 80 && distinct <= Math.max(20, count / 2);
const isGroup = ({ distinct, count, length, dates }) => distinct > 1 && distinct <= 50 && distinct <= count / 2 && length < 40 && dates < 0.5;

/** The role of each column. `names`: of all columns; `samples`: for each column the values that are not blank. */
export function guessRoles(columnNames, samples) {
    const columns = samples.map((values, at) => facts(columnNames[at], values));
    const found = columns.map(() => "none");
    const free = (score) => (column) => (found[columns.indexOf(column)] === "none" && column.count ? score(column) : 0);
    const assign = (role, score) => {
        const at = best(columns, free(score));
        if (at >= 0) found[at] = role;
    };
    assign("date", isDate);
    assign("url", ({ named }) => (named === "url" ? 1 : 0));
    assign("id", isId);
    assign("text", isText);
    columns.forEach((column, at) => {
        if (column.personal) return;
        if (found[at] === "none" && isCodes(column) && found.filter((role) => role === "codes").length < 3) found[at] = "codes";
        else if (found[at] === "none" && isGroup(column)) found[at] = "group";
    });
    return found;
}

/** Whether the first row holds names of columns: short, different texts without dates and numbers. */
export function guessHeader(rows) {
    const first = rows[0] ?? [];
    const cells = first.map((cell) => cell.trim());
    const filled = cells.filter(Boolean);
    if (filled.some(roleByName) && filled.every((cell) => cell.length < 80)) return true;
    return filled.length > 1 && new Set(filled).size === filled.length && filled.every((cell) => cell.length < 60 && !/^[\d.,/:-]+$/.test(cell) && !readDate(cell));
}

/** What separates several codes in a cell: ";", "|", "," or "" for one code. A comma counts only if it leads to fewer codes. */
export function guessSeparator(values) {
    for (const separator of [";", "|"]) if (share(values, (value) => value.includes(separator)) > 0.02) return separator;
    const parts = values.flatMap((value) => value.split(",")).map((part) => part.trim());
    return share(values, (value) => value.includes(",")) > 0.02 && new Set(parts).size < new Set(values).size ? "," : "";
}
