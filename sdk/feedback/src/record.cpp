#include "verbatim/feedback/record.hpp"

namespace verbatim::feedback {

void declare(sdk::schema_builder& schema, record& record)
{
    schema.name("FeedbackRecord", "A community message with its metadata.");

    schema.required("id", record.id, "Identifies the message in the response; need not be unique.")
        .at_most(256)
        .example("Form-00017");
    schema.required("content", record.content, "The message; may be empty.")
        .at_most(100'000)
        .screened()
        .example("The clinic ran out of insulin twice this month.");
    schema.optional("metadata", record.metadata, "Metadata of the message; any keys.").null_as_absent();
    schema.optional("url_id", record.url_id, "Path segment of the record in the CRM, for links.")
        .at_most(1'024)
        .null_as_absent();
}

std::vector<const record*> with_content(const std::vector<record>& records)
{
    std::vector<const record*> result;
    result.reserve(records.size());
    for (const auto& record : records)
        if (!record.content.empty()) result.push_back(&record);
    return result;
}

} // namespace verbatim::feedback
