#include "verbatim/sdk/http_client.hpp"

#include "verbatim/sdk/text.hpp"

#include <algorithm>
#include <cstdint>

namespace verbatim::sdk {

namespace {

/// Calls `use` with each run of eight bytes, as one number, until it returns true.
template <class Use>
bool any_run(std::string_view text, Use use)
{
    std::uint64_t run   = 0;
    int           count = 0;
    for (const char c : text)
    {
        if (static_cast<unsigned char>(c) < 0x80 && !ascii::is_alphanumeric(c)) continue;
        run = run << 8 | static_cast<unsigned char>(ascii::to_lower(c));
        if (++count >= 8 && use(run)) return true;
    }
    return false;
}

} // namespace

http_client::~http_client() = default;

bool holds_text(const http_request& request, std::span<const std::string_view> texts)
{
    // Sorted, not hashed: a caller could choose runs whose hashes collide.
    std::vector<std::uint64_t> runs;
    const auto                 add_runs = [&](std::string_view value) {
        any_run(value, [&](std::uint64_t run) {
            runs.push_back(run);
            return false;
        });
    };
    for (const auto& segment : request.segments) add_runs(segment);
    for (const auto* fields : {&request.query, &request.headers})
        for (const auto& field : *fields) add_runs(field.value);
    if (runs.empty()) return false;
    std::ranges::sort(runs);
    return std::ranges::any_of(texts, [&](std::string_view text) {
        return any_run(text, [&](std::uint64_t run) { return std::ranges::binary_search(runs, run); });
    });
}

} // namespace verbatim::sdk
