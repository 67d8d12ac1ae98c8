// Files of a result, made in the tab.
import { direction, text } from "../texts/texts.js";
import { csv } from "./csv.js";
import { docx } from "./docx.js";
import { markdown } from "./markdown.js";
import { allowed } from "./personal.js";
import { report } from "./report.js";
import { fileStem, png, save } from "./save.js";
import { scenes } from "./scenes.js";
import { recordRows, sheets, themeRows } from "./tables.js";
import { xlsx } from "./xlsx.js";
import { svgFile } from "../result/charts/svg.js";
import { holdsTexts, requestThemes, withoutTexts } from "../themes/theme_edits.js";

/** All charts as images with a text alternative. */
async function images(view) {
    const drawn = await Promise.all(Object.entries(scenes(view)).map(async ([name, scene]) => [name, { ...await png(scene), alternative: scene.title }]));
    return Object.fromEntries(drawn);
}

/** An answer or a request without texts of records in its themes. */
const withoutThemeTexts = (body) => (body?.themes ? { ...body, themes: withoutTexts(body.themes) } : body);

/** The answer as the server sent it, with its question and how it was made, and the themes after edits. */
function json({ answer, request, filters, fileName, job, list, isMasked, left }) {
    const shown = isMasked || left ? { request: withoutThemeTexts(request), answer: withoutThemeTexts(answer), list: list && withoutTexts(list) } : { request, answer, list };
    return `${JSON.stringify({
        file: fileName, job_id: job?.job_id ?? null, filters, ...(left && { left_out_records: left.size }), request: shown.request, answer: shown.answer, ...(list && { edited_themes: requestThemes(shown.list) }),
    }, null, 2)}\n`;
}

const isRight = () => direction() === "rtl";

/** Formats by extension; each makes the content of a file. */
export const formats = {
    docx: async (view) => docx(report(view, await images(view)), { right: isRight() }),
    md: (view) => markdown(report(view), { right: isRight() }),
    xlsx: (view) => xlsx(sheets(view), { right: isRight() }),
    csv: (view) => csv(view.corpus ? recordRows(view) : themeRows(view)),
    json,
};

/** What each format holds, as in personal.js. */
const partsOf = {
    docx: () => ["prose", "themes"],
    md: () => ["prose", "themes"],
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

/** Saves a chart as svg or png, unless the person decides against it. */
export async function saveChart(view, name, extension) {
    if (!await allowed(view, ["themes"], { isChart: true })) return;
    const scene = scenes(view)[name];
    save(stem(view, scene.title), extension, extension === "svg" ? svgFile(scene) : (await png(scene)).bytes);
}

/** Saves some records with their themes, unless the person decides against it. */
export async function saveRecords(view, title, records) {
    const chosen = await allowed(view, ["themes", "records"]);
    if (chosen) save(stem(chosen, fileStem(title)), "csv", csv(recordRows(chosen, records)));
}
