// Responses of token sources.
#include "target.hpp"

#include "identity/token_exchange.hpp"

#include <algorithm>

namespace verbatim::fuzz {

using namespace core::identity;

void run(std::string_view input)
{
    const auto token =
        parse_token_response(input, std::chrono::system_clock::time_point{std::chrono::seconds{1'800'000'000}});
    if (!token) return;
    const auto& text = token->text.reveal();
    require(!text.empty() && text.size() <= 16 * 1024, "a token is bounded");
    require(std::ranges::all_of(text, [](char c) { return c > ' ' && c <= '~'; }), "a token fits in a header");
    require(token->lifetime.count() > 0 && token->lifetime <= std::chrono::hours{24}, "a lifetime is at most a day");
}

} // namespace verbatim::fuzz
