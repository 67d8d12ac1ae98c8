// Values as text, with each object once. States of a history share most of their themes; JSON would repeat them.

const isObject = (value) => typeof value === "object" && value !== null;

/** The text of a JSON value. Objects that occur twice are the same object again after unpack(). `undefined` members are left out. */
export function pack(root) {
    const places = new Map();
    const nodes = [];
    const put = (value) => {
        if (!isObject(value)) return value;
        if (!places.has(value)) {
            const at = nodes.push(null) - 1;
            places.set(value, at);
            nodes[at] = Array.isArray(value) ? value.map(put) : Object.fromEntries(Object.entries(value).map(([name, member]) => [name, put(member)]));
        }
        return [places.get(value)]; // the only arrays within a node
    };
    const whole = put(root);
    return JSON.stringify([whole, nodes]);
}

/** The value of a text of pack(). Throws for any other text. */
export function unpack(text) {
    const [whole, nodes] = JSON.parse(text);
    const made = nodes.map((node) => (Array.isArray(node) ? [] : {}));
    const take = (value) => {
        if (!isObject(value)) return value;
        const [at] = value;
        if (!(at in made)) throw new SyntaxError("a place that does not exist");
        return made[at];
    };
    nodes.forEach((node, at) => {
        if (Array.isArray(node)) node.forEach((value) => made[at].push(take(value)));
        else for (const [name, value] of Object.entries(node)) Object.defineProperty(made[at], name, { value: take(value), enumerable: true, writable: true, configurable: true }); // also "__proto__"
    });
    return take(whole);
}
