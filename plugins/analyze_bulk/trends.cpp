#include "trends.hpp"

#include "verbatim/feedback/json_size.hpp"
#include "verbatim/feedback/markup.hpp"
#include "verbatim/sdk/text.hpp"

#include <boost/json/array.hpp>
#include <boost/json/value.hpp>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <map>
#include <numeric>
#include <set>
#include <string>
#include <utility>

namespace verbatim::analyze_bulk {

namespace {

const boost::json::string* text_of(const boost::json::object& metadata, std::string_view key)
{
    const auto* value = metadata.if_contains(key);
    return value ? value->if_string() : nullptr;
}

template <class Each>
void for_each_label(std::string_view text, Each each)
{
    for (;;)
    {
        const auto comma = text.find(',');
        if (const auto label = sdk::utf8::trimmed(text.substr(0, comma)); !label.empty()) each(label);
        if (comma == text.npos) return;
        text.remove_prefix(comma + 1);
    }
}

/// The labels of a text or of an array of texts; other values have none.
template <class Each>
void for_each_label(const boost::json::value& value, Each each)
{
    if (const auto* text = value.if_string()) for_each_label(std::string_view{*text}, each);
    const auto* items = value.if_array();
    if (!items || !std::ranges::all_of(*items, [](const auto& item) { return item.is_string(); })) return;
    for (const auto& item : *items) for_each_label(std::string_view{item.get_string()}, each);
}

bool is_longer(std::string_view text, std::size_t limit)
{
    return text.size() > limit && sdk::utf8::count_code_points(text) > limit;
}

/// An upper bound of the bytes of a cell in the response.
std::size_t json_bytes(std::string_view code)
{
    constexpr std::size_t frame = 64; // names, punctuation, period and count
    return frame + feedback::json_size(code);
}

/// Counts labels within the limits. Labels are views of the metadata.
class trend_counter
{
public:
    trend_counter(const trend_fields& fields, feedback::period_length length, const trend_limits& limits)
        : fields_{fields}
        , length_{length}
        , limits_{limits}
    {}

    trend_counts count(std::span<const feedback::record* const> records)
    {
        for (const auto* record : records) add_candidates(*record);
        if (periods_.empty()) return {};

        const auto codes = most_frequent();
        period_list_.assign(periods_.begin(), periods_.end());
        rows_.assign(codes.size() * periods_.size(), 0);
        for (std::size_t n = 0; n != codes.size(); ++n) row_of_.emplace(codes[n], n);
        for (const auto* record : records) fill(*record);
        return {.trends = to_trends(codes), .omitted_labels = omitted_labels_, .omitted_periods = omitted_periods_};
    }

private:
    std::optional<std::string> period_of(const feedback::record& record) const
    {
        const auto* date   = text_of(record.metadata, fields_.date);
        const auto  period = date ? feedback::parse_period(*date, length_) : std::nullopt;
        return period ? std::optional{period->label()} : std::nullopt;
    }

    /// The labels of a record within the limits; returns the number of the others.
    template <class Each>
    std::size_t for_each_code(const feedback::record& record, Each each) const
    {
        std::size_t count   = 0;
        std::size_t omitted = 0;
        for (const auto& field : fields_.codes)
            if (const auto* codes = record.metadata.if_contains(field))
                for_each_label(*codes, [&](std::string_view code) {
                    if (count == limits_.labels_per_record || is_longer(code, limits_.label_length)) ++omitted;
                    else ++count, each(code);
                });
        return omitted;
    }

    void add_candidates(const feedback::record& record)
    {
        auto period = period_of(record);
        if (!period) return;
        periods_.insert(std::move(*period));
        if (periods_.size() > limits_.periods) periods_.erase(periods_.begin());
        omitted_labels_ += for_each_code(record, [&](std::string_view code) {
            if (const auto known = frequency_.find(code); known != frequency_.end()) ++known->second;
            else if (frequency_.size() != limits_.candidates) frequency_.emplace(code, 1);
        });
    }

    /// Sorted by frequency, then by code point. UTF-8 sorts by byte like its code points.
    std::vector<std::string_view> most_frequent() const
    {
        std::vector<std::pair<std::string_view, std::int64_t>> ranking{frequency_.begin(), frequency_.end()};
        std::ranges::stable_sort(ranking, std::ranges::greater{}, [](const auto& entry) { return entry.second; });
        ranking.resize(std::min(ranking.size(), limits_.codes));
        std::vector<std::string_view> codes;
        for (const auto& [code, count] : ranking) codes.push_back(code);
        return codes;
    }

