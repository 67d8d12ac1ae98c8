#pragma once

#include "verbatim/feedback/record.hpp"
#include "verbatim/sdk/anonymizer.hpp"
#include "verbatim/sdk/call.hpp"
#include "verbatim/sdk/task.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace verbatim::feedback {

/// The ids and metadata values that messages show. Borrows all of them.
struct record_fields
{
    std::span<const record* const> records  = {};
    std::span<const std::string>   metadata = {}; ///< keys of the shown values
    std::vector<std::string_view>  labels   = {}; ///< parts of metadata values that are shown by themselves
};

/// The approximate bytes of the fields without the labels. Counting ends soon after max_inline_bytes.
std::size_t bytes_of(const record_fields& fields);

/// Ids and metadata values with their findings. Those without any are absent.
using field_findings = std::map<std::string, std::vector<sdk::detected_entity>, std::less<>>;

struct detected_fields
{
    field_findings findings;
    std::uint64_t  first_number = 0; ///< above those of all placeholders in the fields
};

/// Finds e-mail addresses and numbers with a checksum in the fields. In an id a finding extends over all of it, and a
/// number with a weak checksum counts only if most ids of its shape have one:
/// docs/reference/redaction.md#ids-and-metadata. Throws what the anonymizer throws. [call] [may wait]
sdk::task<detected_fields> detect_in_fields(sdk::call& call, const record_fields& fields);

} // namespace verbatim::feedback
