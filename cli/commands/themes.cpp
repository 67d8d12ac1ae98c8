#include "cli/commands/command.hpp"
#include "cli/commands/dry_run.hpp"
#include "cli/commands/session.hpp"
#include "cli/input/reader.hpp"
#include "cli/input/script.hpp"
#include "cli/json_access.hpp"

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>

#include <functional>
#include <utility>

namespace verbatim::cli::commands {

namespace json = boost::json;

namespace {

constexpr std::size_t columns = 7; ///< of a list in a file: core/pages/analyze/themes/codebook.js

output::result_table list_table(const json::array& rows)
{
    output::result_table content{.name    = "themes",
                                 .columns = {{"id", "Id"},
                                             {"title", "Title"},
                                             {"definition", "Definition"},
                                             {"inclusion"},
                                             {"exclusion"},
                                             {"examples"},
                                             {"parent", "Parent"}},
                                 .rows    = {}};
    for (const auto& item : rows)
    {
        std::vector<std::string> cells;
        for (const auto& cell : item.as_array()) cells.emplace_back(cell.as_string().c_str());
        cells.resize(columns);
        content.rows.add_row(std::move(cells));
    }
    return content;
}

constexpr const char* path = "/v1/translate-themes";

/// Visits both lists side by side. The server answers in the order of the request.
void for_each_pair(const json::array& originals, const json::array& translations,
                   const std::function<void(const json::object&, const json::object&)>& visit)
{
    if (originals.size() != translations.size())
        throw failure{exit_status::failed, "the server sent another number of themes"};
    for (std::size_t n = 0; n != originals.size(); ++n) visit(object_of(originals[n]), object_of(translations[n]));
}

output::result_table translation_table(const json::array& originals, const json::array& translations)
{
    output::result_table content{.name    = "themes",
                                 .columns = {{"id", "Id"},
                                             {"title", "Title"},
                                             {"translated_title", "By a model"},
                                             {"definition"},
                                             {"translated_definition"},
                                             {"parent", "Parent"}},
                                 .rows    = {}};
    const auto add = [&](const json::object& original, const json::object& translated, const std::string& parent) {
        content.rows.add_row({text_of(translated, "id"), text_of(original, "title"), text_of(translated, "title"),
                              text_of(original, "definition"), text_of(translated, "definition"), parent});
    };
    for_each_pair(originals, translations, [&](const json::object& original, const json::object& translated) {
        add(original, translated, "");
        for_each_pair(list_of(original, "sub_themes"), list_of(translated, "sub_themes"),
                      [&](const json::object& sub_theme, const json::object& translated_sub_theme) {
                          add(sub_theme, translated_sub_theme, text_of(translated, "id"));
                      });
    });
    return content;
}

/// The members of themes or sub-themes that a translation needs. Criteria and examples, which may hold texts of
/// records, stay on this machine.
json::array texts_to_translate(const json::array& list)
{
    json::array texts;
    for (const auto& item : list)
    {
        const auto&  theme = object_of(item);
        json::object entry{{"id", text_of(theme, "id")},
                           {"title", text_of(theme, "title")},
                           {"definition", text_of(theme, "definition")}};
        if (theme.contains("sub_themes")) entry["sub_themes"] = texts_to_translate(list_of(theme, "sub_themes"));
        texts.push_back(std::move(entry));
    }
    return texts;
}

class themes final : public command
{
public:
    const char* name() const override { return "themes"; }
    const char* arguments() const override { return "edit FILE | merge FILE FILE… | translate FILE"; }
    const char* summary() const override { return "edit, join or translate lists of themes"; }

    void declare(option_list& options) override
    {
        options.group("Edits, in the order in which they are given; THEME is an id or a title");
        step(options, "rename", "THEME=TITLE", "give a theme or sub-theme another title");
        step(options, "define", "THEME=TEXT", "replace its definition");
        step(options, "include", "THEME=TEXT", "replace what a theme includes");
        step(options, "exclude", "THEME=TEXT", "replace what a theme excludes");
        step(options, "merge", "THEME=TARGET", "join a theme with another one, which keeps its title");
        step(options, "move", "THEME=PARENT", "move a theme below another one; without PARENT out of its theme");
        step(options, "delete", "THEME", "delete a theme or sub-theme");
        step(options, "add", "TITLE=TEXT", "add a theme with a definition, unless the list has its title");
        options.add_flag("if-present", "leave out edits of themes that the list does not have (any more)", if_present_);
        options.group("Translation, by a model of the server; no record is sent");
        options.add_text("to", "LANGUAGE", "language of the titles and definitions, such as French or fr", language_);
        session_.declare_server(options, true);
        session_.declare_run(options);
        session_.declare_output(options, {"themes"});
    }