    void fill(const feedback::record& record)
    {
        const auto period = period_of(record);
        if (!period) return;
        const auto place = std::ranges::lower_bound(period_list_, *period);
        if (place == period_list_.end() || *place != *period)
        {
            ++omitted_periods_;
            return;
        }
        const auto column = static_cast<std::size_t>(place - period_list_.begin());
        for_each_code(record, [&](std::string_view code) {
            const auto row = row_of_.find(code);
            if (row == row_of_.end()) ++omitted_labels_;
            else ++rows_[row->second * period_list_.size() + column];
        });
    }

    /// Codes that would exceed the bytes of the response are left out, the least frequent first.
    coding_trends to_trends(const std::vector<std::string_view>& codes)
    {
        coding_trends trends{.periods = period_list_, .cells = {}};
        std::size_t   bytes = 0;
        for (std::size_t n = 0; n != codes.size(); ++n)
        {
            const std::span row{rows_.data() + n * trends.periods.size(), trends.periods.size()};
            const auto      cells = row.size() - static_cast<std::size_t>(std::ranges::count(row, 0U));
            bytes += cells * json_bytes(codes[n]);
            if (bytes > limits_.json_bytes) omitted_labels_ += std::accumulate(row.begin(), row.end(), std::size_t{0});
            else add_cells(trends, codes[n], row);
        }
        std::ranges::stable_sort(trends.cells, {}, &trend_cell::code);
        return trends;
    }

    static void add_cells(coding_trends& trends, std::string_view code, std::span<const std::uint32_t> row)
    {
        for (std::size_t n = 0; n != row.size(); ++n)
            if (row[n] != 0) trends.cells.push_back({std::string{code}, trends.periods[n], row[n]});
    }

    const trend_fields&                      fields_;
    feedback::period_length                  length_;
    const trend_limits&                      limits_;
    std::set<std::string>                    periods_;
    std::vector<std::string>                 period_list_;
    std::map<std::string_view, std::int64_t> frequency_;
    std::map<std::string_view, std::size_t>  row_of_;
    std::vector<std::uint32_t>               rows_; ///< a row per code, a column per period
    std::size_t                              omitted_labels_  = 0;
    std::size_t                              omitted_periods_ = 0;
};

} // namespace

void declare(sdk::schema_builder& schema, trend_cell& cell)
{
    schema.name("CodingTrendCell", "Number of occurrences of a code in a period.");
    schema.field("code", cell.code, "Label of the code, of any level.").example("Health");
    schema.field("period", cell.period, "Label of the period.").example("2026-W10");
    schema.field("count", cell.count, "Number of occurrences.").at_least(1).example("1");
}

void declare(sdk::schema_builder& schema, coding_trends& trends)
{
    schema.name("CodingTrends", "Counts of codes over time, computed without a model.");
    schema.field("periods", trends.periods, "Periods that contain a dated record, ascending.");
    schema.field("cells", trends.cells, "Counts above zero, sorted by code and then by period.");
}

trend_counts count_trends(std::span<const feedback::record* const> records, const trend_fields& fields,
                          feedback::period_length length, const trend_limits& limits)
{
    return trend_counter{fields, length, limits}.count(records);
}

std::vector<std::string_view> codes_of(const coding_trends& trends)
{
    std::vector<std::string_view> codes;
    for (const auto& cell : trends.cells)
        if (codes.empty() || codes.back() != cell.code) codes.push_back(cell.code);
    return codes;
}

std::optional<sdk::prompt_text> trend_grid(const coding_trends& trends, const feedback::redaction& names,
                                           std::size_t max_characters)
{
    std::string rows = "code";
    for (const auto& period : trends.periods) rows.append(",").append(period);

    // Cells are sorted by code and period, so one pass fills the rows. Every row has at least a comma and a digit per
    // period, so a grid that is too large is detected before it is written.
    for (auto cell = trends.cells.begin(); cell != trends.cells.end();)
    {
        const auto& code = cell->code;
        rows.append("\n").append(names.unescaped_field(feedback::on_one_line(code)));
        if (rows.size() > 4 * max_characters || trends.periods.size() * 2 > max_characters) return std::nullopt;
        for (const auto& period : trends.periods)
        {
            const bool present = cell != trends.cells.end() && cell->code == code && cell->period == period;
            rows.append(",").append(present ? std::to_string(cell->count) : "0");
            if (present) ++cell;
        }
    }
    if (sdk::utf8::count_code_points(rows) > max_characters) return std::nullopt;
    return names.completion_text(rows);
}

} // namespace verbatim::analyze_bulk
