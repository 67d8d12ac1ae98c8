#include "cli/commands/command.hpp"
#include "cli/commands/object_table.hpp"
#include "cli/commands/report.hpp"
#include "cli/commands/session.hpp"
#include "cli/input/reader.hpp"
#include "cli/input/script.hpp"
#include "cli/json_access.hpp"
#include "cli/output/write_file.hpp"

#include <boost/json/serialize.hpp>

#include <cstdio>

namespace verbatim::cli::commands {

namespace json = boost::json;

namespace {

json::object file_json(const std::string& path)
{
    return {{"name", path == "-" ? "standard input" : path}, {"content", input::read_file(path)}};
}

object_column share_column(const char* path)
{
    return {{"", "Share", true}, [path](const json::object& row) { return percent_text(row, path, "–"); }};
}

std::string points_text(const json::object& row)
{
    if (!has_number(row, "difference")) return "–";
    char text[96];
    std::snprintf(text, sizeof text, "%+.1f (%+.1f to %+.1f)", 100 * number_of(row, "difference"),
                  100 * number_of(row, "low"), 100 * number_of(row, "high"));
    return text;
}

output::result_table theme_table(const json::array& rows)
{
    const auto clear = [](const json::object& row) { return row.at("isClear").as_bool() ? "yes" : "no"; };
    return object_table("themes", rows,
                        {text_column({"id"}),
                         text_column({"theme", "Theme"}, "title"),
                         number_column({"first_records", "Records, first"}, "counts/0"),
                         share_column("shares/0"),
                         number_column({"second_records", "Records, second"}, "counts/1"),
                         share_column("shares/1"),
                         {{"", "Points (95 %)", true}, points_text},
                         text_column({"match", "Match"}, "mark"),
                         {{"clear", "Clear"}, clear},
                         number_column({"first_share"}, "shares/0"),
                         number_column({"second_share"}, "shares/1"),
                         number_column({"difference"}),
                         number_column({"low"}),
                         number_column({"high"})});
}

class compare final : public command
{
public:
    const char* name() const override { return "compare"; }
    const char* arguments() const override { return "FIRST SECOND"; }
    const char* summary() const override { return "compare two reports or answers theme by theme, such as two months"; }

    void declare(option_list& options) override
    {
        report_.declare(options, false);
        session_.declare_output(options, {"themes"});
    }

    exit_status run(const std::vector<std::string>& arguments) override
    {
        if (arguments.size() != 2)
            throw failure{exit_status::usage, "compare: name two files, each a report in HTML or an answer in JSON"};
        report_.check();
        session       session{session_};
        input::script script{input::script_name::reports};
        auto          compared = script
                            .run("compare", {{"first", file_json(arguments[0])},
                                             {"second", file_json(arguments[1])},
                                             {"language", report_.language_or_default()}})
                            .as_object();
        const auto html = compared.at("html").as_string();
        compared.erase("html");
        output::result result{.title = "", .json = json::serialize(compared)};
        std::string    notes;
        for (const auto& sentence : list_of(compared, "cautions"))
            notes += "- " + output::markdown_escaped(sentence.as_string()) + "\n";
        result.sections.push_back({.heading = "", .content = theme_table(list_of(compared, "rows"))});
        result.sections.push_back({.heading = "Before you read the numbers", .markdown = notes});
        session.write(result);
        if (!report_.file.empty())
        {
            output::write_output(report_.file, html);
            session.progress().note("Wrote " + report_.file);
        }
        return exit_status::success;
    }

private:
    report_options  report_;
    session_options session_;
};

} // namespace

std::unique_ptr<command> make_compare() { return std::make_unique<compare>(); }

} // namespace verbatim::cli::commands
