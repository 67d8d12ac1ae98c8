// What a program of others reads in a workbook or a document: support/read_office.py.
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const program = fileURLToPath(new URL("read_office.py", import.meta.url));

export const readOffice = (bytes) => JSON.parse(execFileSync("python3", [program], { input: bytes, maxBuffer: 256 * 1024 * 1024 }));
