// Tells that the work of the tab changed, to what keeps it (keeping.js). Steps need not know who listens.

let save = async () => {};

/** `action` runs after changes; it resolves when what is kept is durable. */
export const onChanged = (action) => { save = action; };

/** Resolves when the work as it is now is kept, or at once if it is not kept. Never rejects. */
export const workKept = () => save();
