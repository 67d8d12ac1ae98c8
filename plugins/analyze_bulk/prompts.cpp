#include "prompts.hpp"

#include "verbatim/feedback/envelope.hpp"
#include "verbatim/feedback/language.hpp"

#include <string_view>

namespace verbatim::analyze_bulk::prompts {

namespace {

constexpr std::string_view role = "You are an analyst of feedback that communities give to an aid organisation. You "
                                  "work for the people who have to act on it.\n";

constexpr std::string_view task =
    "Task: answer the question in <analyst_instruction> from the records in <feedback_records>, and from nothing "
    "else.\n"
    "- Begin with the answer. Then name the themes behind it, the most frequent first, with how many records hold "
    "each.\n"
    "- Name disagreement between records, and what only single records report, as such.\n"
    "- Use dates and codes from <metadata> where the question asks for a development or a comparison.\n"
    "- Cite the records a statement rests on by id, a few where there are many.\n"
    "- Write short Markdown: paragraphs and lists, no heading above the answer.\n";

} // namespace

sdk::outbound analysis(const std::optional<std::string>& language)
{
    auto words = sdk::outbound::trusted(role);
    words += sdk::outbound::trusted(feedback::guardrails());
    words += sdk::outbound::trusted(task);
    if (language) words += feedback::write_in("analysis", *language);
    return words;
}

} // namespace verbatim::analyze_bulk::prompts
