// Step 1: the key, which stays in this tab.
import { $ } from "../../shared/dom.js";
import { isPossibleKey, storedKey } from "../../shared/stored_key.js";
import { readLimits } from "../job/api.js";
import { RequestError } from "../../shared/api.js";
import { text } from "../texts/texts.js";
import { describeProblem } from "./problems.js";
import { openStep, setSummary } from "./steps.js";

/** Asks for the key; `problem` is a sentence about the last one. */
export function askForKey(problem = "") {
    $("forget").hidden = $("scope").hidden = true;
    openStep("key", { focus: false });
    $("key").value = "";
    showProblem(problem);
    $("key").focus();
}

function showProblem(problem) {
    $("key").setAttribute("aria-invalid", String(problem !== ""));
    $("key-problem").textContent = problem;
}

/** The server refused the key: `failure` says whether it was valid once. What the tab holds stays. */
export function refuseKey({ isExpired = false } = {}) {
    storedKey.remove();
    askForKey(text(isExpired ? "key.expired" : "key.refused"));
}

function accept({ tenant_id: tenant }, next) {
    $("scope").textContent = tenant;
    $("forget").hidden = $("scope").hidden = false;
    showProblem("");
    setSummary("key", () => text("key.summary", { tenant }));
    next();
}

/** Checks the stored key with a request that costs nothing, and continues with `next` if the server accepts it. */
export async function checkKey(next) {
    try {
        accept(await readLimits(), next);
    } catch (failure) {
        if (!(failure instanceof RequestError)) throw failure;
        if (failure.status === 401) refuseKey(failure);
        else askForKey(describeProblem(failure));
    }
}

/** `next` runs with a key that the server accepts, `forget` when the person leaves. */
export function setUpKey(next, forget) {
    $("key-form").addEventListener("submit", (event) => {
        event.preventDefault();
        const key = $("key").value.trim();
        if (!isPossibleKey(key)) return showProblem(text(key ? "key.malformed" : "key.empty"));
        storedKey.store(key);
        checkKey(next);
    });
    $("forget").addEventListener("click", () => {
        storedKey.remove();
        forget();
        askForKey();
    });
}
