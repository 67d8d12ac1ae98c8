#include "translation/wire.hpp"

namespace verbatim::analyze_bulk::translation {

namespace {

void check_request(const request& request, sdk::validation_issues& issues)
{
    themes::check_requested(request.themes, issues);
    if (!feedback::find_language(request.output_language))
        issues.add("output_language", "Should be a language code or the name of a language");
}

/// `theme`: a theme or a sub-theme.
template <class Theme>
void declare_texts(sdk::schema_builder& schema, Theme& theme)
{
    schema.field("id", theme.id, "Id as in the request, or the one of its place.").example("T1");
    schema.field("title", theme.title, "Translation of the title.").example("Pénurie de médicaments");
    schema.field("definition", theme.definition, "Translation of the definition. Empty without one.")
        .example("Les médicaments manquent dans les postes de santé.");
}

} // namespace

void declare(sdk::schema_builder& schema, request& request)
{
    schema.name("TranslateThemesRequest", "Themes whose titles and definitions a model translates.").example(R"({
  "themes": [
    {"id": "T1", "title": "Medicine shortages", "definition": "Medicines are missing in health posts.",
     "sub_themes": [{"id": "T1.1", "title": "Insulin", "definition": "There is no insulin."}]},
    {"id": "T2", "title": "Broken wells", "definition": "Wells and pumps give no water."}
  ],
  "output_language": "French"
})");
    schema.required("themes", request.themes, "Themes of a response or of a request of analyze-bulk.")
        .at_least(1)
        .at_most(themes::max_requested_themes);
    schema
        .required("output_language", request.output_language,
                  "Language of the translations: a code such as `fr`, or a name such as `French`.")
        .at_least(1)
        .at_most(100)
        .example("French");
    schema.optional("anonymize", request.anonymize, "Replace personal data by placeholders before the model reads it.");
    schema.rule(&check_request);
}

void declare(sdk::schema_builder& schema, translated_sub_theme& theme)
{
    schema.name("TranslatedSubTheme", "Texts of a sub-theme in another language.");
    declare_texts(schema, theme);
}

void declare(sdk::schema_builder& schema, translated_theme& theme)
{
    schema.name("TranslatedTheme", "Texts of a theme in another language.");
    declare_texts(schema, theme);
    schema.field("sub_themes", theme.sub_themes, "Translations of its sub-themes, in their order.");
}

void declare(sdk::schema_builder& schema, response& response)
{
    schema
        .name("TranslateThemesResponse", "Translations that a model made of all titles and definitions. Nobody checked "
                                         "them.")
        .example(R"({
  "language": "fr",
  "themes": [
    {"id": "T1", "title": "Pénurie de médicaments", "definition": "Les médicaments manquent dans les postes de santé.",
     "sub_themes": [{"id": "T1.1", "title": "Insuline", "definition": "Il n'y a pas d'insuline."}]},
    {"id": "T2", "title": "Puits en panne", "definition": "Les puits et les pompes ne donnent pas d'eau.", "sub_themes": []}
  ],
  "request_id": "01a1fd73-6336-7a57-9c58-0f7f6f2b9b53"
})");
    schema.field("language", response.language, "ISO 639 code of the language of the translations.").example("fr");
    schema.field("themes", response.themes, "Translation of each theme, in the order of the request.");
    schema.field("request_id", response.request_id, "Same value as header `X-Request-ID`.")
        .example("01a1fd73-6336-7a57-9c58-0f7f6f2b9b53");
}

} // namespace verbatim::analyze_bulk::translation
