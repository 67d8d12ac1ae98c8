#include "cli/commands/analysis_mode.hpp"
#include "cli/commands/analysis_result.hpp"
#include "cli/commands/command.hpp"
#include "cli/commands/report.hpp"
#include "cli/input/reader.hpp"
#include "cli/input/script.hpp"
#include "cli/json_access.hpp"

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace verbatim::cli::commands {

namespace {

constexpr const char* path             = "/v1/analyze-bulk";
constexpr const char* default_question = "What are the main themes of this feedback, and how do they change over time?";

[[noreturn]] void fail(const std::string& message) { throw failure{exit_status::usage, message}; }

/// `FROM/TO` as a window, or nothing.
std::string window_json(const std::string& text)
{
    const auto    slash = text.find('/');
    input::reader reader;
    const auto    from = reader.certain_day(text.substr(0, slash)),
               to      = reader.certain_day(slash == text.npos ? "" : text.substr(slash + 1));
    if (!from || !to) return {};
    std::string json = "{";
    append_text_member(json, "from", *from);
    append_text_member(json, "to", *to);
    return json + "}";
}

/// A JSON file.
boost::json::value parse(const std::string& file, std::string_view content)
{
    boost::system::error_code error;
    auto                      value = boost::json::parse(content, error);
    if (error) fail(file + ": is not valid JSON");
    return value;
}

/// Closed lists of the server that need no further text.
constexpr std::array<std::string_view, 2> shipped_lists{"type_of_feedback", "urgency"};

/// Dimensions without the counts and record ids of an answer.
boost::json::array without_records(boost::json::array dimensions)
{
    for (auto& dimension : dimensions)
    {
        auto* fields = dimension.if_object();
        auto* values = fields ? fields->if_contains("values") : nullptr;
        if (fields) fields->erase("unread_count");
        if (!values || !values->is_array()) continue;
        for (auto& value : values->get_array())
            if (auto* members = value.if_object())
                for (const char* member : {"record_count", "share", "record_ids", "record_ids_omitted", "by_theme"})
                    members->erase(member);
    }
    return dimensions;
}

/// The dimensions that `part` of --dimensions names: a list of the server, or a file.
boost::json::array dimensions_of(const std::string& part)
{
    if (std::ranges::find(shipped_lists, part) != shipped_lists.end()) return {boost::json::object{{"list", part}}};
    const auto  value  = parse(part, input::read_file(part));
    const auto* answer = value.if_object();
    const auto* list   = answer ? answer->if_contains("dimensions") : &value;
    if (!list || !list->is_array() || list->get_array().empty())
        fail(part + ": has no dimensions; use the JSON of an answer with --dimensions, or a list of dimensions");
    return without_records(list->get_array());
}

/// The list of themes in a file, as JSON. Files are read as on the page.
std::string themes_of(const std::string& file)
{
    input::script script{input::script_name::reports};
    script.run("open", {{"name", file}}, input::read_file(file));
    const auto list = script.run("edit", {{"steps", boost::json::array{}}, {"ifPresent", false}});
    return text_of(object_of(list), "json");
}

class analyze final : public command
{
public:
    const char* name() const override { return "analyze"; }
    const char* arguments() const override { return "FILE"; }
    const char* summary() const override
    {
        return "answer a question from the records of a file, with themes, trends and comparisons";
    }

    void declare(option_list& options) override
    {
        options.group("Question");
        options.add_text("question", "TEXT", "what to find out (default: the main themes and how they change)",
                         question_);
        options.add_flag("themes", "find themes, assign every record to them, and count", themes_);
        options.add("max-themes", "NUMBER", "at most so many themes, 2 to 40 (default: 12; built-in model: up to 40)",
                    [this](const std::string& text) { max_themes_ = read_number("--max-themes", text, 2, 40); });
        options.add_text(
            "themes-file", "FILE",
            "count the themes of an answer in JSON, or of a list in JSON, CSV, a workbook or a REFI-QDA codebook, in "
            "place of new ones",
            themes_file_);
        options.add_flag("more-themes", "beside --themes-file, find further themes in what none of them fits",
                         more_themes_);
        options.add_flag("record-map", "with themes, places of the records in the plane, near similar ones",
                         record_map_);
        options.add("dimensions", "LISTS",
                    "closed lists of which every record gets a value: type_of_feedback, urgency, or a file in JSON, "
                    "separated by commas",
                    [this](const std::string& text) { dimension_parts_ = split_list(text); });
        options.add("stance", "TEXT", "whether records are for or against this statement. Can be repeated",
                    [this](const std::string& text) { stances_.push_back(text); });
        options.add_text("language", "LANGUAGE", "language of the answer, such as French or fr", language_);
        options.add_text("period", "PERIOD", "day, week or month, for counts over time (default: of the server)",
                         period_);
        options.add_flag("changes", "test which codes change over time by more than chance", changes_);
        options.add("breakdown", "COLUMN", "count themes and codes by the values of a column. Can be repeated",
                    [this](const std::string& text) { breakdown_.push_back(text); });
        options.add_text("compare", "GROUPS", "compare two groups: COLUMN=VALUE,VALUE, or two periods FROM/TO,FROM/TO",
                         compare_);
        options.add_text("crm-url", "URL", "address of the records in the CRM, for links", crm_url_);
        options.add_text("restore", "WHAT",
                         "none, ids or all: what replaces placeholders in the answer (default: all in the analysis, "
                         "none in themes)",
                         restore_);
        options.add_flag("no-anonymize", "send personal data to the model", no_anonymize_);
        mode_.declare(options);
        report_.declare(options, true);
        declare_record_job(options, records_, session_,
                           {"themes", "dimensions", "theme_values", "records", "codes", "trends", "changes",
                            "breakdown", "comparison", "map"});
    }

    exit_status run(const std::vector<std::string>& arguments) override
    {
        check();
        session session{session_};
        auto    records = read(arguments, session.progress());
        mode_.run(
            session, records, records_, path, [&](const std::string& mode) { return body(records, mode); },
            [&](const std::string& answer) {
                report_.write(answer, request_members(records.mode()) + "}", records, arguments.front(),
                              session.progress());
                return analysis_result(answer, question_, records);
            });
        return exit_status::success;
    }

private:
    void check()
    {
        mode_.check();
        report_.check();
        if (question_.empty()) question_ = default_question;
        if (!period_.empty() && period_ != "day" && period_ != "week" && period_ != "month")
            fail("--period: use day, week or month");
        if (!restore_.empty() && restore_ != "none" && restore_ != "ids" && restore_ != "all")
            fail("--restore: use none, ids or all");
        if (!compare_.empty()) read_compare();
        if (more_themes_ && themes_file_.empty()) fail("--more-themes: needs --themes-file");
        if (record_map_ && !themes_ && themes_file_.empty()) fail("--record-map: needs --themes or --themes-file");
        if (!themes_file_.empty()) themes_ = true, themes_json_ = themes_of(themes_file_);
        read_dimensions();
    }

    void read_dimensions()
    {
        boost::json::array dimensions;
        for (const auto& part : dimension_parts_)
            for (auto& dimension : dimensions_of(part)) dimensions.push_back(std::move(dimension));
        for (std::size_t n = 0; n != stances_.size(); ++n)
            dimensions.push_back(
                boost::json::object{{"list", "stance"},
                                    {"id", n == 0 ? std::string{"stance"} : "stance" + std::to_string(n + 1)},
                                    {"proposition", stances_[n]}});
        if (dimensions.empty()) return;
        if (dimensions.size() > 5) fail("--dimensions: at most 5 lists, with those of --stance");
        themes_          = true;
        dimensions_json_ = boost::json::serialize(dimensions);
    }

    void read_compare()
    {
        const auto parts = split_list(compare_);
        if (parts.size() == 2)
            if (const auto first = window_json(parts[0]), second = window_json(parts[1]);
                !first.empty() && !second.empty())
            {
                compare_json_ = "{\"windows\":[" + first + "," + second + "]}";
                return;
            }
        const auto equal = compare_.find('=');
        compare_values_  = equal == compare_.npos ? std::vector<std::string>{} : split_list(compare_.substr(equal + 1));
        if (compare_values_.size() != 2 || equal == 0)
            fail("--compare: use COLUMN=VALUE,VALUE or FROM/TO,FROM/TO, such as "
                 "2026-01-01/2026-03-31,2026-04-01/2026-06-30");
        compare_column_ = compare_.substr(0, equal);
    }

    /// The columns of breakdowns and comparisons are sent as metadata.
    input::record_set read(const std::vector<std::string>& arguments, output::progress& progress)
    {
        auto options = records_;
        for (const auto& column : breakdown_) options.choice.metadata.push_back({column, "--breakdown"});
        if (!compare_column_.empty()) options.choice.metadata.push_back({compare_column_, "--compare"});
        auto records = options.read(arguments, progress);
        for (auto& column : breakdown_) column = records.field_of(column);
        if (!compare_column_.empty()) compare_column_ = records.field_of(compare_column_);
        return records;
    }

    std::string body(const input::record_set& records, const std::string& mode) const
    {
        auto json = request_members(mode);
        append_member(json, "feedback_records", "");
        records.append_json_array(0, records.size(), json);
        return json + "}";
    }

    /// The body up to its records, without the end of the object. A report needs to know how its answer was made.
    std::string request_members(const std::string& mode) const
    {
        std::string json = "{";
        append_text_member(json, "prompt", question_);
        append_text_member(json, "mode", mode);
        if (!language_.empty()) append_text_member(json, "output_language", language_);
        if (!period_.empty()) append_text_member(json, "period", period_);
        if (!crm_url_.empty()) append_text_member(json, "crm_feedback_base_url", crm_url_);
        if (!restore_.empty()) append_text_member(json, "restore", restore_);
        if (no_anonymize_) append_member(json, "anonymize", "false");
        if (changes_) append_member(json, "trend_tests", "true");
        if (themes_) append_text_member(json, "detail", "themes");
        if (!themes_json_.empty()) append_member(json, "themes", themes_json_);
        if (!dimensions_json_.empty()) append_member(json, "dimensions", dimensions_json_);
        if (more_themes_) append_member(json, "induce_more", "true");
        if (record_map_) append_member(json, "record_map", "true");
        if (themes_ && max_themes_ != 0) append_member(json, "max_themes", std::to_string(max_themes_));
        if (!breakdown_.empty()) append_member(json, "breakdown_by", list_of_texts(breakdown_));
        if (!compare_json_.empty()) append_member(json, "compare", compare_json_);
        if (!compare_column_.empty()) append_member(json, "compare", compare_key_json());
        if (!report_.file.empty()) append_member(json, "explain", "true");
        return json;
    }

    std::string compare_key_json() const
    {
        std::string json = "{";
        append_text_member(json, "key", compare_column_);
        append_member(json, "values", list_of_texts(compare_values_));
        return json + "}";
    }

    std::string              question_, language_, period_, compare_, crm_url_, restore_;
    std::string              themes_file_, themes_json_, dimensions_json_;
    std::vector<std::string> dimension_parts_, stances_;
    bool themes_ = false, more_themes_ = false, record_map_ = false, changes_ = false, no_anonymize_ = false;
    long max_themes_ = 0;
    std::vector<std::string> breakdown_;
    std::string              compare_json_, compare_column_;
    std::vector<std::string> compare_values_;
    analysis_mode            mode_;
    report_options           report_;
    record_options           records_;
    session_options          session_;
};

} // namespace

std::unique_ptr<command> make_analyze() { return std::make_unique<analyze>(); }

} // namespace verbatim::cli::commands
