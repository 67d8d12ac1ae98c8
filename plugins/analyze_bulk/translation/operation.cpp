#include "translation/operation.hpp"

#include "translation/prompts.hpp"
#include "translation/translations.hpp"

#include "verbatim/feedback/output_schema.hpp"
#include "verbatim/feedback/tokens.hpp"
#include "verbatim/sdk/call.hpp"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace verbatim::analyze_bulk::translation {

namespace {

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
