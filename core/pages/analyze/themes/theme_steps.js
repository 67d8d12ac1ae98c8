// Edits of a list of themes as steps of a script. A step whose result holds already changes nothing, so that a script can run again.
import { add, change, EditProblem, find, freeId, merge, move, remove, requireRoom, themeOf } from "./theme_edits.js";

const normal = (title) => title.trim().toLowerCase();

/** The id of a theme or sub-theme by its id, else by its title. Null without one. */
function idOf(list, name) {
    if (find(list, name).theme) return name;
    return list.flatMap((theme) => [theme, ...theme.sub_themes]).find(({ title }) => normal(title) === normal(name))?.id ?? null;
}

const require = (list, name) => idOf(list, name) ?? (() => { throw new EditProblem("steps.unknown", { theme: name }); })();

const textsOf = ({ title, definition, inclusion = "", exclusion = "", examples = [] }) => ({ title, definition, inclusion, exclusion, examples });

function changed(list, name, texts) {
    const id = require(list, name);
    const { theme, subTheme } = find(list, id);
    return change(list, id, { ...textsOf(subTheme ?? theme), ...texts });
}

function joined(list, from, into) {
    const [id, target] = [require(list, from), require(list, into)];
    if (id === target || find(list, id).subTheme || find(list, target).subTheme) throw new EditProblem("steps.noThemes", { theme: from, target: into });
    return merge(list, id, target);
}

/** Moves below `parent`, or out of its theme if that is empty. */
function moved(list, name, parent) {
    const id = require(list, name);
    const { theme, subTheme } = find(list, id);
    const target = parent ? require(list, parent) : null;
    if (target === id || (target !== null && find(list, target).subTheme)) throw new EditProblem("steps.noThemes", { theme: name, target: parent });
    return (subTheme ? theme.id : null) === target ? list : move(list, id, target);
}

const actions = {
    rename: (list, name, title) => (idOf(list, name) === null && idOf(list, title) !== null ? list : changed(list, name, { title })),
    define: (list, name, definition) => changed(list, name, { definition }),
    include: (list, name, inclusion) => changed(list, name, { inclusion }),
    exclude: (list, name, exclusion) => changed(list, name, { exclusion }),
    merge: joined,
    move: moved,
    delete: (list, name) => remove(list, require(list, name)),
    add: (list, title, definition) => (idOf(list, title) === null ? add(list, { title, definition }) : list),
};

/** {list, notes: [[action, name]]} after `steps` [{action, id, value}]. `ifPresent`: steps about themes that the list lacks are left out and noted. */
export function applySteps(list, steps, ifPresent) {
    const notes = [];
    for (const { action, id, value } of steps)
        try {
            list = actions[action](list, id, value);
        } catch (problem) {
            if (!ifPresent || problem.key !== "steps.unknown") throw problem;
            notes.push([action, problem.values.theme]);
        }
    return { list, notes };
}

/** Several lists as one, {list, notes: titles of which the first texts were kept}: themes with the same title are one. */
export function joinLists([first, ...others]) {
    const list = [...first];
    const notes = [];
    for (const theme of others.flat())
        if (list.some(({ title }) => normal(title) === normal(theme.title))) notes.push(["kept", theme.title]);
        else {
            requireRoom(list);
            const free = (id, taken) => (find(list, id).theme || taken.includes(id) ? freeId(list, taken) : id);
            const id = free(theme.id, []);
            const ids = [id];
            const subThemes = theme.sub_themes.map((sub) => {
                ids.push(free(sub.id, ids));
                return { ...sub, id: ids.at(-1) };
            });
            list.push(themeOf({ ...theme, id, sub_themes: subThemes }));
        }
    return { list, notes };
}
