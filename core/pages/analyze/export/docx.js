// Documents for word processors, from blocks: heading, paragraph, list, table as in result/markdown.js, quote {runs}, and image {bytes, width, height, alternative}.
import { directionOf, joined, passages } from "../../shared/direction.js";
import { contentTypes, pack, relationships, textElement, xml } from "./package.js";

const namespace = "http://schemas.openxmlformats.org/wordprocessingml/2006/main";
const drawing = "http://schemas.openxmlformats.org/drawingml/2006";
const emu = 9525; // units of a pixel
const bodyWidth = 604; // pixels between the margins of A4

/** Properties of a run, in the order of the schema. */
const properties = ({ bold, italic, code }, right) => [code ? '<w:rFonts w:ascii="Consolas" w:hAnsi="Consolas"/>' : "", bold ? "<w:b/><w:bCs/>" : "",
    italic ? "<w:i/><w:iCs/>" : "", right ? "<w:rtl/>" : ""].join("");

const marks = { rtl: "\u200f", ltr: "\u200e" };

/**
 * Runs that each have one direction: word processors take it from the run, not from isolates. A mark after words of the other
 * direction keeps the numbers that follow from joining them.
 */
function directed(runs, base) {
    const parts = runs.flatMap((own) => passages(String(own.text), base).map(({ text, isOther }) => ({ ...own, text, isOther })));
    return parts.map((own, at) => (at && parts[at - 1].isOther && !own.isOther ? { ...own, text: marks[base] + own.text } : own));
}

/** Lines of a text become lines of the paragraph. */
function run(own, base) {
    const style = properties(own, own.isOther !== (base === "rtl"));
    const lines = own.text.split(/\r\n|\r|\n/).map((line) => textElement("w:t", line));
    return `<w:r>${style && `<w:rPr>${style}</w:rPr>`}${lines.join("<w:br/>")}</w:r>`;
}

function paragraph(runs, base, { style, indent, isAtEnd } = {}) {
    const own = [style ? `<w:pStyle w:val="${style}"/>` : "", base === "rtl" ? "<w:bidi/>" : "", indent ? `<w:ind w:left="${indent}" w:hanging="300"/>` : "", isAtEnd ? '<w:jc w:val="right"/>' : ""].join("");
    return `<w:p>${own && `<w:pPr>${own}</w:pPr>`}${directed(runs, base).map((each) => run(each, base)).join("")}</w:p>`;
}

/** A paragraph in its own direction: that of its letters, if they all have the same. */
const ownDirection = (runs, base) => directionOf(runs.map(({ text }) => text).join(""), base);
const ownParagraph = (runs, base, options) => paragraph(runs, ownDirection(runs, base), options);

/** A cell begins where the others of its column do; "right" is the end of a line, which is at the left in a line from the right. */
const cellParagraph = (runs, base) => ownParagraph(runs, base, { style: "Cell", isAtEnd: ownDirection(runs, base) !== base });

function list({ ordered, items }, base) {
    let number = 0;
    return items.map(({ depth, runs }) => {
        const mark = ordered && !depth ? `${++number}. ` : "• ";
        return paragraph([{ text: mark }, ...runs], base, { indent: 400 + 400 * depth });
    }).join("");
}

const bodyTwips = 9_638; // between the margins of A4
const [characterTwips, paddingTwips] = [110, 216]; // of a cell, with its margins
const longestLine = 44; // characters that a column makes room for

const lengthOf = (runs) => runs.reduce((sum, { text }) => sum + joined(String(text)).length, 0);
const longestWord = (runs) => Math.max(0, ...runs.flatMap(({ text }) => joined(String(text)).split(/\s+/).map((word) => word.length)));

/** The widths of columns in twips, together those of the page: room for the longest word of each, the rest by their longest texts. */
function widthsOf(rows) {
    const columns = rows[0].map((_, at) => rows.map((row) => row[at]));
    const least = columns.map((cells) => Math.min(longestLine / 2, Math.max(...cells.map(longestWord))) * characterTwips + paddingTwips);
    const wanted = columns.map((cells, at) => Math.max(0, Math.min(longestLine, Math.max(...cells.map(lengthOf))) * characterTwips + paddingTwips - least[at]));
    const [sum, more] = [least, wanted].map((all) => all.reduce((total, own) => total + own, 0));
    if (sum >= bodyTwips) return least.map((own) => Math.floor((bodyTwips * own) / sum));
    const rest = bodyTwips - sum;
    return least.map((own, at) => Math.floor(own + (more ? (rest * wanted[at]) / more : rest / least.length)));
}

