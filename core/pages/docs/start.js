"use strict";
// Stores a key entered in "Authorize" until the tab closes, and shares it with /dashboard.
const inThisTab = () => ({
    statePlugins: {
        auth: {
            wrapActions: {
                authorize: (original) => (credentials) => {
                    sessionStorage.setItem("key", credentials.HTTPBearer.value);
                    return original(credentials);
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
