#include "subjects.hpp"

#include "verbatim/feedback/json_size.hpp"

#include <algorithm>
#include <bit>
#include <functional>
#include <map>
#include <numeric>
#include <optional>
#include <utility>

namespace verbatim::analyze_bulk {

namespace {

/// A set of record positions.
class record_set
{
public:
    explicit record_set(std::size_t records)
        : words_((records + 63) / 64)
    {}

    void add(std::size_t at) { words_[at / 64] |= std::uint64_t{1} << (at % 64); }
    void add(const record_set& other)
    {
        for (std::size_t n = 0; n != words_.size(); ++n) words_[n] |= other.words_[n];
    }

    std::size_t size() const
    {
        return std::transform_reduce(words_.begin(), words_.end(), std::size_t{0}, std::plus{},
                                     [](std::uint64_t word) { return static_cast<std::size_t>(std::popcount(word)); });
    }

    bool contains(const record_set& other) const
    {
        for (std::size_t n = 0; n != words_.size(); ++n)
            if ((other.words_[n] & ~words_[n]) != 0) return false;
        return true;
    }

private:
    std::vector<std::uint64_t> words_;
};

/// Finds rows that are the union of others without common records.
class union_finder
{
public:
    union_finder(std::size_t records, const std::vector<subject>& subjects)
    {
        sets_.emplace_back(records);
        for (std::size_t at = 0; at != records; ++at) sets_[0].add(at);
        for (const auto& subject : subjects)
        {
            sets_.emplace_back(records);
            for (const auto at : subject.records.records) sets_.back().add(at);
        }
        for (const auto& set : sets_) sizes_.push_back(set.size());
    }

    /// Adds the unions of rows of `family`.
    void find(const std::vector<std::size_t>& family, std::vector<std::vector<std::size_t>>& unions) const
    {
        for (std::size_t whole = 0; whole != sets_.size(); ++whole)
        {
            auto parts = largest_parts(whole, family);
            if (parts.empty() || !are_disjoint_and_complete(whole, parts)) continue;
            parts.insert(parts.begin(), whole);
            if (std::ranges::find(unions, parts) == unions.end()) unions.push_back(std::move(parts));
        }
    }

private:
    /// Whether a row's records are among those of another row. Of equal rows the first contains the second.
    bool is_inside(std::size_t part, std::size_t whole) const
    {
        if (part == whole || sizes_[part] > sizes_[whole] || sizes_[part] == 0) return false;
        return (sizes_[part] != sizes_[whole] || whole < part) && sets_[whole].contains(sets_[part]);
    }

    /// The rows inside `whole` that are inside no other of them.
    std::vector<std::size_t> largest_parts(std::size_t whole, const std::vector<std::size_t>& family) const
    {
        std::vector<std::size_t> inside, largest;
        for (const auto row : family)
            if (is_inside(row, whole)) inside.push_back(row);
        for (const auto row : inside)
            if (std::ranges::none_of(inside, [&](std::size_t other) { return is_inside(row, other); }))
                largest.push_back(row);
        return largest;
    }

    bool are_disjoint_and_complete(std::size_t whole, const std::vector<std::size_t>& parts) const
    {
        std::size_t sum = 0;
        auto        all = sets_[parts[0]];
        for (const auto part : parts)
        {
            sum += sizes_[part];
            if (sum > sizes_[whole]) return false;
            all.add(sets_[part]);
        }
        return sum == sizes_[whole] && all.size() == sum;
    }

    std::vector<record_set>  sets_;
    std::vector<std::size_t> sizes_;
};

/// Rows of the subjects of a kind.
std::vector<std::size_t> rows_of(const std::vector<subject>& subjects, subject_kind kind)
{
    std::vector<std::size_t> rows;
    for (std::size_t n = 0; n != subjects.size(); ++n)
        if (subjects[n].kind == kind) rows.push_back(n + 1);
    return rows;
}

/// For each field the rows of the codes that occur in it.
std::vector<std::vector<std::size_t>> rows_by_field(std::span<const feedback::record* const> records,
                                                    const std::vector<subject>& subjects, const code_fields& fields)
{
    std::map<std::string_view, std::size_t> row_of;
    for (std::size_t n = 0; n != subjects.size(); ++n)
        if (subjects[n].kind == subject_kind::code) row_of.emplace(subjects[n].records.id, n + 1);

    std::vector<std::vector<std::size_t>> families;
    for (const auto& key : fields.keys)
    {
        const code_fields field{{key}, fields.separator};
        std::vector<bool> occurs(subjects.size() + 1, false);
        for (const auto* record : records)
            for (const auto label : codes_of(*record, field).labels)
                if (const auto row = row_of.find(label); row != row_of.end()) occurs[row->second] = true;
        auto& rows = families.emplace_back();
        for (std::size_t row = 0; row != occurs.size(); ++row)
            if (occurs[row]) rows.push_back(row);
    }
    return families;
}

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
             {"code", subject_kind::code, "A code of the metadata."}}};
}

subject_list subjects_of(std::span<const feedback::record* const> records, std::span<const membership> themes,
                         const code_fields& fields, std::size_t max_codes, std::size_t max_bytes)
{
    subject_list list;
    std::size_t  bytes = 0;
    for (const auto& theme : themes)
    {
        bytes += json_bytes(theme);
        list.subjects.push_back({subject_kind::theme, theme});
    }
    std::vector<std::size_t> positions(records.size());
    std::iota(positions.begin(), positions.end(), std::size_t{0});
    code_limits limits;
    limits.codes = max_codes;
    auto codes   = code_memberships(records, positions, fields, limits).codes;
    for (auto& code : codes)
        if ((bytes += json_bytes(code)) <= max_bytes) list.subjects.push_back({subject_kind::code, std::move(code)});

    const union_finder finder{records.size(), list.subjects};
    finder.find(rows_of(list.subjects, subject_kind::theme), list.unions);
    finder.find(rows_of(list.subjects, subject_kind::code), list.unions);
    for (const auto& rows : rows_by_field(records, list.subjects, fields)) finder.find(rows, list.unions);
    return list;
}

count_table count_by_group(const subject_list& list, const record_groups& groups)
{
    count_table table{.rows = {groups.sizes}, .unions = list.unions};
    for (const auto& subject : list.subjects)
    {
        auto& row = table.rows.emplace_back(groups.sizes.size(), 0);
        for (const auto at : subject.records.records) ++row[groups.of_record[at]];
    }
    return table;
}

} // namespace verbatim::analyze_bulk