    exit_status run(const std::vector<std::string>& arguments) override
    {
        const auto action = arguments.empty() ? std::string{} : arguments[0];
        if (action != "edit" && action != "merge" && action != "translate")
            throw failure{exit_status::usage, "themes: use edit FILE, merge FILE FILE or translate FILE"};
        if ((action == "translate") == language_.empty())
            throw failure{exit_status::usage, "--to: name a language for themes translate, and for it alone"};
        if (action == "translate" && (arguments.size() != 2 || !steps_.empty()))
            throw failure{exit_status::usage, "themes translate: name one file with a list of themes, without edits"};
        if (session_.dry_run && action != "translate")
            throw failure{exit_status::usage, "--dry-run: only translate asks a model"};
        if (action == "edit" && arguments.size() != 2)
            throw failure{exit_status::usage, "themes edit: name one file with a list of themes"};
        if (action == "merge" && (arguments.size() < 3 || !steps_.empty()))
            throw failure{exit_status::usage, "themes merge: name two files or more, without edits"};
        session       session{session_};
        input::script script{input::script_name::reports};
        for (auto file = arguments.begin() + 1; file != arguments.end(); ++file)
            script.run("open", {{"name", *file == "-" ? "standard input" : *file}}, input::read_file(*file));
        if (action == "translate")
        {
            translate(session, script);
            return exit_status::success;
        }
        const auto list = action == "edit" ? script.run("edit", {{"steps", steps_}, {"ifPresent", if_present_}})
                                           : script.run("join", json::object{});
        for (const auto& note : list_of(object_of(list), "notes"))
            session.progress().note((action == "edit" ? "Left out, because the list has no such theme: "
                                                      : "In several lists; the first texts are kept: ") +
                                    std::string{note.as_array()[1].as_string().c_str()});
        output::result result{.title = "", .json = text_of(object_of(list), "json")};
        result.sections.push_back({.heading = "", .content = list_table(list_of(object_of(list), "rows"))});
        session.write(result);
        return exit_status::success;
    }

private:
    void step(option_list& options, const char* action, const char* value, const char* help)
    {
        options.add(action, value, help, [this, action, value](const std::string& text) {
            const auto equal     = text.find('=');
            const bool has_value = std::string_view{value}.find('=') != std::string_view::npos;
            const bool optional  = std::string_view{action} == "add";
            if (text.empty() || (has_value && !optional && (equal == text.npos || equal == 0)))
                throw failure{exit_status::usage, std::string{"--"} + action + ": use " + value};
            const auto id = has_value ? text.substr(0, equal) : text;
            steps_.push_back({{"action", action},
                              {"id", id},
                              {"value", has_value && equal != text.npos ? text.substr(equal + 1) : std::string{}}});
        });
    }

    void translate(session& session, input::script& script) const
    {
        const auto  list      = script.run("edit", {{"steps", json::array{}}, {"ifPresent", false}});
        const auto  originals = json::parse(text_of(object_of(list), "json"));
        std::string body      = "{";
        append_text_member(body, "output_language", language_);
        append_member(body, "themes", json::serialize(texts_to_translate(originals.as_array())));
        body += "}";
        if (session.is_dry_run())
        {
            require_dry_run(session);
            const auto answer = session.jobs().send({.method = "POST", .path = path, .body = with_dry_run(body)});
            return write_expected_use(session, {answer}, json_shape::response);
        }
        output::result result{.title = "", .json = session.run(path, body)};
        const auto     answer = parse_object(result.json);
        result.sections.push_back(
            {.heading = "", .content = translation_table(originals.as_array(), list_of(answer, "themes"))});
        session.progress().note("A model made these translations; nobody checked them.");
        session.write(result);
    }

    json::array     steps_;
    std::string     language_;
    bool            if_present_ = false;
    session_options session_;
};

} // namespace

std::unique_ptr<command> make_themes() { return std::make_unique<themes>(); }

} // namespace verbatim::cli::commands
