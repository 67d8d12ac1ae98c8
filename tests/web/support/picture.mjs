// Screenshots as small PNG files: 256 colours, which are enough for text and charts.
import { writeFile } from "node:fs/promises";
import { deflateSync } from "node:zlib";

/**
 * Runs in the browser: the pixels of a PNG as {width, height, palette, indexes}, with the nearest of the 256 most frequent colours.
 * `indexes` are bytes in base64, as a list of a million numbers takes a browser long to send.
 */
async function toPalette(address) {
    const image = await createImageBitmap(await (await fetch(address)).blob());
    const { width, height } = image;
    const canvas = Object.assign(document.createElement("canvas"), { width, height });
    const drawing = canvas.getContext("2d");
    drawing.drawImage(image, 0, 0);
    const pixels = new Uint32Array(drawing.getImageData(0, 0, width, height).data.buffer);
    const counts = new Map();
    for (const pixel of pixels) counts.set(pixel, (counts.get(pixel) ?? 0) + 1);
    const parts = (pixel) => [pixel & 255, (pixel >> 8) & 255, (pixel >> 16) & 255];
    const palette = [...counts].sort(([, left], [, right]) => right - left).slice(0, 256).map(([pixel]) => parts(pixel));
    const nearest = (pixel) => {
        const [red, green, blue] = parts(pixel);
        const distances = palette.map(([r, g, b]) => (r - red) ** 2 + (g - green) ** 2 + (b - blue) ** 2);
        return distances.indexOf(Math.min(...distances));
    };
    const indexOf = new Map([...counts.keys()].map((pixel) => [pixel, nearest(pixel)]));
    const reader = new FileReader();
    reader.readAsDataURL(new Blob([Uint8Array.from(pixels, (pixel) => indexOf.get(pixel))]));
    await new Promise((resolve) => reader.addEventListener("load", resolve));
    return { width, height, palette, indexes: reader.result.split(",")[1] };
}

/** The checksum of a chunk; Node has it from version 20 on. */
function crc32(bytes) {
    let crc = ~0;
    for (const byte of bytes) {
        crc ^= byte;
        for (let bit = 0; bit < 8; ++bit) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
    }
    return ~crc >>> 0;
}

function chunk(type, content) {
    const body = Buffer.concat([Buffer.from(type, "latin1"), content]);
    const frame = Buffer.alloc(8);
    frame.writeUInt32BE(content.length, 0);
    frame.writeUInt32BE(crc32(body), 4);
    return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}

/** Writes a PNG (bytes) with a palette to a file. `page` decodes it. */
export async function compressPicture(page, png, file) {
    const own = await page.context().browser().newPage();
    const { width, height, palette, ...coded } = await own.evaluate(toPalette, `data:image/png;base64,${png.toString("base64")}`);
    await own.close();
    const indexes = Buffer.from(coded.indexes, "base64");
    const head = Buffer.alloc(13);
    head.writeUInt32BE(width, 0);
    head.writeUInt32BE(height, 4);
    head.set([8, 3], 8); // 8 bits, palette
    const lines = Buffer.alloc((width + 1) * height); // each begins with 0: no filter
    for (let y = 0; y < height; ++y) lines.set(indexes.subarray(y * width, (y + 1) * width), y * (width + 1) + 1);
    await writeFile(file, Buffer.concat([Buffer.from("\x89PNG\r\n\x1a\n", "latin1"), chunk("IHDR", head), chunk("PLTE", Buffer.from(palette.flat())),
        chunk("IDAT", deflateSync(lines, { level: 9 })), chunk("IEND", Buffer.alloc(0))]));
}
