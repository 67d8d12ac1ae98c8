// compress.mjs FROM TO: copies a file and adds its gzip and Brotli forms if they are smaller. Runs at build time, so it uses the
// best compression.
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

const [from, to] = process.argv.slice(2);
const content = readFileSync(from);
writeFileSync(to, content);

const codings = {
    ".gz": gzipSync(content, { level: 9 }),
    ".br": brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length } }),
};
for (const [extension, coded] of Object.entries(codings)) {
    if (coded.length < content.length) writeFileSync(to + extension, coded);
    else rmSync(to + extension, { force: true });
}
