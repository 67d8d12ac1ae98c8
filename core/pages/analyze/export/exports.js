// Files of a result, made in the tab.
import { isolated } from "../../shared/direction.js";
import { direction, text } from "../texts/texts.js";
import { csv } from "./csv.js";
import { docx } from "./docx.js";
import { markdown } from "./markdown.js";
import { htmlReport } from "./html.js";
import { allowed } from "./personal.js";
import { groupedReport, report, short } from "./report.js";
import { fileStem, png, save, slidePng } from "./save.js";
import { scenes } from "./scenes.js";
import { recordRows, sheets, themeRows } from "./tables.js";
import { xlsx } from "./xlsx.js";
import { svgFile } from "../../shared/charts/svg.js";
import { summaryOf } from "../result/two_reports.js";
import { holdsTexts, requestThemes, withoutTexts } from "../themes/theme_edits.js";

const fewRows = { rows: 6, lines: 4, mapSide: 280 }; // of a chart in a document
const slideRows = { rows: 15, lines: 6 }; // of a chart on a slide, which is read from afar

/** The charts of a document as images with a text alternative. */
async function images(view) {
    const drawn = await Promise.all(Object.entries(scenes(view, fewRows)).map(async ([name, scene]) => [name, { ...await png(scene), alternative: scene.title }]));
    return Object.fromEntries(drawn);
}

/** An answer or a request without texts of records in its themes. */
const withoutThemeTexts = (body) => (body?.themes ? { ...body, themes: withoutTexts(body.themes) } : body);

/** Filters without the ids of records that were left out. */
const filtersWithout = (filters, left) => {
    const ids = new Set([...left].map(({ id }) => id));
    return filters?.ids ? { ...filters, ids: filters.ids.filter((id) => !ids.has(id)) } : filters;
};

/** The answer as the server sent it, with its question and how it was made, and the themes after edits. */
function json({ answer, request, filters, fileName, job, list, translation, isMasked, left }) {
    const shown = isMasked || left ? { request: withoutThemeTexts(request), answer: withoutThemeTexts(answer), list: list && withoutTexts(list) } : { request, answer, list };
    return `${JSON.stringify({
        file: fileName, job_id: job?.job_id ?? null, filters: left ? filtersWithout(filters, left) : filters, ...(left && { left_out_records: left.size }), request: shown.request, answer: shown.answer, ...(list && { edited_themes: requestThemes(shown.list) }), ...(translation && { translated_by_a_model: translation.ofThemes(shown.list ?? answer.themes) }),
    }, null, 2)}\n`;
}

/** The records with the positions of their themes, without those that a file shall lack. A masked view has no texts of records. */
function recordBlocks({ answer: { themes = [] }, corpus, isMasked, left }) {
    const records = left ? corpus.records.filter((record) => !left.has(record)) : corpus.records;
    const known = new Map();
    themes.forEach(({ record_ids: ids }, at) => ids.forEach((id) => known.set(id, [...(known.get(id) ?? []), at])));
    return [{ kind: "heading", level: 2, runs: [{ text: text("result.records") }] }, ...records.map(({ id, date, content }) => {
        const own = [...new Set(known.get(id) ?? [])];
        return { kind: "record", id, content: isMasked ? "" : content, themes: own, facts: [date, own.map((at) => isolated(themes[at].title)).join("; ")].filter(Boolean).join(" · ") };
    })];
}

/** The report as one HTML file, for the page and the command. `withRecords`: also the texts of the records of `view.corpus`. */
export function htmlOf(view, withRecords = false) {
    const charts = Object.fromEntries(Object.entries(scenes(view)).map(([name, scene]) => [name, { scene }]));
    const blocks = [...groupedReport(view, charts), ...(withRecords ? recordBlocks(view) : [])];
    return htmlReport(blocks, { themes: view.answer.themes ?? [], data: view.answer.themes ? summaryOf(view) : null });
}

const isRight = () => direction() === "rtl";

/** Formats by extension; each makes the content of a file. */
export const formats = {
    docx: async (view) => docx(report(view, await images(view), short), { right: isRight() }),
    md: (view) => markdown(report(view), { right: isRight() }),
    xlsx: (view) => xlsx(sheets(view), { right: isRight() }),
    csv: (view) => csv(view.corpus ? recordRows(view) : themeRows(view)),
    json,
    html: (view) => htmlOf(view, view.withRecords),
};

/** What each format holds, as in personal.js. */
const partsOf = {
    docx: () => ["prose", "themes"],
    md: () => ["prose", "themes"],
    html: ({ withRecords }) => ["prose", "themes", ...(withRecords ? ["records"] : [])],
    xlsx: ({ corpus }) => ["prose", "themes", ...(corpus ? ["records"] : [])],
    csv: ({ corpus }) => ["themes", ...(corpus ? ["records"] : [])],
    json: ({ list, counted, request }) => ["prose", "themes", ...([list, counted.themes, request?.themes].some((themes) => holdsTexts(themes ?? [])) ? ["records"] : [])],
};

/** A table of records has no other place than its name to say that some are left out. */
const stem = (view, part) => [fileStem(view.fileName), part, view.left ? text("sensitive.suffix", { count: view.left.size }) : ""].filter(Boolean).join(" ");

/** Saves the result in a format, unless the person decides against it. */
export async function saveResult(view, extension) {
    const chosen = await allowed(extension === "json" ? { ...view, answer: view.counted } : view, partsOf[extension](view));
    if (chosen) save(stem(chosen, text("result.fileSuffix")), extension, await formats[extension](chosen));
}

/** Saves a chart as svg, or as png for a slide, unless the person decides against it. */
export async function saveChart(view, name, extension) {
    if (!await allowed(view, ["themes"], { isChart: true })) return;
    const scene = scenes(view, extension === "svg" ? {} : slideRows)[name];
    save(stem(view, scene.title), extension, extension === "svg" ? svgFile(scene) : (await slidePng(scene)).bytes);
}

/** Saves some records with their themes, unless the person decides against it. */
export async function saveRecords(view, title, records) {
    const chosen = await allowed(view, ["themes", "records"]);
    if (chosen) save(stem(chosen, fileStem(title)), "csv", csv(recordRows(chosen, records)));
}
