#include "verbatim/feedback/record.hpp"

namespace verbatim::feedback {

void declare(sdk::declaration& wire, record& one)
{
    wire.is("FeedbackRecord", "One community message and what is known about it.");

    wire.needs("id", one.id, "Identifies the message in the answer; need not be unique.").example("Form-00017");
    wire.needs("content", one.content, "The message; may be empty.")
        .at_most(100'000)
        .screened()
        .example("The clinic ran out of insulin twice this month.");
    wire.takes("metadata", one.metadata, "What is known about the message besides its words; any keys.")
        .null_is_absent();
    wire.takes("url_id", one.url_id, "Path segment of the record in the CRM, for links.").null_is_absent();
}

std::vector<const record*> with_content(const std::vector<record>& all)
{
    std::vector<const record*> kept;
    kept.reserve(all.size());
    for (const auto& one : all)
        if (!one.content.empty()) kept.push_back(&one);
    return kept;
}

} // namespace verbatim::feedback
