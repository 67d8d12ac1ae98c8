#include "cli/commands/report.hpp"

#include "cli/failure.hpp"
#include "cli/input/reader.hpp"
#include "cli/input/script.hpp"
#include "cli/json_access.hpp"
#include "cli/output/write_file.hpp"
#include "cli/plural.hpp"

#include "verbatim/sdk/calendar.hpp"
#include "verbatim/sdk/text.hpp"

#include <boost/json/parse.hpp>

#include <chrono>
#include <filesystem>

namespace verbatim::cli::commands {

namespace json = boost::json;

namespace {

/// Today in UTC, `YYYY-MM-DD`.
std::string today()
{
    return sdk::calendar::text_of(std::chrono::floor<std::chrono::days>(std::chrono::system_clock::now()));
}

json::array records_json(const input::record_set& records, bool with_texts)
{
    json::array all;
    all.reserve(records.size());
    for (const auto& record : records.records())
    {
        json::string content;
        if (with_texts) content = json::parse(record.json).at("content").as_string();
        all.push_back({{"id", record.id}, {"date", record.day}, {"content", std::move(content)}});
    }
    return all;
}

} // namespace

void report_options::declare(option_list& options, bool with_answer)
{
    options.group("Report");
    options.add_text("report", "FILE", "also write a report that people can pass on: one HTML file without script",
                     file);
    if (with_answer)
    {
        options.add_flag("report-records", "the report also has the text of each record, not only the quotes",
                         with_records);
        options.add_text("report-by", "NAME", "who is responsible for the analysis, for the method of the report",
                         analyst);
        options.add_text("translations", "FILE",
                         "titles of the themes in another language, for the report: JSON of themes translate, or a "
                         "result that the page saved",
                         translations);
    }
    options.add_text("report-language", "CODE", "language of the report: en, fr, es, ar, ru, nl or uk (default: en)",
                     language);
}

void report_options::check() const
{
    if (file.empty())
    {
        if (with_records || !analyst.empty() || !language.empty() || !translations.empty())
            throw failure{exit_status::usage,
                          "--report: name the file of the report, or leave out the options about it"};
        return;
    }
    const auto extension = sdk::ascii::lowercase(std::filesystem::path{file}.extension().native());
    if (extension != ".html" && extension != ".htm")
        throw failure{exit_status::usage, "--report: end the name of the file with .html"};
    input::script script{input::script_name::reports};
    prepare(script);
}

void report_options::prepare(input::script& script) const
{
    script.run("prepare", {{"language", language_or_default()}, {"translations", translations}},
               translations.empty() ? std::string{} : input::read_file(translations));
}

void report_options::write(const std::string& answer, const std::string& request, const input::record_set& records,
                           const std::string& file_name, output::progress& progress) const
{
    if (file.empty()) return;
    input::script script{input::script_name::reports};
    prepare(script);
    const auto report = script.run("report", {{"answer", parse_object(answer)},
                                              {"request", json::parse(request)},
                                              {"records", records_json(records, with_records)},
                                              {"fileName", file_name == "-" ? "" : file_name},
                                              {"date", today()},
                                              {"analyst", analyst},
                                              {"withRecords", with_records}});
    output::write_output(file, text_of(object_of(report), "html"));
    progress.note("Wrote " + file);
    if (const auto left = number_of(object_of(report), "untranslated"); left > 0)
        progress.note("--translations: no translation of " + plural(count_text(left), "title"));
}

} // namespace verbatim::cli::commands
