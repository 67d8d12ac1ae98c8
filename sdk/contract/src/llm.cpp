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

} // namespace verbatim::sdk
