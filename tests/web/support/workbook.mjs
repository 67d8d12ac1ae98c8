// Workbooks as spreadsheet programs write them: shared strings, styles and dates as numbers.
import { strToU8, zipSync } from "../../../core/pages/node_modules/fflate/esm/index.mjs";
import { columns } from "./feedback.mjs";

const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const relations = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const escape = (text) => text.replace(/[&<>"]/g, (character) => `&#${character.codePointAt(0)};`);
const letter = (column) => String.fromCharCode(65 + column);

/** Day number of a spreadsheet. */
const serial = (date) => Date.parse(date) / 86_400_000 + 25569;

/** The parts of a workbook with one sheet. Dates of two of four rows are numbers with a style, as after typing them. */
export function workbookParts(rows) {
    const strings = [];
    const numbers = new Map();
    const shared = (text) => {
        if (!numbers.has(text)) numbers.set(text, strings.push(text) - 1);
        return numbers.get(text);
    };
    const cell = (text, row, column, date) => {
        const reference = `${letter(column)}${row}`;
        if (column === 1 && date && row % 2 === 0) return `<c r="${reference}" s="1"><v>${serial(date)}</v></c>`;
        return text === "" ? "" : `<c r="${reference}" t="s"><v>${shared(text)}</v></c>`;
    };
    const line = (cells, row, date) => `<row r="${row}">${cells.map((text, column) => cell(text, row, column, date)).join("")}</row>`;
    const sheet = [line(columns, 1), ...rows.map(({ cells, date }, at) => line(cells, at + 2, date))].join("");
    return {
        "[Content_Types].xml": '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
        "xl/workbook.xml": `<workbook ${main} xmlns:r="${relations}"><sheets><sheet name="Notes" sheetId="1" state="hidden" r:id="rId9"/><sheet name="Feedback" sheetId="2" r:id="rId1"/></sheets></workbook>`,
        "xl/_rels/workbook.xml.rels": `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${relations}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
        "xl/styles.xml": `<styleSheet ${main}><numFmts count="1"><numFmt numFmtId="164" formatCode="dd&quot;.&quot;mm&quot;.&quot;yyyy"/></numFmts><cellStyleXfs><xf numFmtId="0"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/></cellXfs></styleSheet>`,
        "xl/sharedStrings.xml": `<sst ${main}>${strings.map((text) => `<si><r><t xml:space="preserve">${escape(text)}</t></r><rPh sb="0" eb="1"><t>phonetic</t></rPh></si>`).join("")}</sst>`,
        "xl/worksheets/sheet1.xml": `<worksheet ${main}><sheetData>${sheet}</sheetData></worksheet>`,
    };
}

/** The bytes of a workbook of these parts. */
export const toWorkbook = (parts) => Buffer.from(zipSync(Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, strToU8(text)]))));
