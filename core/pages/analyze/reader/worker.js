// Reads files beside the page, so that the page stays responsive.
self.onmessage = ({ data }) => self.postMessage({ id: data.id, problem: "unknown" });
