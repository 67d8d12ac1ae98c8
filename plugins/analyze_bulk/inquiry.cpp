#include "inquiry.hpp"

#include "verbatim/feedback/tokens.hpp"
#include "verbatim/feedback/unicode.hpp"

#include <utility>

namespace verbatim::analyze_bulk {

sdk::task<sdk::result<std::string>> inquiry::ask(sdk::outbound system, sdk::outbound user)
{
    const auto characters = feedback::code_points(system.text()) + feedback::code_points(user.text());
    const auto limits     = call.model().limits();
    if (auto too_large = feedback::over_budget(characters, limits)) co_return std::move(*too_large);

    paid += {.calls = 1, .estimated_tokens = feedback::estimated_tokens(characters, limits)};
    const sdk::conversation said{.system = std::move(system), .user = std::move(user)};
    auto                    reply = co_await call.model().try_complete(said);
    if (!reply) co_return std::move(reply).error();
    paid.add_tokens_of(*reply);
    co_return std::move(reply->text);
}

std::size_t losses::count() const noexcept
{
    std::size_t all = 0;
    for (const auto& [name, count] : classes_) all += count;
    return all;
}

std::string losses::spelled() const
{
    std::string all;
    for (const auto& [name, count] : classes_)
        all.append(all.empty() ? "" : ",").append(name).append(":").append(std::to_string(count));
    return all;
}

} // namespace verbatim::analyze_bulk
