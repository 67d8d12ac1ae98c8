#include "verbatim/sdk/llm.hpp"

#include <utility>

namespace verbatim::sdk {

llm::~llm() = default;

task<completion> llm::complete(const chat_request& request)
{
    auto outcome = co_await try_complete(request);
    if (!outcome) throw std::move(outcome).error();
    co_return std::move(*outcome);
}

reply_reading check_reply(const chat_request& request, std::string& reply)
{
    reply_reading reading{.json = {}, .fits = true, .repairs = {}, .problem = {}};
    if (const auto* schema = request.output_schema; schema && schema->read) reading = schema->read(*schema, reply);

    const std::string& text = reading.json ? *reading.json : reply;
    if (request.accept) reading.fits = request.accept(text);
    if (!reading.fits && reading.problem.empty())
        reading.problem = "Its values do not answer the task: they name nothing that the message holds, or leave out "
                          "what the task asks for.";
    if (reading.fits && reading.json) reply = std::move(*reading.json);
    return reading;
}

} // namespace verbatim::sdk
