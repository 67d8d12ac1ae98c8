// Feedback as people export it: a table, and the records that it must become.

const texts = [
    "The hand pump near the school has been broken for days.\nWe walk to the river for water.",
    "لا توجد أدوية في المركز الصحي منذ أسبوعين",
    "Thank you for the food parcel 🙏🏽, the rice was good.",
    'The guard said "come back tomorrow", three times; nobody came.',
    "L'insuline manque au centre de santé, et les enfants attendent.",
    "The cash transfer has not arrived on my card, again.",
    "👨‍👩‍👧‍👦 Our tent leaks when it rains; we need a tarpaulin.",
    "No hay agua en el punto de distribución desde el lunes.",
    "The queue at the water point takes three hours every morning.",
    "Who do we ask about registration of a newborn child?",
];
const topics = ["Water", "Health; Medicine", "Food", "Protection", "Shelter; Winter items"];
const districts = ["North", "South", "East", "الشمال"];

const day = 86_400_000;
const pad = (number) => String(number).padStart(2, "0");
const englishMonths = ["January", "February", "March", "April", "May", "June"];

/** A day in one of four formats. */
const formats = [
    (date) => date.toISOString().slice(0, 10),
    (date) => `${pad(date.getUTCDate())}/${pad(date.getUTCMonth() + 1)}/${date.getUTCFullYear()}`,
    (date) => `${date.getUTCDate()}.${date.getUTCMonth() + 1}.${date.getUTCFullYear()} 08:15`,
    (date) => `${date.getUTCDate()} ${englishMonths[date.getUTCMonth()]} ${date.getUTCFullYear()}`,
];

export const columns = ["Case ID", "Received", "Feedback", "Category", "District", "Phone"];

/**
 * `count` rows: {cells, date}. Every 50th has no text, every 40th no date, every 60th a date that does not exist. `date` is the day as
 * YYYY-MM-DD, or "".
 */
export function feedbackRows(count) {
    return Array.from({ length: count }, (_, at) => {
        const date = new Date(Date.UTC(2026, 0, 1) + (at % 150) * day);
        const isDated = at % 40 !== 7;
        const isReal = at % 60 !== 11;
        const written = !isDated ? "" : isReal ? formats[at % 4](date) : "31/02/2026";
        const content = at % 50 === 3 ? "" : `${texts[at % texts.length]} (${at + 1})`;
        return {
            cells: [`C-${at + 1}`, written, content, topics[at % topics.length], at % 9 === 0 ? "" : districts[at % districts.length], `+41 79 ${1000000 + at}`],
            date: isDated && isReal ? date.toISOString().slice(0, 10) : "",
        };
    });
}

/** A text as a cell that the reader, which takes markup out of cells, reads as this text. */
export const asHtml = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

const quoted = (cell) => (/[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

export const toCsv = (rows) => `\ufeff${[columns, ...rows.map(({ cells }) => cells)].map((cells) => cells.map(quoted).join(",")).join("\r\n")}\r\n`;

/** The records that the page must send for the rows. */
export function expectedRecords(rows) {
    return rows.filter(({ cells }) => cells[2]).map(({ cells: [id, , content, codes, district], date }) => ({
        id, content,
        metadata: { ...(district && { District: district }), ...(date && { created: date }), coding_level_1: codes.split(";").map((code) => code.trim()) },
    }));
}
