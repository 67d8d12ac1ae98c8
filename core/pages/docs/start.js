// The API documentation: Swagger UI with the key of the tab, in the colours of the other pages, and with short operations.
import { storedKey } from "../shared/stored_key.js";

/** Stores a key entered in "Authorize" until the tab closes, and shares it with the other pages. */
const keyOfTab = () => ({
    statePlugins: {
        auth: {
            wrapActions: {
                authorize: (original) => (credentials) => {
                    storedKey.store(credentials.HTTPBearer.value);
                    return original(credentials);
                },
                logout: (original) => (names) => {
                    storedKey.remove();
                    return original(names);
                },
            },
        },
    },
});

/** Shows each documented response as a line. A press shows its example, schema and headers below it. */
const foldedResponses = ({ React: { createElement, Fragment, useState } }) => ({
    wrapComponents: {
        response: (Original) => function FoldedResponse(properties) {
            const [isOpen, open] = useState(false);
            const { code, response, getComponent } = properties;
            const hasDetails = ["content", "headers"].some((name) => response.get(name)?.size);
            const button = createElement("button", { type: "button", className: "fold", "aria-expanded": isOpen, onClick: () => open(!isOpen) },
                "Details", createElement("span", { className: "unseen" }, ` of response ${code}`));
            return createElement(Fragment, null,
                createElement("tr", { className: "response-line" },
                    createElement("td", { className: "response-col_status" }, code),
                    createElement("td", { className: "response-col_description" },
                        createElement(getComponent("Markdown", true), { source: response.get("description") }), hasDetails && button)),
                isOpen && createElement(Original, properties));
        },
    },
});

// The dark colours of Swagger UI depend on a class.
const dark = matchMedia("(prefers-color-scheme: dark)");
const showScheme = () => document.documentElement.classList.toggle("dark-mode", dark.matches);
dark.addEventListener("change", showScheme);
showScheme();

const ui = globalThis.SwaggerUIBundle({
    url: "/openapi.json",
    dom_id: "#swagger-ui",
    presets: [globalThis.SwaggerUIBundle.presets.apis],
    plugins: [keyOfTab, foldedResponses],
    deepLinking: true,
    tryItOutEnabled: true,
    displayRequestDuration: true,
    defaultModelsExpandDepth: 0, // the schemas of all operations, folded
    validatorUrl: null, // no request to another host
    onComplete() {
        if (storedKey.value) ui.preauthorizeApiKey("HTTPBearer", storedKey.value);
    },
});
