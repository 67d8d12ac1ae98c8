#pragma once

#include "verbatim/sdk/export.hpp"
#include "verbatim/sdk/prompt_text.hpp"

#include <cstddef>
#include <memory>
#include <string>

namespace verbatim::sdk {

/// The system message of a model request. Copies share its text, its length and its JSON form, which are computed once.
/// If all calls use the same message, make it in the operation's constructor. [any thread]
class VERBATIM_SDK_API system_message
{
public:
    system_message();                 ///< empty
    system_message(prompt_text text); // NOLINT: a prompt text is a system message
    system_message(literal text)      // NOLINT
        : system_message{prompt_text{text}}
    {}

    system_message(const system_message&)            = default; // no move: the source would have no content
    system_message& operator=(const system_message&) = default;

    const std::string& text() const noexcept { return content_->text.text(); }

    /// The text as a JSON string, in quotation marks.
    const std::string& json() const noexcept { return content_->json; }

    /// See sdk::estimation_length().
    std::size_t estimation_length() const noexcept { return content_->length; }

private:
    friend struct layouts;

    struct content
    {
        prompt_text text;
        std::string json;
        std::size_t length = 0; ///< for estimates
    };

    std::shared_ptr<const content> content_;
};

} // namespace verbatim::sdk
