// Packages of XML parts: the container of XLSX and DOCX. Large parts are made in portions, between which the page responds.
import { strToU8, Zip, ZipDeflate } from "fflate";

import { xml } from "../../shared/charts/svg.js";

export { xml };

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const year2000 = new Date(2000, 0, 1); // the same content gives the same file

/** Lets the page respond. Unlike a timer it is not slow in a hidden tab. */
function pause() {
    const { port1, port2 } = new MessageChannel();
    return new Promise((resolve) => {
        port1.onmessage = () => {
            port1.close();
            resolve();
        };
        port2.postMessage(null);
    });
}

/** The portions of a part as bytes. */
function* portions(content) {
    if (content instanceof Uint8Array) return yield content;
    yield strToU8(declaration);
    for (const portion of typeof content === "string" ? [content] : content) yield strToU8(portion);
}

async function addPart(zip, path, content) {
    const part = new ZipDeflate(path, { level: 6 });
    part.mtime = year2000;
    zip.add(part);
    for (const portion of portions(content)) {
        part.push(portion);
        await pause();
    }
    part.push(new Uint8Array(), true);
}

/** `parts`: {path: XML without declaration, or its portions, or bytes}. Returns the bytes of the file. */
export async function pack(parts) {
    const chunks = [];
    const zip = new Zip((failure, chunk) => {
        if (failure) throw failure;
        chunks.push(chunk);
    });
    for (const [path, content] of Object.entries(parts)) await addPart(zip, path, content);
    zip.end();
    return new Uint8Array(await new Blob(chunks).arrayBuffer());
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
