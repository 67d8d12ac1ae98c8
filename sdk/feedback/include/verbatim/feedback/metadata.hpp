#pragma once

#include "verbatim/sdk/schema.hpp"

#include <optional>
#include <string>
#include <vector>

namespace verbatim::feedback {

/// Which metadata of a record means something, and which of it a model may see: chosen by the operator, the same for
/// every operation. Part of the settings of those that read metadata.
struct metadata_keys
{
    std::string                             date  = "created";
    std::vector<std::string>                codes = {"coding_level_1", "coding_level_2", "coding_level_3"};
    std::optional<std::vector<std::string>> allowed; ///< not set: the date and the codes

    /// What a model may see; nothing else of the metadata is ever sent.
    std::vector<std::string> visible_to_models() const;

    /// What means anything at all: date, codes, and what a model may see.
    std::vector<std::string> all() const;
};

/// Declares them among an operation's settings.
void metadata_settings(sdk::schema_builder& schema, metadata_keys& keys);

} // namespace verbatim::feedback
