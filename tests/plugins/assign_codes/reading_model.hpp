#pragma once

#include "verbatim/sdk/error.hpp"
#include "verbatim/sdk/llm.hpp"

#include <boost/json/array.hpp>

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// A model that reads the messages of assign-codes and assign-codes-bulk, and answers by functions. Each call completes
/// only after other runnable work.
class reading_model final : public verbatim::sdk::llm
{
public:
    /// Options for a text; none: a call about this text alone fails, and one about several records leaves it out.
    std::function<std::optional<std::vector<std::size_t>>(std::string_view text)> pick;

    /// Score of a path, its names joined by `>`, for a text. None as above.
    std::function<std::optional<double>(std::string_view text, std::string_view path)> score;

    /// The error of a call instead of an answer, by its number from 0; null: none.
    std::function<std::optional<verbatim::sdk::error>(std::size_t call)> failure;

    std::vector<std::string>    schemas;  ///< of the calls
    std::vector<std::string>    messages; ///< the user messages
    std::vector<std::size_t>    prefixes; ///< their shared prefixes
    std::size_t                 most_at_once = 0;
    verbatim::sdk::token_limits token_limits{};

    verbatim::sdk::task<verbatim::sdk::result<verbatim::sdk::completion>>
                                try_complete(const verbatim::sdk::chat_request& request) override;
    verbatim::sdk::token_limits limits() const noexcept override { return token_limits; }

private:
    boost::json::array levels_of(std::string_view text, std::string_view code) const;

    std::size_t waiting_ = 0;
};
