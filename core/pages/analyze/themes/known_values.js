// The values of closed lists that a count against an edited list of themes keeps: they do not depend on themes.

const isWhole = ({ record_ids_omitted: left = 0 }) => left === 0;
const valueOf = ({ id, title, definition, examples, record_ids }) => ({ id, title, ...(definition && { definition }), ...(examples && { examples }), record_ids });

/**
 * The members of a request that says which records have which values (docs/reference/operations/analyze-bulk.md#known-values), so that no
 * model reads them again. Nothing without values, and if the answer left out ids: then they are read as before.
 */
export function knownValues({ dimensions = [] }) {
    if (!dimensions.length || !dimensions.every(({ values }) => values.every(isWhole))) return {};
    return { read_dimensions: false, dimensions: dimensions.map(({ id, title, definition, proposition, values }) => ({ id, title, ...(definition && { definition }), ...(proposition && { proposition }), values: values.map(valueOf) })) };
}
