// Themes: bars with counts, shares and lines over time; then each theme with its texts.
import { button, element, graphic, table } from "../../shared/dom.js";
import { text } from "../texts/texts.js";
import { badge, changeInWords } from "./changes.js";
import { lineChart } from "./charts/charts.js";
import { highestOf } from "../../shared/charts/scene.js";
import { draw } from "../../shared/charts/svg.js";
import { inPeriod } from "./corpus.js";
import { count, percent } from "../format.js";
import { valuesOf } from "./model.js";
import { translationTools } from "../themes/editor.js";
import { translatedTexts, translatedTitle, translationColumns } from "../themes/translation_view.js";
import { countButton, foreign, hint, section } from "./parts.js";

/** A bar without numbers, for the cell of a table that has them. */
function barOf(share) {
    return graphic("svg", { class: "bar", viewBox: "0 0 100 10", preserveAspectRatio: "none", "aria-hidden": "true" }, graphic("rect", { width: Math.max(0.5, 100 * share), height: 10 }));
}

function sparkline(values, highest) {
    const step = values.length > 1 ? 116 / (values.length - 1) : 0;
    return graphic("svg", { class: "spark", viewBox: "0 0 120 28", preserveAspectRatio: "none", "aria-hidden": "true" },
        graphic("polyline", { points: values.map((value, at) => `${2 + at * step},${25 - (22 * value) / highest}`).join(" ") }));
}

/** A line in words: its first and last period and its peak. */
function lineInWords(values, periods) {
    const peak = values.indexOf(Math.max(...values));
    return text("result.line", { from: periods[0], to: periods.at(-1), peak: periods[peak], count: values[peak] });
}

/** What a reader must know of the theme: that a model added it to the list, or that edits joined or divided its records. */
const marksOf = (theme) => [...(theme.new ? ["edit.new"] : []), ...(theme.isComputed ? ["edit.computed"] : [])].flatMap((key) => [" ", element("span", { class: "mark" }, text(key))]);

const hasLine = (theme) => !theme.suppressed_over_time && !theme.isUnknownOverTime;
const whyNoLine = (theme) => text(theme.suppressed_over_time ? "result.hidden" : "edit.unknownOverTime");

const titleCell = (view, theme) => element("span", {}, element("a", { href: `#${cardId(view, theme)}` }, foreign(theme.title)), ...marksOf(theme));
/** Ids of themes may hold any characters; ids of elements that others name may not. */
const cardId = ({ answer }, theme) => `theme-${answer.themes.indexOf(theme) + 1}`;
const recordsOf = (view, theme) => () => view.corpus.ofIds(theme.record_ids);

function overview(view) {
    const { themes } = view.answer;
    const largest = Math.max(...themes.map(({ share }) => share));
    const highest = highestOf(themes.map((theme) => valuesOf(theme, view.periods)));
    const columns = [
        { title: text("result.theme"), cell: (theme) => titleCell(view, theme) },
        ...translationColumns(view),
        { title: text("result.records"), class: "bar-cell", cell: (theme) => element("span", { class: "bar-line" }, barOf(theme.share / largest),
            countButton(view, theme.record_count, { title: theme.title, records: recordsOf(view, theme), theme: theme.id })) },
        { title: text("result.share"), cell: ({ share }) => element("data", { value: String(share) }, percent(share)) },
    ];
    if (view.periods.length > 1) columns.push({ title: text("result.overTime"), class: "spark-cell",
        cell: (theme) => (hasLine(theme) ? sparkline(valuesOf(theme, view.periods), highest) : whyNoLine(theme)) });
    if (themes.some(({ changes }) => changes?.length)) columns.push({ title: text("result.change"), cell: ({ changes = [] }) => element("span", {}, ...changes.map(badge)) });
    return table(text("result.themes"), columns, themes);
}

