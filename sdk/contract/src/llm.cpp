#include "verbatim/sdk/llm.hpp"

#include <utility>

namespace verbatim::sdk {

prompt_text::prompt_text(std::string text)
    : text_{std::move(text)}
{}

prompt_text prompt_text::trusted(std::string_view text) { return prompt_text{std::string{text}}; }
prompt_text prompt_text::redacted(std::string text) { return prompt_text{std::move(text)}; }

prompt_text& prompt_text::operator+=(const prompt_text& other)
{
    text_ += other.text_;
    return *this;
}

llm::~llm() = default;

task<completion> llm::complete(const chat_request& request)
{
    auto outcome = co_await try_complete(request);
    if (!outcome) throw std::move(outcome).error();
    co_return std::move(*outcome);
}

} // namespace verbatim::sdk
