#include "prompts.hpp"

#include "verbatim/feedback/judge.hpp"
#include "verbatim/feedback/language.hpp"
#include "verbatim/feedback/markup.hpp"

#include <string_view>

namespace verbatim::analyze_bulk {

void add_line(sdk::prompt_text& text, sdk::literal label, const sdk::prompt_text& value)
{
    if (value.text().empty()) return;
    text += "\n";
    text += label;
    text += ": ";
    text += value;
}

} // namespace verbatim::analyze_bulk

namespace verbatim::analyze_bulk::prompts {

namespace {

constexpr sdk::literal role = "You are an analyst of feedback that communities give to an aid organisation. You "
                              "work for the people who have to act on it.\n";

constexpr sdk::literal all_records_task =
    "Task: answer the question in <analyst_instruction> from the records in <feedback_records>, and from nothing "
    "else.\n"
    "- Begin with the answer.\n"
    "- Then name the themes behind it, the most frequent first.\n"
    "- Say how many records hold a theme, with the ids of a few of them. An example: - Flooded roads (7 records, "
    "such as id-1 and id-2)\n"
    "- Name disagreement between records as such.\n"
    "- Name what only single records report as such.\n"
    "- Use dates and codes of <metadata> where the question asks for a development or a comparison.\n"
    "- Do not count codes by period: the reader has exact counts of them.\n"
    "- Write that a code rises, falls, peaks, is new or has vanished only if <coding_changes> lists it: step_up and "
    "step_down are changes of level at the first of their periods, not gradual ones. Give the shares.\n"
    "- Other differences between periods may be chance.\n"
    "- Write short Markdown: paragraphs and lists, no heading above the answer.\n";

constexpr sdk::literal chunk_task =
    "The task \"write\": the records in <feedback_records> are one chunk of a larger corpus that is analysed in parts. "
    "Write a partial analysis, which others will combine with those of the other chunks.\n"
    "- Say what this chunk says about the question in <analyst_instruction>, from its records and from nothing else.\n"
    "- Be faithful and complete rather than elegant: what is left out here is lost.\n"
    "- Name each theme with how many of these records hold it and the ids of some of them, the most frequent first. An "
    "example: - Flooded roads (7 records; id-1, id-2)\n"
    "- Name disagreement between records as such.\n"
    "- Name what only single records report as such.\n"
    "- Give the dates and codes of <metadata> where the question asks for a development or a comparison.\n"
    "- Do not generalise beyond these records.\n"
    "- If they say nothing about the question, say just that.\n"
    "- Write short Markdown lists, no heading and no introduction.\n";

constexpr sdk::literal reduce_task =
    "Task: <partial_analyses> holds analyses of chunks of one corpus, each made from other records. Combine them into "
    "one answer to the question in <analyst_instruction>, from them and from nothing else.\n"
    "- Begin with the answer.\n"
    "- Then name the themes behind it, the most frequent first.\n"
    "- Add up the counts of the same theme in several parts.\n"
    "- Keep what only few parts report when it matters to the question.\n"
    "- Name disagreement as such.\n"
    "- Keep the record ids that the parts cite, a few for each statement.\n"
    "- Invent no record ids.\n"
    "- If <coding_trends> is there, it holds exact counts of codes by period over the whole corpus.\n"
    "- Take counts of codes by period from <coding_trends> only; where a part contradicts them, the part is wrong.\n"
    "- Write that a code rises, falls, peaks, is new or has vanished only if <coding_changes> lists it: step_up and "
    "step_down are changes of level at the first of their periods, not gradual ones. Give the shares.\n"
    "- Other differences between periods may be chance.\n"
    "- Do not mention parts, chunks or how the analysis was made.\n"
    "- Write short Markdown: paragraphs and lists, no heading above the answer.\n";

sdk::prompt_text system_message(const sdk::prompt_text& task, const std::optional<feedback::output_language>& language)
{
    sdk::prompt_text message{role};
    message += feedback::guardrails();
    message += task;
    message += feedback::language_directive("analysis", language, feedback::default_language::of_question);
    return message;
}

} // namespace

sdk::prompt_text analysis(const std::optional<feedback::output_language>& language)
{
    return system_message(all_records_task, language);
}

sdk::prompt_text map(const std::optional<feedback::output_language>& language)
{
    auto tasks = feedback::shared_task_rules();
    tasks += chunk_task;
    return system_message(tasks, language);
}

sdk::prompt_text reduce(const std::optional<feedback::output_language>& language)
{
    return system_message(reduce_task, language);
}

} // namespace verbatim::analyze_bulk::prompts
