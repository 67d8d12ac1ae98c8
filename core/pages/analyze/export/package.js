// Packages of XML parts: the container of XLSX and DOCX.
import { strToU8, zipSync } from "fflate";

import { xml } from "../result/charts/svg.js";

export { xml };

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const year2000 = new Date(2000, 0, 1); // the same content gives the same file

/** `parts`: {path: XML without declaration, or bytes}. Returns the bytes of the file. */
export function pack(parts) {
    const files = Object.entries(parts).map(([path, content]) => [path, typeof content === "string" ? strToU8(declaration + content) : content]);
    return zipSync(Object.fromEntries(files), { level: 6, mtime: year2000 });
}

const office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

/** `targets`: {id: [type, path]}; a type is the last part of its address. */
export function relationships(targets) {
    const list = Object.entries(targets).map(([id, [type, path]]) => `<Relationship Id="${id}" Type="${office}/${type}" Target="${path}"/>`);
    return `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${list.join("")}</Relationships>`;
}

/** `overrides`: {path: content type}. */
export function contentTypes(overrides) {
    const list = Object.entries(overrides).map(([path, type]) => `<Override PartName="/${path}" ContentType="application/vnd.openxmlformats-officedocument.${type}+xml"/>`);
    return '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" '
        + 'ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>'
        + `<Default Extension="png" ContentType="image/png"/>${list.join("")}</Types>`;
}

/** A text without the characters that XML does not have, and with those escaped that it reserves. Blanks stay. */
export const textElement = (tag, text) => `<${tag} xml:space="preserve">${xml(text)}</${tag}>`;
