#include "prompts.hpp"

#include "verbatim/feedback/language.hpp"
#include "verbatim/feedback/markup.hpp"

#include <string_view>

namespace verbatim::summarize::prompts {

namespace {

constexpr sdk::literal role = "You write summaries of feedback that communities give to an aid organisation, for "
                              "people who have little time and have to act on it.\n";

constexpr sdk::literal record_task = "Task: summarize the record in <feedback_record>.\n"
                                     "- The title has 3 to 5 words and names the matter.\n"
                                     "- The summary has 3 to 5 short lines, each begins with \"- \" and says one "
                                     "thing; fewer where the record says less.\n"
                                     "- Write both in the language of the record.\n";

constexpr sdk::literal bulk_task =
    "Task: summarize what the records in <feedback_records> say together.\n"
    "- The title has 3 to 5 words and names what they have in common.\n"
    "- The summary has one short line for each theme, each begins with \"- \", the theme that most records hold "
    "first.\n"
    "- Write 3 to 5 lines for a few records and up to 12 for hundreds; a theme of single records is named as such.\n"
    "- Cite behind a line the ids of some of the records it rests on.\n"
    "- Unless told otherwise, write in the language that most records are in.\n";

constexpr sdk::literal answer =
    "Answer with a JSON object only, without a Markdown fence: title and summary, both texts.\n";

sdk::prompt_text compose(sdk::literal task, const std::optional<feedback::output_language>& language)
{
    sdk::prompt_text message{role};
    message += feedback::guardrails();
    message += task;
    message += answer;
    if (language) message += feedback::language_directive("title and summary", *language);
    return message;
}

} // namespace

sdk::prompt_text for_record(const std::optional<feedback::output_language>& language)
{
    return compose(record_task, language);
}
sdk::prompt_text for_bulk(const std::optional<feedback::output_language>& language)
{
    return compose(bulk_task, language);
}

} // namespace verbatim::summarize::prompts
