"use strict";
window.ui = SwaggerUIBundle({
    url: "/openapi.json",
    dom_id: "#swagger-ui",
    presets: [SwaggerUIBundle.presets.apis],
    deepLinking: true,
    persistAuthorization: true, // the key typed into "Authorize" survives a reload
    tryItOutEnabled: true,
    displayRequestDuration: true,
    validatorUrl: null, // no request to another host
});
