export default {
    "page.title": "Analysis",
};
