#include "verbatim/sdk/system_message.hpp"

#include "verbatim/sdk/json_text.hpp"
#include "verbatim/sdk/token_estimate.hpp"

#include <utility>

namespace verbatim::sdk {

system_message::system_message()
{
    static const system_message empty{prompt_text{}};
    *this = empty;
}

system_message::system_message(prompt_text text)
{
    auto result    = std::make_shared<content>();
    result->length = sdk::estimation_length(text.text());
    append_json_string(text.text(), result->json);
    result->text = std::move(text);
    content_     = std::move(result);
}

} // namespace verbatim::sdk
