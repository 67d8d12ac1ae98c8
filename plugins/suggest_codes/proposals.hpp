#pragma once

#include "verbatim/codebook/options.hpp"
#include "verbatim/feedback/redaction.hpp"
#include "verbatim/feedback/response_text.hpp"
#include "verbatim/sdk/schema.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace verbatim::suggest_codes {

/// A code as the model writes it. Numbers are positions in the lists of its message.
struct model_code
{
    std::string               name;
    std::string               definition;
    std::string               inclusion;
    std::int64_t              parent = -1; ///< an existing code; -1: none
    std::vector<std::int64_t> records;
    std::vector<std::int64_t> similar; ///< existing codes
};
void declare(sdk::schema_builder& schema, model_code& code);

/// The output of the model.
struct model_codes
{
    std::vector<model_code> codes;
};
void declare(sdk::schema_builder& schema, model_codes& codes);

/// None if the text is not such an object.
std::optional<model_codes> parse_codes(std::string_view output);

/// Characters of a proposed name.
inline constexpr std::size_t max_proposed_name = 200;

/// A checked code: its texts are bounded and without links, its numbers exist and occur once.
struct proposal
{
    feedback::response_text    name;
    feedback::response_text    definition;
    feedback::response_text    inclusion;
    std::optional<std::size_t> parent;
    std::vector<std::size_t>   records; ///< ascending; never empty
    std::vector<std::size_t>   similar; ///< ascending
};

struct proposals
{
    std::vector<proposal> codes;
    std::size_t           dropped_codes      = 0; ///< without a name or a record, or beyond the maximum
    std::size_t           dropped_references = 0; ///< numbers that do not exist or repeat, and impossible parents
};

/// The lists that the numbers of a model refer to.
struct reference_lists
{
    std::size_t       records = 0;
    std::vector<bool> can_be_parent; ///< of each existing code
};

/// Whether a code names a record that exists, or there is no code.
bool names_records(const model_codes& output, std::size_t records);

/// Checks what the model wrote. Codes with the same parent and, but for case, the same name become one.
proposals check_codes(const model_codes& output, const reference_lists& lists, std::size_t max_codes);

} // namespace verbatim::suggest_codes

/// The output without a provider: counts words and understands nothing.
namespace verbatim::suggest_codes::offline {

/// A code for each of the most frequent phrases that several records share, below the code whose words are most like
/// theirs. All texts of `redaction` are contents.
model_codes propose(const feedback::redaction& redaction, std::span<const codebook::option> options,
                    std::size_t max_codes);

} // namespace verbatim::suggest_codes::offline
