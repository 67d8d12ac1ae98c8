// Modules of /analyze in Node: the language of their texts needs two objects of a browser.
import { fileURLToPath } from "node:url";

const stored = new Map([["language", "en"]]);
globalThis.navigator ??= { languages: ["en"] };
globalThis.sessionStorage ??= { getItem: (name) => stored.get(name) ?? null, setItem: (name, value) => stored.set(name, value) };

const folder = new URL("../../../core/pages/analyze/", import.meta.url);

/** Imports a module by its path below core/pages/analyze. */
export const pageModule = (path) => import(fileURLToPath(new URL(path, folder)));
