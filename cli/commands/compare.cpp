#include "cli/commands/command.hpp"
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

std::string percent_or_dash(const json::array& shares, std::size_t at)
{
    return shares[at].is_null() ? "–" : percent_text(shares[at].to_number<double>());
}

std::string number_or_nothing(const json::array& numbers, std::size_t at)
{
    return numbers[at].is_null() ? "" : number_text(numbers[at].to_number<double>());
}

std::string points_text(const json::object& row)
{
    if (!has_number(row, "difference")) return "–";
    char text[96];
    std::snprintf(text, sizeof text, "%+.1f (%+.1f to %+.1f)", 100 * number_of(row, "difference"),
                  100 * number_of(row, "low"), 100 * number_of(row, "high"));
    return text;
}

bool is_clear(const json::object& row) { return row.at("isClear").as_bool(); }

output::result_table theme_table(const json::array& rows)
{
    output::result_table content{.name    = "themes",
                                 .columns = {{"id"},
                                             {"theme", "Theme"},
                                             {"first_records", "Records, first", true},
                                             {"", "Share", true},
                                             {"second_records", "Records, second", true},
                                             {"", "Share", true},
                                             {"", "Points (95 %)", true},
                                             {"match", "Match"},
                                             {"clear", "Clear"},
                                             {"first_share", "", true},
                                             {"second_share", "", true},
                                             {"difference", "", true},
                                             {"low", "", true},
                                             {"high", "", true}},
                                 .rows    = {}};
    for (const auto& item : rows)
    {
        const auto& row    = object_of(item);
        const auto &counts = list_of(row, "counts"), &shares = list_of(row, "shares");
        content.rows.add_row({text_of(row, "id"), text_of(row, "title"), number_or_nothing(counts, 0),
                              percent_or_dash(shares, 0), number_or_nothing(counts, 1), percent_or_dash(shares, 1),
                              points_text(row), text_of(row, "mark"), is_clear(row) ? "yes" : "no",
                              number_or_nothing(shares, 0), number_or_nothing(shares, 1),
                              number_text(row, "difference"), number_text(row, "low"), number_text(row, "high")});
    }
    return content;
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
