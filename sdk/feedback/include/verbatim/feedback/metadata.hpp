#pragma once

#include "verbatim/sdk/schema.hpp"

#include <boost/json/object.hpp>
#include <boost/json/value.hpp>

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace verbatim::feedback {

/// Metadata keys with a meaning, and those that models may see. Set by the operator, the same for every operation; part
/// of the settings of operations that read metadata.
struct metadata_keys
{
    std::string                             date  = "created";
    std::vector<std::string>                codes = {"coding_level_1", "coding_level_2", "coding_level_3"};
    std::optional<std::vector<std::string>> allowed; ///< keys that models may see; not set: date and codes

    /// The keys that models may see. No other metadata is sent.
    std::vector<std::string> visible_to_models() const;

    /// All keys with a meaning: date, codes, and those that models may see.
    std::vector<std::string> all() const;
};

/// A number or a boolean of metadata as text: `7`, `1.5`, `true`. A fraction has the fewest digits that read back
/// equal, and an exponent only below 1e-6 and from 1e21: `1e+300`. 2.0 is `2`. None for other values, and for numbers
/// that are infinite as a double.
std::optional<std::string> scalar_text(const boost::json::value& value);

/// The approximate bytes that `fields` of the metadata hold. Counting ends soon after `enough`.
std::size_t metadata_bytes(const boost::json::object& metadata, std::span<const std::string> fields,
                           std::size_t enough);

/// Declares them among an operation's settings.
void metadata_settings(sdk::schema_builder& schema, metadata_keys& keys);

} // namespace verbatim::feedback
