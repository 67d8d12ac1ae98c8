// Ends servers and browsers after the tests of a file, also if a test or hook failed: a suite with a running child would never end.
import { after } from "node:test";

const actions = [];

/** `action` runs after all tests of the file, also if a test has already run it. */
export const atEnd = (action) => actions.push(action);

after(() => Promise.all(actions.map((action) => action())));
