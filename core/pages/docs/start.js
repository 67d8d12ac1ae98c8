"use strict";
// A key entered in "Authorize" is stored until the tab closes and is shared with /dashboard.
const inThisTab = () => ({
    statePlugins: {
        auth: {
            wrapActions: {
                authorize: (original) => (given) => {
                    sessionStorage.setItem("key", given.HTTPBearer.value);
                    return original(given);
                },
                logout: (original) => (names) => {
                    sessionStorage.removeItem("key");
                    return original(names);
                },
            },
        },
    },
});

window.ui = SwaggerUIBundle({
    url: "/openapi.json",
    dom_id: "#swagger-ui",
    presets: [SwaggerUIBundle.presets.apis],
    plugins: [inThisTab],
    deepLinking: true,
    tryItOutEnabled: true,
    displayRequestDuration: true,
    validatorUrl: null, // no request to another host
    onComplete() {
        const key = sessionStorage.getItem("key");
        if (key) window.ui.preauthorizeApiKey("HTTPBearer", key);
    },
});
