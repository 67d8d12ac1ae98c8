#include "prompts.hpp"

#include "verbatim/feedback/judge.hpp"
#include "verbatim/feedback/markup.hpp"

#include <utility>

namespace verbatim::summarize::prompts {

namespace {

using feedback::default_language;

constexpr sdk::literal role = "You write summaries of feedback that communities give to an aid organisation, for "
                              "people who have little time and have to act on it.\n";

constexpr sdk::literal record_task = "Task: summarize the record in <feedback_record>.\n"
                                     "- The title has 3 to 5 words and names the matter.\n"
                                     "- The summary has 3 to 5 short lines; fewer where the record says less.\n"
                                     "- Each line begins with \"- \" and says one thing.\n";

constexpr sdk::literal bulk_task = "Task: summarize what the records in <feedback_records> say together.\n";

constexpr sdk::literal chunk_task =
    "The task \"write\": the records in <feedback_records> are one part of a larger corpus. Write a partial summary, "
    "which others will combine with those of the other parts.\n"
    "- Write one short line for each theme, the theme that most records hold first.\n"
    "- Each line begins with \"- \" and ends with how many of these records hold the theme, and the ids of some of "
    "them. An example: - Flooded roads (7; id-1, id-2)\n"
    "- Leave out no theme: what is left out here is lost.\n"
    "- Name a theme of single records as such.\n"
    "- Write no title and no introduction.\n";

constexpr sdk::literal reduce_task =
    "Task: <partial_analyses> holds partial summaries, each made from other records of one corpus. Combine them into "
    "one summary.\n"
    "- Treat lines about the same theme as one line, and add up their numbers of records.\n"
    "- Do not mention parts or how the summary was made.\n";

constexpr sdk::literal bulk_form =
    "- The title has 3 to 5 words and names what the records have in common.\n"
    "- The summary has one short line for each theme, the theme that most records hold first.\n"
    "- Each line begins with \"- \" and ends with the ids of some of the records that it rests on.\n"
    "- Name a theme of single records as such.\n";

constexpr sdk::literal record_answer =
    "Answer with a JSON object only, without a Markdown fence. An example:\n"
    "{\"title\": \"Flooded roads\", \"summary\": \"- The road to the market is flooded\\n- Worse since "
    "March\"}\n";

constexpr sdk::literal bulk_answer =
    "Answer with a JSON object only, without a Markdown fence. An example:\n"
    "{\"title\": \"Flooded roads\", \"summary\": \"- The road to the market is flooded (id-1, id-2)\\n- A "
    "single record: a bridge is closed (id-3)\"}\n";

/// The server knows the number of records, so the model need not guess how long a summary of few or many is.
sdk::prompt_text length_rule(std::size_t records)
{
    sdk::prompt_text rule{"Write at most "};
    rule += sdk::prompt_text{records <= 10 ? std::size_t{5} : records < 100 ? std::size_t{8} : std::size_t{12}};
    rule += " lines.\n";
    return rule;
}

sdk::prompt_text begin(feedback::citation_style citations = feedback::citation_style::ids)
{
    sdk::prompt_text message{role};
    message += feedback::guardrails(citations);
    return message;
}

sdk::prompt_text end_of_bulk(sdk::prompt_text message, std::size_t records,
                             const std::optional<feedback::output_language>& language)
{
    message += bulk_form;
    message += bulk_answer;
    message += length_rule(records);
    message += feedback::language_directive("title and summary", language, default_language::of_records);
    return message;
}

} // namespace

sdk::prompt_text for_record(const std::optional<feedback::output_language>& language)
{
    auto message = begin(feedback::citation_style::none); // of one record, which needs no name
    message += record_task;
    message += record_answer;
    message += feedback::language_directive("title and summary", language, default_language::of_record);
    return message;
}

sdk::prompt_text for_bulk(std::size_t records, const std::optional<feedback::output_language>& language)
{
    auto message = begin();
    message += bulk_task;
    return end_of_bulk(std::move(message), records, language);
}

sdk::prompt_text for_chunk(const std::optional<feedback::output_language>& language)
{
    auto message = begin();
    message += feedback::shared_task_rules();
    message += chunk_task;
    message += feedback::language_directive("partial summary", language, default_language::of_records);
    return message;
}

sdk::prompt_text for_reduce(std::size_t records, const std::optional<feedback::output_language>& language)
{
    auto message = begin();
    message += reduce_task;
    return end_of_bulk(std::move(message), records, language);
}

} // namespace verbatim::summarize::prompts
