#include "code_list.hpp"

#include "prompts.hpp"

#include "verbatim/feedback/tokens.hpp"
#include "verbatim/sdk/error.hpp"
#include "verbatim/sdk/text.hpp"
#include "verbatim/sdk/token_estimate.hpp"

namespace verbatim::assign_codes {

const codebook::framework& framework_of(const std::optional<codebook::framework>& requested,
                                        const coding_settings&                    settings)
{
    if (requested) return *requested;
    if (settings.default_framework) return *settings.default_framework;
    throw sdk::validation_error{"coding_levels", "Field required"};
}

std::size_t message_length(const codebook::framework& codes, std::size_t other)
{
    return sdk::estimation_length(prompts::option_list({}).text()) + codebook::formatted_length(codes) + other;
}

sdk::task<code_list> make_code_list(sdk::call& call, const codebook::framework& codes, std::size_t other)
{
    const auto make = [&, limits = call.model().limits()] {
        feedback::check_budget(message_length(codes, other), limits);
        code_list list{.options = codebook::flatten(codes), .text = {}};
        list.text = prompts::option_list(list.options);
        return list;
    };
    co_return co_await call.compute(make);
}

} // namespace verbatim::assign_codes
