// Reports and lists of themes for the command, which runs this file in an engine of its own. Values go in and out as JSON.
import { serve } from "../reader/engine.js";
import { FileProblem } from "../reader/problems.js";
import { firstMap } from "../result/heat_map.js";
import { mirrored } from "../../shared/charts/scene.js";
import { Corpus } from "../result/corpus.js";
import { periodKind, periodsOf } from "../result/model.js";
import { direction, has, languages, setLanguage, text } from "../texts/texts.js";
import { codebookJson, codebookRows, readCodebook } from "../themes/codebook.js";
import { EditProblem } from "../themes/theme_edits.js";
import { applySteps, joinLists } from "../themes/theme_steps.js";
import { readTranslation, translationOf } from "../themes/translation.js";
import { comparisonReport, readSummary } from "./comparison_report.js";
import { htmlOf } from "./exports.js";

function useLanguage(name) {
    if (!(name in languages)) throw new FileProblem(`--report-language: use ${Object.keys(languages).join(", ")}`, { isOption: true });
    setLanguage(name);
}

let translation = null; // readTranslation() of the next report

/** The view of an answer as the page has it without edits. */
function viewOf({ answer, request, records, fileName, date, analyst }) {
    const periods = periodsOf(answer);
    const view = { answer, request, fileName, date, analyst, filters: null, edits: null, agreement: null, translation: translation && translationOf(translation, answer.themes ?? []), corpus: new Corpus(records), periods, kind: periodKind(periods),
        oriented: (scene) => (direction() === "rtl" ? mirrored(scene) : scene) };
    return { ...view, selected: firstMap(view) };
}

const listRows = (list) => codebookRows(list).slice(1);
const described = ({ list, notes }) => ({ json: codebookJson(list), rows: listRows(list), notes });

const actions = {
    /** What the next report has besides its answer: {language, translations}, the name of a file or "", and its bytes. Throws for what no report has. */
    prepare({ language, translations }, bytes) {
        useLanguage(language);
        names.push(translations);
        translation = translations ? readTranslation(new TextDecoder().decode(new Uint8Array(bytes ?? 0)), translations) : null;
    },

    /** A report {html, untranslated} of {answer, request, records: [{id, date, content}], fileName, date, analyst, withRecords}. */
    report({ withRecords, ...values }) {
        const view = viewOf(values);
        return { html: htmlOf(view, withRecords), untranslated: view.translation?.missing(view.answer.themes ?? []) ?? 0 };
    },

    /** Two files of reports or answers: {first, second, language}, each {name, content}. */
    compare({ first, second, language }) {
        useLanguage(language);
        const { compared, cautions, html } = comparisonReport(...[first, second].map(({ name, content }) => readSummary(content, name)));
        return { ...compared, cautions, html };
    },

    /** The list of themes in a file: {name}, and its bytes. It is the one that `edit` and `join` work on. */
    open({ name }, bytes) {
        lists.push(readCodebook(new Uint8Array(bytes ?? 0), name));
        names.push(name);
        return lists.at(-1).length;
    },

    /** The opened list after `steps`: [{action, id, value}]. */
    edit: ({ steps, ifPresent }) => described(applySteps(lists[0], steps, ifPresent)),

    /** The opened lists as one. */
    join: () => described(joinLists(lists)),
};

const lists = [];
const names = [];

function problemText(failure) {
    if (!(failure instanceof EditProblem || failure instanceof FileProblem)) return "the report could not be made";
    return has(failure.key) ? text(failure.key, { name: names.at(-1) ?? "", ...failure.values }) : failure.message;
}

serve(actions, problemText);
