// Ends what tests have started, also after a test or hook that failed: a suite with a child left would never end.
import { after } from "node:test";

const actions = [];

/** `action` runs after all tests of the file. It may run again after one by the test. */
export const atEnd = (action) => actions.push(action);

after(() => Promise.all(actions.map((action) => action())));
