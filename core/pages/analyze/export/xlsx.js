// Workbooks. Texts are texts: no cell is a formula.
import { contentTypes, pack, relationships, textElement, xml } from "./package.js";

const namespace = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const maxText = 32_767; // characters of a cell
const maxRows = 1_048_576;

function columnName(at) {
    const letter = String.fromCharCode(65 + (at % 26));
    return at < 26 ? letter : columnName(Math.floor(at / 26) - 1) + letter;
}

/** Readers take _x000D_ for a character; such a text of a record is written with an escape. */
const escaped = (text) => text.replace(/_(?=x[0-9A-Fa-f]{4}_)/g, "_x005F_");

function cell(value, row, column) {
    const place = `r="${columnName(column)}${row + 1}"${row === 0 ? ' s="1"' : ""}`;
    if (value === null || value === undefined || value === "") return "";
    if (typeof value === "number") return `<c ${place}><v>${value}</v></c>`;
    return `<c ${place} t="inlineStr"><is>${textElement("t", escaped(String(value).slice(0, maxText)))}</is></c>`;
}

const portionSize = 2_000; // rows

/** The XML of a sheet in portions. */
function* sheet({ rows, widths = [] }, right) {
    const columns = widths.map((width, at) => `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`).join("");
    yield `<worksheet xmlns="${namespace}"><sheetViews><sheetView${right ? ' rightToLeft="1"' : ""} workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>`
        + `${columns && `<cols>${columns}</cols>`}<sheetData>`;
    for (let first = 0; first < Math.min(rows.length, maxRows); first += portionSize)
        yield rows.slice(first, Math.min(first + portionSize, maxRows)).map((row, at) =>
            `<row r="${first + at + 1}">${row.map((value, column) => cell(value, first + at, column)).join("")}</row>`).join("");
    yield "</sheetData></worksheet>";
}

/** A name that workbooks allow: at most 31 characters, without []:*?/\ and unique in its file. */
function sheetNames(sheets) {
    const used = new Set();
    return sheets.map(({ name }, at) => {
        let own = name.replace(/[[\]:*?/\\']/g, " ").trim().slice(0, 31) || `${at + 1}`;
        for (let suffix = at + 1; used.has(own.toLowerCase()); ++suffix) own = `${own.slice(0, 26)} ${suffix}`;
        used.add(own.toLowerCase());
        return own;
    });
}

const styles = `<styleSheet xmlns="${namespace}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>`
    + '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders>'
    + '<cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="2"><xf xfId="0"/><xf xfId="0" fontId="1" applyFont="1"/></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>';

function workbook(names) {
    const list = names.map((name, at) => `<sheet name="${xml(name)}" sheetId="${at + 1}" r:id="s${at + 1}"/>`).join("");
    return `<workbook xmlns="${namespace}" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets>${list}</sheets></workbook>`;
}

/** The bytes of a file. `sheets`: [{name, rows, widths?}]; the first row of each is its head. Texts of more than 32,767 characters are cut. `right`: columns begin at the right. */
export function xlsx(sheets, { right = false } = {}) {
    const paths = sheets.map((_, at) => `xl/worksheets/sheet${at + 1}.xml`);
    return pack({
        "[Content_Types].xml": contentTypes({ "xl/workbook.xml": "spreadsheetml.sheet.main", "xl/styles.xml": "spreadsheetml.styles",
            ...Object.fromEntries(paths.map((path) => [path, "spreadsheetml.worksheet"])) }),
        "_rels/.rels": relationships({ r1: ["officeDocument", "xl/workbook.xml"] }),
        "xl/workbook.xml": workbook(sheetNames(sheets)),
        "xl/_rels/workbook.xml.rels": relationships({ ...Object.fromEntries(paths.map((path, at) => [`s${at + 1}`, ["worksheet", path.slice(3)]])), st: ["styles", "styles.xml"] }),
        "xl/styles.xml": styles,
        ...Object.fromEntries(paths.map((path, at) => [path, sheet(sheets[at], right)])),
    });
}
