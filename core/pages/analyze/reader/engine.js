// What modules of the page expect of a browser, for the engine of the command, which has only the language. Imported first.
/* global decodeText: a function of the command, bytes and encoding as text, or an exception */

globalThis.TextDecoder ??= class {
    constructor(encoding = "utf-8", { fatal = false } = {}) {
        Object.assign(this, { encoding, fatal });
    }

    decode(bytes) { return decodeText(bytes, this.encoding, this.fatal); }
};
globalThis.navigator ??= { languages: [] };
globalThis.sessionStorage ??= { getItem: () => null, setItem() {} };

/**
 * Lets the command run `actions` with JSON. It gets JSON: {result} or {problem, isOption}, the sentence that `problemText` makes of a failure, and
 * whether an option is wrong rather than the file.
 */
export function serve(actions, problemText) {
    globalThis.run = (action, values, bytes) => {
        try {
            return JSON.stringify({ result: actions[action](JSON.parse(values), bytes) ?? null });
        } catch (failure) {
            return JSON.stringify({ problem: problemText(failure), isOption: Boolean(failure.values?.isOption) });
        }
    };
}
