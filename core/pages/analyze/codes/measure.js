// Asks the server how far decisions and suggestions agree, and shows its answer.
import { button, element } from "../../shared/dom.js";
import { hint } from "../result/parts.js";
import { workKept } from "../projects/changes.js";
import { openRecords } from "../result/records.js";
import { text } from "../texts/texts.js";
import { agreementView } from "./agreement.js";

const defaultPrecision = 0.9;

/**
 * The wanted precision, the button and the answer. `accept` receives a threshold; `measured`, if there is one, is called after an
 * answer.
 */
export function measurePart({ coding, agree, container, accept, measured = () => {} }) {
    const wanted = element("input", { id: "codes-wanted", type: "number", min: "0", max: "1", step: "0.01", value: String(coding.wanted ?? defaultPrecision) });
    const problem = element("p", { role: "alert", class: "field-problem" });
    const agreement = element("div", { class: "agreement" });

    function show() {
        if (!coding.agreement) return;
        const open = (ids) => openRecords(container, { title: text("codes.confusions"), records: coding.rows.map(({ record }) => record).filter(({ id }) => ids.includes(id)) });
        agreement.replaceChildren(...agreementView(coding.agreement, { accept, open }));
    }

    async function measure() {
        const body = coding.agreementRequest(Number(wanted.value));
        if (!body.records.length) throw Object.assign(new Error(), { sentence: text("codes.nothingDecided") });
        coding.wanted = Number(wanted.value);
        coding.agreement = await agree(body);
        show();
        workKept();
        measured();
    }

    const start = button(text("codes.measure"), async () => {
        start.disabled = true;
        problem.textContent = "";
        try {
            await measure();
        } catch (failure) {
            problem.textContent = failure.sentence ?? text("codes.notMeasured");
        } finally {
            start.disabled = false;
        }
    }, { class: "primary" });
    show();
    return element("div", { class: "measure" }, element("h3", {}, text("codes.agreement")), hint(text("codes.agreementHint")),
        element("div", { class: "line" }, element("label", { for: "codes-wanted" }, text("codes.wanted")), wanted, start), problem, agreement);
}
