#include "cli/commands/command.hpp"
#include "cli/commands/json_access.hpp"
#include "cli/commands/session.hpp"
#include "cli/input/reader.hpp"
#include "cli/input/script.hpp"

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

class themes final : public command
{
public:
    const char* name() const override { return "themes"; }
    const char* arguments() const override { return "edit FILE | merge FILE FILE…"; }
    const char* summary() const override { return "edit a list of themes in a file, or join several lists"; }

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
        session_.declare_output(options, {"themes"});
    }

    exit_status run(const std::vector<std::string>& arguments) override
    {
        const auto action = arguments.empty() ? std::string{} : arguments[0];
        if (action != "edit" && action != "merge")
            throw failure{exit_status::usage, "themes: use edit FILE or merge FILE FILE"};
        if (action == "edit" && arguments.size() != 2)
            throw failure{exit_status::usage, "themes edit: name one file with a list of themes"};
        if (action == "merge" && (arguments.size() < 3 || !steps_.empty()))
            throw failure{exit_status::usage, "themes merge: name two files or more, without edits"};
        session       session{session_};
        input::script script{input::script_name::reports};
        for (auto file = arguments.begin() + 1; file != arguments.end(); ++file)
            script.run("open", {{"name", *file == "-" ? "standard input" : *file}}, input::read_file(*file));
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

    json::array     steps_;
    bool            if_present_ = false;
    session_options session_;
};

} // namespace

std::unique_ptr<command> make_themes() { return std::make_unique<themes>(); }

} // namespace verbatim::cli::commands
