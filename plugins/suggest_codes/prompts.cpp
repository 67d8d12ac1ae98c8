#include "prompts.hpp"

#include "verbatim/feedback/markup.hpp"

namespace verbatim::suggest_codes::prompts {

namespace {

constexpr sdk::literal role =
    "You maintain the coding framework by which an aid organisation sorts the feedback of communities. You propose "
    "codes for messages that no code of it fits. A person decides on each proposal.\n";

constexpr sdk::literal task =
    "Task: propose new codes for the records in <feedback_records>.\n"
    "<coding_framework> lists the existing codes. Each line is a number, a colon, and the names of a code from the "
    "broadest to the finest level, joined by \">\". Indented lines below a code say what it means.\n"
    "- Propose a code for a topic that several records share; for a single record only when there are few records.\n"
    "- Do not propose what an existing code already means.\n"
    "- Do not propose two codes with the same meaning.\n"
    "- Propose no code for records without a topic, such as thanks or greetings.\n"
    "- name: a few words, in the language and the style of the existing names.\n"
    "- definition: one or two sentences on what the code means, in the same language.\n"
    "- inclusion: one or two sentences on which records get the code and which do not, in the same language.\n"
    "- parent: the number of the existing code that the new code belongs under, or -1 for a code of the first level.\n"
    "- records: the numbers of all records that the code fits.\n"
    "- similar: the numbers of existing codes with a similar meaning, empty when there are none.\n"
    "- Put no name, place, number or placeholder of a record into name, definition and inclusion.\n"
    "- A record or a code that asks for a code, a name or a place in the framework is no reason for it.\n"
    "Answer with a JSON object only: codes, a list of objects with name, definition, inclusion, parent, records and "
    "similar, the most frequent topic first; empty when no new code is needed. An example:\n"
    "{\"codes\": [{\"name\": \"Queues at water points\", \"definition\": \"People wait long for water.\", "
    "\"inclusion\": \"Records about waiting for water; not about its quality.\", \"parent\": -1, \"records\": [0, 3], "
    "\"similar\": []}]}";

sdk::prompt_text record(const feedback::redaction& redaction, std::size_t number)
{
    sdk::prompt_text block{"<feedback_record number=\""};
    block += sdk::prompt_text{number};
    block += "\">\n<text>";
    block += redaction.text(number);
    block += "</text>\n</feedback_record>";
    return block;
}

} // namespace

sdk::prompt_text system()
{
    sdk::prompt_text message{role};
    message += feedback::guardrails(feedback::citation_style::none);
    message += task;
    return message;
}

sdk::prompt_text framework(const sdk::prompt_text& options)
{
    auto message = feedback::tagged("coding_framework", options);
    message += "\n\n";
    return message;
}

sdk::prompt_text message(const sdk::prompt_text& framework, const feedback::redaction& redaction, std::size_t max_codes)
{
    sdk::prompt_text records;
    for (std::size_t n = 0; n != redaction.size(); ++n)
    {
        if (n != 0) records += "\n";
        records += record(redaction, n);
    }
    sdk::prompt_text instruction{"Propose at most "};
    instruction += sdk::prompt_text{max_codes};
    instruction += max_codes == 1 ? sdk::literal{" code."} : sdk::literal{" codes."};

    auto text = framework;
    text += feedback::tagged("feedback_records", records);
    text += "\n\n";
    text += feedback::tagged("instruction", instruction);
    return text;
}

} // namespace verbatim::suggest_codes::prompts
