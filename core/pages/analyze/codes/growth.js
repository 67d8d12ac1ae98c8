// New codes for records that no code fits: proposals of suggest-codes, on which a person decides one by one, and the framework with them.
import { finalCodes } from "./coding.js";

export const mostRecords = 300; // of a request: suggest-codes reads all in one call
const limits = { name: 200, text: 2_000 }; // docs/reference/operations/assign-codes.md#coding-framework
const deepest = 2; // level of a parent: the page shows three levels

/** The records that have no code: neither a suggestion, nor one of a person. */
export const uncoded = ({ rows }) => rows.filter((row) => row.error === null && !finalCodes(row).length && (row.human !== null || !row.suggested.length)).map(({ record }) => record);

/** Codes that a new one may belong under: [{id, names}]. */
export function parentsOf(framework) {
    const found = [];
    const walk = (nodes, names) => {
        for (const { id, name, children } of nodes ?? []) {
            const own = { id, names: [...names, name] };
            found.push(own);
            if (own.names.length < deepest) walk(children, own.names);
        }
    };
    walk(framework?.root_codes, []);
    return found;
}

/** The proposals of an answer. The parent of one that would be too deep is the last code above it that may have children. */
export function proposalsOf({ proposed_codes: proposed }, framework) {
    const parents = parentsOf(framework);
    return proposed.map(({ parent_id: id, parent_names: names, name, definition, inclusion, record_ids, overlaps }) => {
        const parent = parents.find((known) => known.id === id) ?? parents.find((known) => JSON.stringify(known.names) === JSON.stringify(names.slice(0, deepest)));
        return { parent: parent?.id ?? (framework ? null : id), parentNames: parent?.names ?? (framework ? [] : names), name, definition, inclusion, record_ids, overlaps, status: "open" };
    });
}

const siblingsOf = (framework, parent) => {
    const find = (nodes) => (nodes ?? []).flatMap((node) => [node, ...find(node.children)]);
    return parent === null ? framework?.root_codes ?? [] : find(framework?.root_codes).find(({ id }) => id === parent)?.children ?? [];
};

const lengthOf = (text) => [...text].length;
const same = (left, right) => left.trim().toLowerCase() === right.trim().toLowerCase();

/** The key of the text that says why a proposal cannot be accepted, or null. */
export function wrongWith(proposal, framework, proposals) {
    const { name, definition, inclusion, parent } = proposal;
    if (!name.trim()) return "kept.noName";
    if (lengthOf(name) > limits.name || [definition, inclusion].some((text) => lengthOf(text) > limits.text)) return "growth.tooLong";
    const others = [...siblingsOf(framework, parent), ...proposals.filter((other) => other !== proposal && other.status === "accepted" && other.parent === parent)];
    return others.some((other) => same(other.name, name)) ? "growth.sameName" : null;
}

/** A framework with the accepted proposals; `framework` itself stays. Without one: the proposals alone. */
export function grown(framework, proposals) {
    const root = structuredClone(framework ?? { root_codes: [] });
    const ids = new Set();
    const walk = (nodes) => { for (const { id, children } of nodes) { ids.add(id); walk(children ?? []); } };
    walk(root.root_codes);
    let number = 0;
    const freeId = () => {
        do number += 1; while (ids.has(`new-${number}`));
        ids.add(`new-${number}`);
        return `new-${number}`;
    };
    for (const { parent, parentNames, name, definition, inclusion } of proposals.filter(({ status }) => status === "accepted")) {
        const node = { id: freeId(), name: name.trim(), description: definition, include: inclusion ? [inclusion] : [], children: [] };
        const place = (nodes) => nodes.some((known) => {
            if (known.id === parent) known.children = [...(known.children ?? []), node];
            return known.id === parent || place(known.children ?? []);
        });
        // Without the framework the page does not have the parent: its names stand for it.
        if (parent === null || !place(root.root_codes)) root.root_codes.push(framework || !parentNames.length ? node : parentNames.reduceRight((child, own) => ({ id: freeId(), name: own, children: [child] }), node));
    }
    return root;
}
