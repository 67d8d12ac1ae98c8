#pragma once

#include "recording/usage_row.hpp"

#include <cstdio>
#include <string>
#include <vector>

namespace verbatim::core::recording::testing {

/// A row whose attempt id is made from `n`.
inline usage_row sample_row(unsigned n)
{
    char id[37];
    std::snprintf(id, sizeof id, "%08x-0000-4000-8000-000000000000", n);
    return {.attempt_id = id,
            .tenant_id  = "tenant-nl",
            .operation  = "analyze",
            .call_id    = "aaaaaaaa-0000-4000-8000-000000000000",
            .started =
                std::chrono::sys_time<std::chrono::microseconds>{std::chrono::microseconds{1'700'000'000'123'456}},
            .duration      = std::chrono::milliseconds{12},
            .model         = "azure/gpt-5.4",
            .input_tokens  = 1'000,
            .output_tokens = 200,
            .cost          = 4'500,
            .error         = {}};
}

/// Model names of a provider that no database accepts unchanged.
inline std::vector<std::string> hostile_model_names()
{
    return {std::string{"a\0b", 3},
            "\xFF\xFE",
            "\xC0\x80",
            "\xED\xA0\x80",
            "\xF4\x90\x80\x80",
            "\xE2\x82",
            "\",null]]",
            "\\u0000",
            "\n\t\x01\x7F",
            "",
            std::string(5'000, 'x'),
            "\xF0\x9F\x92\xA3"};
}

} // namespace verbatim::core::recording::testing