/** A table that fits the page, whatever its cells hold: its columns have fixed widths. */
function table({ head, rows }, base) {
    const widths = widthsOf([head, ...rows]);
    const cell = (runs, bold, at) => `<w:tc><w:tcPr><w:tcW w:w="${widths[at]}" w:type="dxa"/></w:tcPr>${cellParagraph(runs.map((each) => ({ ...each, bold: bold || each.bold })), base)}</w:tc>`;
    const row = (cells, header) => `<w:tr>${header ? "<w:trPr><w:cantSplit/><w:tblHeader/></w:trPr>" : "<w:trPr><w:cantSplit/></w:trPr>"}${cells.map((runs, at) => cell(runs, header, at)).join("")}</w:tr>`;
    const border = ["top", "bottom", "insideH"].map((side) => `<w:${side} w:val="single" w:sz="4" w:color="C9CEDD"/>`).join("");
    return `<w:tbl><w:tblPr>${base === "rtl" ? "<w:bidiVisual/>" : ""}<w:tblW w:w="${bodyTwips}" w:type="dxa"/><w:tblBorders>${border}</w:tblBorders><w:tblLayout w:type="fixed"/></w:tblPr>`
        + `<w:tblGrid>${widths.map((width) => `<w:gridCol w:w="${width}"/>`).join("")}</w:tblGrid>${row(head, true)}${rows.map((cells) => row(cells, false)).join("")}</w:tbl>${paragraph([], base)}`;
}

function image({ width, height, alternative }, id) {
    const factor = Math.min(1, bodyWidth / width);
    const size = `cx="${Math.round(width * factor * emu)}" cy="${Math.round(height * factor * emu)}"`;
    const name = `id="${id}" name="${xml(`chart${id}`)}" descr="${xml(alternative)}"`;
    return `<w:p><w:r><w:drawing><wp:inline xmlns:wp="${drawing}/wordprocessingDrawing"><wp:extent ${size}/><wp:docPr ${name}/><a:graphic xmlns:a="${drawing}/main"><a:graphicData uri="${drawing}/picture">`
        + `<pic:pic xmlns:pic="${drawing}/picture"><pic:nvPicPr><pic:cNvPr ${name}/><pic:cNvPicPr/></pic:nvPicPr><pic:blipFill><a:blip r:embed="i${id}"/><a:stretch><a:fillRect/></a:stretch></pic:blipFill>`
        + `<pic:spPr><a:xfrm><a:off x="0" y="0"/><a:ext ${size}/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></pic:spPr></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>`;
}

const shapes = {
    heading: ({ level, runs }, base) => ownParagraph(runs, base, { style: `Heading${Math.min(level, 3)}` }),
    paragraph: ({ runs }, base) => ownParagraph(runs, base),
    quote: ({ runs }, base) => ownParagraph(runs, base, { style: "Quote" }),
    list,
    table,
};

function style(id, name, size, more = "", own = "") {
    return `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/><w:basedOn w:val="Normal"/><w:pPr>${more}</w:pPr><w:rPr>${own}<w:sz w:val="${size}"/><w:szCs w:val="${size}"/></w:rPr></w:style>`;
}

const heading = (level, size) => style(`Heading${level}`, `heading ${level}`, size, `<w:keepNext/><w:spacing w:before="240" w:after="80"/><w:outlineLvl w:val="${level - 1}"/>`, "<w:b/><w:bCs/>");

const styles = `<w:styles xmlns:w="${namespace}"><w:docDefaults><w:rPrDefault><w:rPr><w:rFonts w:ascii="Calibri" w:hAnsi="Calibri" w:cs="Arial"/><w:sz w:val="21"/><w:szCs w:val="21"/></w:rPr></w:rPrDefault></w:docDefaults>`
    + '<w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/><w:pPr><w:spacing w:after="100" w:line="259" w:lineRule="auto"/></w:pPr></w:style>'
    + heading(1, 36) + heading(2, 28) + heading(3, 24) + style("Cell", "Cell", 19, '<w:spacing w:before="40" w:after="40"/>')
    + style("Quote", "Quote", 21, '<w:ind w:left="400"/>', "<w:i/><w:iCs/>") + "</w:styles>";

const page = (right) => `<w:sectPr><w:pgSz w:w="11906" w:h="16838"/><w:pgMar w:top="1134" w:right="1134" w:bottom="1134" w:left="1134" w:header="567" w:footer="567" w:gutter="0"/>${right ? "<w:bidi/>" : ""}</w:sectPr>`;

/** The bytes of a file. `right`: whether the language is written from the right. */
export function docx(blocks, { right = false } = {}) {
    const images = blocks.filter(({ kind }) => kind === "image");
    const body = blocks.map((block) => (block.kind === "image" ? image(block, images.indexOf(block) + 1) : shapes[block.kind](block, right ? "rtl" : "ltr"))).join("");
    const document = `<w:document xmlns:w="${namespace}" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><w:body>${body}${page(right)}</w:body></w:document>`;
    return pack({
        "[Content_Types].xml": contentTypes({ "word/document.xml": "wordprocessingml.document.main", "word/styles.xml": "wordprocessingml.styles" }),
        "_rels/.rels": relationships({ r1: ["officeDocument", "word/document.xml"] }),
        "word/document.xml": document,
        "word/styles.xml": styles,
        "word/_rels/document.xml.rels": relationships({ st: ["styles", "styles.xml"], ...Object.fromEntries(images.map((_, at) => [`i${at + 1}`, ["image", `media/chart${at + 1}.png`]])) }),
        ...Object.fromEntries(images.map(({ bytes }, at) => [`word/media/chart${at + 1}.png`, bytes])),
    });
}
