#include "prompts.hpp"

#include "verbatim/feedback/envelope.hpp"
#include "verbatim/feedback/language.hpp"

#include <string_view>

namespace verbatim::summarize::prompts {

namespace {

constexpr std::string_view role = "You write summaries of feedback that communities give to an aid organisation, for "
                                  "people who have little time and have to act on it.\n";

constexpr std::string_view one_record = "Task: summarize the record in <feedback_record>.\n"
                                        "- The title has 3 to 5 words and names the matter.\n"
                                        "- The summary has 3 to 5 short lines, each begins with \"- \" and says one "
                                        "thing; fewer where the record says less.\n"
                                        "- Write both in the language of the record.\n";

constexpr std::string_view many_records =
    "Task: summarize what the records in <feedback_records> say together.\n"
    "- The title has 3 to 5 words and names what they have in common.\n"
    "- The summary has one short line for each theme, each begins with \"- \", the theme that most records hold "
    "first.\n"
    "- Write 3 to 5 lines for a few records and up to 12 for hundreds; a theme of single records is named as such.\n"
    "- Cite behind a line the ids of some of the records it rests on.\n"
    "- Unless told otherwise, write in the language that most records are in.\n";

constexpr std::string_view answer =
    "Answer with a JSON object only, without a Markdown fence: title and summary, both texts.\n";

sdk::outbound message(std::string_view task, const std::optional<std::string>& language)
{
    auto words = sdk::outbound::trusted(role);
    words += sdk::outbound::trusted(feedback::guardrails());
    words += sdk::outbound::trusted(task);
    words += sdk::outbound::trusted(answer);
    if (language) words += feedback::write_in("title and summary", *language);
    return words;
}

} // namespace

sdk::outbound of_one(const std::optional<std::string>& language) { return message(one_record, language); }
sdk::outbound of_many(const std::optional<std::string>& language) { return message(many_records, language); }

} // namespace verbatim::summarize::prompts
