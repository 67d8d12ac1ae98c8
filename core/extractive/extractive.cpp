#include "extractive/extractive.hpp"

#include "extractive/coding.hpp"
#include "extractive/judging.hpp"
#include "extractive/markup.hpp"
#include "extractive/merge.hpp"
#include "extractive/report_labels.hpp"
#include "extractive/schema_filler.hpp"
#include "extractive/sensitivity.hpp"
#include "extractive/summaries.hpp"
#include "extractive/themes.hpp"

namespace verbatim::core::extractive {
namespace {

/// Records of which no two share a phrase still have something to say: their most central sentences.
std::string apart(const corpus& all, const report& counted, language shown_in)
{
    const auto& words = report_labels_of(shown_in);
    auto        text  = "## " + std::string(words.overview) + "\n\n- " + std::string(words.records_read) + ": " +
                std::to_string(counted.records) + '\n';
    const auto lines = central_sentences(all, 6, 200);
    text += "- " + std::string(lines.empty() ? words.no_words : words.nothing_shared) + '\n';
    if (!lines.empty()) text += "\n## " + std::string(words.example) + "\n\n";
    for (const auto& one : lines) text += "- “" + one + "”\n";
    return text;
}

std::string analyze(std::string_view system, std::string_view message)
{
    tokenizer  with;
    const auto question = unescape(inside(message, "analyst_instruction"));
    const auto behind   = message.find("</analyst_instruction>");
    const auto all      = read_corpus(behind == std::string_view::npos ? message : message.substr(behind), with);
    const auto counted  = count_themes(all, question, with);
    const auto shown_in = requested_language(system).value_or(all.main_language);
    return counted.themes.empty() ? apart(all, counted, shown_in) : write_report(counted, shown_in);
}

std::string reduce(std::string_view system, std::string_view message, const std::vector<element>& found)
{
    tokenizer           with;
    const auto          question = unescape(inside(message, "analyst_instruction"));
    std::vector<report> partials;
    std::string         rest;
    for (const auto& one : found)
    {
        const auto text = unescape(one.inner);
        if (auto read = read_report(text)) partials.push_back(std::move(*read));
        rest += text + '\n';
    }
    auto spoken = with.tokenize(rest).detected_language.value_or(language::english);
    spoken      = requested_language(system).value_or(spoken);
    if (partials.empty()) return report_labels_of(spoken).no_words.empty() ? std::string() : analyze(system, message);
    auto sum = merge_reports(partials, question, with);
    read_trends(unescape(inside(message, "coding_trends")), sum);
    return write_report(sum, spoken);
}

} // namespace

std::string complete(const sdk::chat_request& request)
{
    const std::string_view system  = request.system.text();
    const std::string_view message = request.user.text();
    if (request.output_schema != nullptr)
    {
        const auto form = request.output_schema->name;
        if (form == "record_summary") return summarize_record(message);
        if (form == "bulk_summary") return summarize_records(system, message);
        if (form == "sensitivity") return detect_sensitivity(message);
        if (form == "code_pick") return pick_codes(message);
        if (form == "code_judge") return judge_code(message);
        if (form == "analysis_judge") return judge_analysis(message);
        if (form == "summary_judge") return judge_summary(message);
        return fill_schema(request.output_schema->json_schema, message);
    }
    const auto partials = elements(message, "partial_analysis");
    return partials.empty() ? analyze(system, message) : reduce(system, message, partials);
}

} // namespace verbatim::core::extractive
