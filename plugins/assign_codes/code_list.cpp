#include "code_list.hpp"

#include "prompts.hpp"

#include "verbatim/feedback/tokens.hpp"
#include "verbatim/sdk/text.hpp"
#include "verbatim/sdk/token_estimate.hpp"

namespace verbatim::assign_codes {

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
