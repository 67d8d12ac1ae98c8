#include "translation/operation.hpp"

#include "translation/model_texts.hpp"

#include "verbatim/feedback/output_schema.hpp"
#include "verbatim/feedback/tokens.hpp"
#include "verbatim/sdk/call.hpp"

#include <optional>
#include <string>
#include <utility>
#include <vector>

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

constexpr sdk::declared_error no_translator{.code   = "translation_unavailable",
                                            .status = 501,
                                            .message =
                                                "The built-in model does not translate; the server has no other"};

/// Puts translations into the order and nesting of the request.
class writer
{
public:
    writer(const std::vector<translation>& translations, const feedback::redaction& originals)
        : next_{translations.begin()}
        , originals_{originals}
    {}

    translated_theme entry(const themes::requested_theme& theme, std::size_t place)
    {
        translated_theme entry;
        fill(entry, themes::requested_id(theme.id, {.theme = place, .sub_theme = {}}));
        for (std::size_t n = 0; n != theme.sub_themes.size(); ++n)
            fill(entry.sub_themes.emplace_back(),
                 themes::requested_id(theme.sub_themes[n].id, {.theme = place, .sub_theme = n}));
        return entry;
    }

private:
    template <class Entry>
    void fill(Entry& entry, std::string id)
    {
        entry.id         = std::move(id);
        entry.title      = text(next_->title, themes::max_title_length);
        entry.definition = text(next_->definition, themes::max_definition_length);
        ++next_;
    }

    feedback::response_text text(const std::string& output, std::size_t max_length) const
    {
        return originals_.restore(output).on_one_line().shortened(max_length);
    }

    std::vector<translation>::const_iterator next_;
    const feedback::redaction&               originals_;
};

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

sdk::descriptor operation::describe() const
{
    return {.name    = "translate_themes",
            .path    = "/v1/translate-themes",
            .summary = "Translate the titles and definitions of themes",
            .description =
                "Translates the titles and definitions of a list of themes in one model call. No record is sent. The "
                "translations are those of a model, which nobody checked: show them beside the originals. The built-in "
                "model does not translate.",
            .tag               = "Inference",
            .usage_label       = "translate_themes",
            .deadline          = std::chrono::seconds{120},
            .max_output_tokens = 32'768,
            .errors            = {no_translator}};
}

sdk::task<response> operation::run(sdk::call& call, const request& request) const
{
    const auto language = feedback::find_language(request.output_language).value(); // checked by the schema
    const auto texts    = titles_and_definitions(request.themes);

    feedback::redaction originals{texts};
    sdk::chat_request   chat{.system        = sdk::system_message{prompts::system(language)},
                             .user          = prompts::message(originals),
                             .output_schema = &feedback::output_schema_of<translation_list>("theme_translations")};
    feedback::check_budget(chat.system.estimation_length() + feedback::characters_of(chat.user), call.model().limits(),
                           sdk::literal{"send fewer themes"});
    if (request.anonymize)
    {
        originals = co_await feedback::redact(call, texts);
        chat.user = prompts::message(originals);
    }

    std::optional<std::vector<translation>> translations;
    bool                                    by_built_in = false;
    chat.accept                                         = [&](std::string_view output) {
        translations = parse_translations(output, originals, language.code());
        return translations.has_value();
    };
    chat.offline = [&by_built_in] {
        by_built_in = true;
        return std::string{}; // rejected: the originals are no translation
    };
    chat.expected = [&] { return expected_output(originals, language.code()); };
    chat.longest  = [&](std::size_t) { return expected_output(originals, language.code()); };

    const auto completion = co_await call.model().try_complete(chat);
    if (by_built_in) throw sdk::error{no_translator};
    if (!completion) throw sdk::error{completion.error()};

    response response{
        .language = std::string{language.code()}, .themes = {}, .request_id = std::string{call.request_id()}};
    writer writer{*translations, originals};
    for (const auto& theme : request.themes) response.themes.push_back(writer.entry(theme, response.themes.size()));
    co_return response;
}

} // namespace verbatim::analyze_bulk::translation
