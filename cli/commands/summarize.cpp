#include "cli/commands/analysis_mode.hpp"
#include "cli/commands/command.hpp"
#include "cli/json_access.hpp"

namespace verbatim::cli::commands {

namespace {

constexpr const char* path = "/v1/summarize-bulk";

output::result summary_result(const std::string& body, const input::record_set& records)
{
    const auto     answer = parse_object(body);
    output::result result{.title = text_of(answer, "title"), .json = body};
    result.sections.push_back({.heading = "", .markdown = text_of(answer, "summary")});
    std::string trust = "- Read: " + describe_records(records) + "\n";
    if (has_number(answer, "quality_score"))
        trust += "- Quality: " + percent_text(number_of(answer, "quality_score")) +
                 " (the opinion of a model, not calibrated)\n";
    if (const auto text = text_of(answer, "uncertainty_explanation"); !text.empty()) trust += "- " + text + "\n";
    result.sections.push_back({.heading = "How far to trust this", .markdown = trust});
    return result;
}

class summarize final : public command
{
public:
    const char* name() const override { return "summarize"; }
    const char* arguments() const override { return "FILE"; }
    const char* summary() const override { return "summarize the records of a file in a title and lines by theme"; }

    void declare(option_list& options) override
    {
        options.group("Summary");
        options.add_text("language", "LANGUAGE", "language of the summary, such as French or fr", language_);
        options.add_text("crm-url", "URL", "address of the records in the CRM, for links", crm_url_);
        mode_.declare(options);
        declare_record_job(options, records_, session_, {});
    }

    exit_status run(const std::vector<std::string>& arguments) override
    {
        mode_.check();
        session session{session_};
        records_.choice.has_metadata = false; // the operation reads none
        auto records                 = records_.read(arguments, session.progress());
        mode_.run(
            session, records, records_, path, [&](const std::string& mode) { return body(records, mode); },
            [&](const std::string& answer) { return summary_result(answer, records); });
        return exit_status::success;
    }

private:
    std::string body(const input::record_set& records, const std::string& mode) const
    {
        std::string json = "{";
        append_text_member(json, "mode", mode);
        if (!language_.empty()) append_text_member(json, "output_language", language_);
        if (!crm_url_.empty()) append_text_member(json, "crm_feedback_base_url", crm_url_);
        append_member(json, "feedback_records", "");
        records.append_json_array(0, records.size(), json);
        return json + "}";
    }

    std::string     language_, crm_url_;
    analysis_mode   mode_;
    record_options  records_;
    session_options session_;
};

} // namespace

std::unique_ptr<command> make_summarize() { return std::make_unique<summarize>(); }

} // namespace verbatim::cli::commands
