#include "verbatim/sdk/llm.hpp"

#include <utility>

namespace verbatim::sdk {

outbound::outbound(std::string text)
    : text_{std::move(text)}
{}

outbound outbound::trusted(std::string_view words) { return outbound{std::string{words}}; }
outbound outbound::redacted(std::string text) { return outbound{std::move(text)}; }

outbound& outbound::operator+=(const outbound& more)
{
    text_ += more.text_;
    return *this;
}

llm::~llm() = default;

task<completion> llm::complete(const conversation& what)
{
    auto answer = co_await try_complete(what);
    if (!answer) throw std::move(answer).error();
    co_return std::move(*answer);
}

} // namespace verbatim::sdk
