#include "subjects.hpp"

#include "verbatim/feedback/json_size.hpp"

#include <numeric>
#include <utility>

namespace verbatim::analyze_bulk {

namespace {

/// An upper bound of the bytes of a count in the response.
std::size_t json_bytes(const membership& records)
{
    constexpr std::size_t frame = 100; // names, punctuation, count and share
    return frame + feedback::json_size(records.id) + feedback::json_size(records.title);
}

} // namespace

sdk::enum_values declare(subject_kind)
{
    return {"SubjectKind",
            {{"theme", subject_kind::theme, "A theme of the response."},
             {"value", subject_kind::value, "A value of a dimension of the response."},
             {"code", subject_kind::code, "A code of the metadata."}}};
}

std::vector<membership> subjects_of(std::span<const feedback::record* const> records,
                                    std::span<const membership> memberships, const code_fields& fields,
                                    std::size_t max_codes, std::size_t max_bytes)
{
    std::vector<membership> list;
    std::size_t             bytes = 0;
    for (const auto& subject : memberships)
    {
        bytes += json_bytes(subject);
        if (subject.kind == subject_kind::theme || bytes <= max_bytes) list.push_back(subject);
    }
    std::vector<std::size_t> positions(records.size());
    std::iota(positions.begin(), positions.end(), std::size_t{0});
    code_limits limits;
    limits.codes = max_codes;
    auto codes   = code_memberships(records, positions, fields, limits).codes;
    for (auto& code : codes)
        if ((bytes += json_bytes(code)) <= max_bytes)
        {
            code.kind = subject_kind::code;
            list.push_back(std::move(code));
        }
    return list;
}

} // namespace verbatim::analyze_bulk