/** A quote with a button that opens its record. */
function quote(view, { record_id, text: content }) {
    const open = view.corpus?.ids.has(record_id)
        ? button(foreign(record_id), () => view.open(record_id, view.corpus.ofIds([record_id])), { class: "citation", "aria-label": text("result.openRecord", { id: record_id }) })
        : foreign(record_id);
    return element("figure", { class: "quote" }, element("blockquote", { dir: "auto" }, content), element("figcaption", {}, open));
}

function subThemes(view, { sub_themes: all = [], title }) {
    if (!all.length) return [];
    return [element("h4", {}, text("result.subThemes")), element("ul", { class: "sub-themes" }, ...all.map((theme) => element("li", {},
        foreign(theme.title), ...translatedTitle(view, theme), " ", countButton(view, theme.record_count, { title: `${title}: ${theme.title}`, records: recordsOf(view, theme) }), " ",
        element("span", { class: "muted" }, percent(theme.share)))))];
}

function chart(view, theme, highest) {
    if (view.periods.length < 2) return [];
    if (!hasLine(theme)) return [hint(`${text("result.overTime")}: ${whyNoLine(theme)}`)];
    const values = valuesOf(theme, view.periods);
    const open = view.corpus && ((period) => () => view.open(`${theme.title}, ${period}`, inPeriod(view.corpus.ofIds(theme.record_ids), period, view.kind), values[view.periods.indexOf(period)]));
    return [draw(view.oriented(lineChart({ label: theme.title, values, open }, view.periods, highest)), `${theme.title}: ${lineInWords(values, view.periods)}`)];
}

function card(view, theme, highest) {
    const left = theme.record_ids_omitted ?? 0;
    const id = cardId(view, theme);
    return element("article", { class: "theme", id, tabindex: "-1", "aria-labelledby": `${id}-title` },
        element("h3", { id: `${id}-title` }, foreign(theme.title), ...marksOf(theme)),
        element("p", { class: "size" }, countButton(view, theme.record_count, { title: theme.title, records: recordsOf(view, theme), theme: theme.id }), ` · ${percent(theme.share)}`,
            ...(theme.first_seen ? [` · ${text("result.firstSeen", { date: theme.first_seen })}`] : [])),
        element("p", { dir: "auto" }, theme.definition),
        ...translatedTexts(view, theme),
        ...(theme.inclusion && theme.inclusion !== theme.definition ? [element("p", { class: "muted", dir: "auto" }, `${text("result.inclusion")} ${theme.inclusion}`)] : []),
        ...(left ? [element("p", { class: "muted" }, text("result.omitted", { count: left }))] : []),
        ...chart(view, theme, highest),
        ...(theme.changes?.length ? [element("ul", { class: "changes" }, ...theme.changes.map((change) => element("li", {}, changeInWords(change))))] : []),
        ...subThemes(view, theme),
        ...(theme.quotes?.length ? [element("h4", {}, text("result.quotes")), ...theme.quotes.map((own) => quote(view, own))] : []));
}

/** The cards of all themes; those far from the question stand apart below a heading of their own. */
function cards(view, all, highest) {
    const list = (themes) => element("div", { class: "theme-list" }, ...themes.map((theme) => card(view, theme, highest)));
    const [near, far] = [false, true].map((isFar) => all.filter((theme) => Boolean(theme.far_from_question) === isFar));
    if (!far.length) return [list(all)];
    const part = (key, themes) => (themes.length ? [element("p", { class: "themes-apart" }, element("strong", {}, text(key))), list(themes)] : []); // edits may leave one kind only
    return [...part("question.near", near), ...part("question.far", far)];
}

/** The section of all themes. */
export function themes(view, tools) {
    const all = view.answer.themes;
    if (!all.length) return section("result-themes", text("result.themes"), element("p", {}, text("result.noThemes")));
    const highest = highestOf(all.map((theme) => valuesOf(theme, view.periods)));
    return section("result-themes", text("result.themes"), tools, ...translationTools(view),
        element("p", { class: "hint" }, text("result.themesHint", { total: count(view.answer.feedback_record_count) })), overview(view),
        ...cards(view, all, highest));
}
