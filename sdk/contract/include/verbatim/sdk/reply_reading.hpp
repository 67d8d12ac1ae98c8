#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace verbatim::sdk {

/// What a reader corrected in the reply of a model, in the order of doubt: docs/reference/prompts.md#reading-an-output.
enum class reply_repair : std::uint8_t
{
    prose,      ///< text or a fence surrounds the value
    controls,   ///< raw line breaks or other control characters in a string
    commas,     ///< a comma before a closing bracket
    comments,   ///< comments between values
    quotes,     ///< single or typographic quotation marks, names without any, unknown escapes
    literals,   ///< True, None, NaN and their kin
    numbers,    ///< numbers as strings, 8/10, 80 %, numbers in forms that JSON does not allow
    references, ///< "record 3", "#3", "R-3." for the number 3
    names,      ///< names of members and values in another case or with other separators
    members,    ///< members that the schema does not have
    types,      ///< one value for a list, a list of lines for a text
    wrapper,    ///< an object around the value, or a list without the object around it
    unclosed,   ///< brackets that the reply does not close
    tokens,     ///< control tokens of a model
    repetition, ///< a text that repeats itself to the end
};

/// As metrics and provenance show the repairs, in the order of reply_repair.
inline constexpr std::array<std::string_view, 15> reply_repair_names{
    "prose", "controls", "commas", "comments", "quotes",   "literals", "numbers",   "references",
    "names", "members",  "types",  "wrapper",  "unclosed", "tokens",   "repetition"};

/// "other" for a value of a later version.
constexpr std::string_view to_string(reply_repair repair) noexcept
{
    const auto index = static_cast<std::size_t>(repair);
    return index < reply_repair_names.size() ? reply_repair_names[index] : "other";
}

/// A reply that was read against an output schema.
struct reply_reading
{
    std::optional<std::string> json;         ///< the value as JSON; none: the reply holds none
    bool                       fits = false; ///< the value has all members of the schema, with their types
    std::vector<reply_repair>  repairs;      ///< each kind once, in order

    /// A sentence for the model about what does not fit. It holds names of the schema and nothing of the reply.
    std::string problem;
};

} // namespace verbatim::sdk
