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
