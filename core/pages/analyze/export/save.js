// Files that the tab offers to save, and images of charts.
import { element, saveFile } from "../../shared/dom.js";
import { joined } from "../../shared/direction.js";
import { svgFile } from "../../shared/charts/svg.js";

const types = {
    csv: "text/csv;charset=utf-8", json: "application/json", html: "text/html;charset=utf-8", md: "text/markdown;charset=utf-8", svg: "image/svg+xml", png: "image/png",
    qdc: "application/xml", xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    docx: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
};

/** A file name from a text of the user: no path, no control characters, at most 60 characters. */
export const fileStem = (name) => (name ?? "").replace(/\.[^.]{1,5}$/, "").replace(/[^\p{L}\p{Nd}_ -]+/gu, " ").trim().slice(0, 60) || "analysis";

/** Offers a file. `content`: text or bytes. */
export const save = (stem, extension, content) => saveFile(new Blob([content], { type: types[extension] }), `${joined(stem)}.${extension}`);

async function loaded(url) {
    const image = new Image();
    image.src = url;
    await image.decode();
    return image;
}

const bytesOf = (canvas) => new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob.arrayBuffer().then((buffer) => new Uint8Array(buffer))) : reject(new Error("the image is too large"))), types.png);
});

async function rasterised(scene, size) {
    const url = URL.createObjectURL(new Blob([svgFile(scene)], { type: types.svg }));
    try {
        const image = await loaded(url);
        const { width, height, place } = size(image);
        const canvas = element("canvas", { width, height });
        const context = canvas.getContext("2d");
        context.fillStyle = "#ffffff";
        context.fillRect(0, 0, width, height);
        context.drawImage(image, ...place);
        return { bytes: await bytesOf(canvas), width: image.width, height: image.height };
    } finally {
        URL.revokeObjectURL(url);
    }
}

const scale = 2; // pixels of an image for each one of the chart

/** A chart as PNG: {bytes, width, height}, with the size of the chart. */
export const png = (scene) => rasterised(scene, ({ width, height }) => ({ width: width * scale, height: height * scale, place: [0, 0, width * scale, height * scale] }));

const slide = { width: 1920, height: 1080 }; // pixels: a slide of 16:9

/** A chart as PNG for a slide: as large as it fits, in the middle of white. */
export const slidePng = (scene) => rasterised(scene, (image) => {
    const factor = Math.min(slide.width / image.width, slide.height / image.height);
    const [width, height] = [image.width * factor, image.height * factor];
    return { ...slide, place: [(slide.width - width) / 2, (slide.height - height) / 2, width, height] };
});
