#pragma once

#include "verbatim/sdk/export.hpp"
#include "verbatim/sdk/prompt_text.hpp"

#include <cstddef>
#include <memory>
#include <string>

namespace verbatim::sdk {

/// The system message of requests to a model. Copies share its text, and its length and JSON form, which are computed
/// once. An operation whose message is the same for all calls therefore makes it in its constructor. Immutable. [any
/// thread]
class VERBATIM_SDK_API system_message
{
public:
    system_message();                 ///< empty
    system_message(prompt_text text); // NOLINT: a prompt text is a system message
    system_message(literal text)      // NOLINT
        : system_message{prompt_text{text}}
    {}

    const std::string& text() const noexcept { return content_->text.text(); }

    /// The text as a JSON string, in quotation marks.
    const std::string& json() const noexcept { return content_->json; }

    std::size_t code_points() const noexcept { return content_->code_points; }

private:
    struct content
    {
        prompt_text text;
        std::string json;
        std::size_t code_points = 0;
    };

    std::shared_ptr<const content> content_;
};

} // namespace verbatim::sdk
