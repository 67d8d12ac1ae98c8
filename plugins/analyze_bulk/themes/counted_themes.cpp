#include "themes/counted_themes.hpp"

#include "themes/model_output.hpp"

#include "verbatim/feedback/refused_items.hpp"
#include "verbatim/text_analysis/tokenizer.hpp"

#include <algorithm>
#include <functional>
#include <iterator>
#include <numeric>
#include <set>
#include <unordered_map>
#include <utility>

namespace verbatim::analyze_bulk::themes {

namespace {

counted_theme without_records(const theme& definition)
{
    counted_theme counted{.definition = definition, .records = {}, .sub_themes = {}, .sentences = {}};
    for (const auto& sub_theme : definition.sub_themes) counted.sub_themes.push_back({sub_theme, {}});
    return counted;
}

class counter
{
public:
    counter(const std::vector<theme>& themes, std::span<const dimensions::dimension> dimensions,
            const feedback::redaction& redaction)
        : definitions_{themes}
        , dimensions_{dimensions}
        , redaction_{redaction}
    {
        for (const auto& theme : themes) result_.themes.push_back(without_records(theme));
    }

    /// `repeated`: records that further batches ask about again.
    void add_all(const std::vector<hierarchy::partial_analysis>& batches,
                 const std::vector<hierarchy::partial_analysis>& repeated)
    {
        for (const auto& batch : repeated) repeated_.insert(batch.records.begin(), batch.records.end());
        for (const auto& batch : batches) add(batch, false);
        for (const auto& batch : repeated) add(batch, true);
    }

    void add(const hierarchy::partial_analysis& batch, bool is_repeated)
    {
        const auto read =
            batch.text ? parse_assignments(*batch.text, definitions_, batch.records.size(), dimensions_) : std::nullopt;
        if (!read) return add_failed(batch, is_repeated);
        result_.dropped += read->dropped;
        for (std::size_t n = 0; n != batch.records.size(); ++n)
        {
            add_record(batch.records[n], read->records[n], is_repeated);
            if (!dimensions_.empty() && read->values[n]) add_values(batch.records[n], *read->values[n]);
        }
        for (const auto& quote : read->quotes)
            if (const auto record = batch.records[quote.record]; !is_repeated || !has_themes_.contains(record))
                add_quote(quote, *read, record);
    }

    counted_themes take() &&
    {
        for (auto& theme : result_.themes) order(theme);
        for (auto& records : result_.unassigned) std::ranges::sort(records);
        std::ranges::sort(result_.refused);
        std::erase_if(result_.themes,
                      [](const counted_theme& theme) { return theme.records.empty() && !theme.definition.requested; });
        std::ranges::stable_sort(result_.themes, std::ranges::greater{},
                                 [](const counted_theme& theme) { return theme.records.size(); });
        return std::move(result_);
    }

private:
    record_list& unassigned_for(unassigned_reason reason)
    {
        return result_.unassigned[static_cast<std::size_t>(reason)];
    }

    void add_failed(const hierarchy::partial_analysis& batch, bool is_repeated)
    {
        const bool is_refused = batch.failure && feedback::is_refusal(*batch.failure);
        const auto leave_out  = unread_of(batch.records);
        if (is_refused) result_.refused.insert(result_.refused.end(), leave_out.begin(), leave_out.end());
        auto& records = unassigned_for(is_refused      ? unassigned_reason::batch_failed
                                       : is_repeated   ? unassigned_reason::not_answered
                                       : batch.started ? unassigned_reason::batch_failed
                                                       : unassigned_reason::out_of_time);
        records.insert(records.end(), leave_out.begin(), leave_out.end());
    }

    /// Those without an answer about their themes.
    record_list unread_of(record_list records) const
    {
        std::erase_if(records, [&](std::size_t record) { return has_themes_.contains(record); });
        return records;
    }

    void add_values(std::size_t record, const std::vector<dimensions::value_number>& values)
    {
        if (result_.values.size() <= record) result_.values.resize(record + 1);
        if (!result_.values[record]) result_.values[record] = values;
    }

    void add_record(std::size_t record, const std::optional<std::vector<theme_reference>>& references, bool is_repeated)
    {
        if (!is_repeated && repeated_.contains(record))
        {
            if (!references) return;
            has_themes_.insert(record);
        }
        else if (has_themes_.contains(record)) return;
        if (!references) return unassigned_for(unassigned_reason::not_answered).push_back(record);
        if (references->empty()) return unassigned_for(unassigned_reason::no_theme).push_back(record);
        for (const auto& reference : *references) // sorted, so a theme comes before its sub-themes
        {
            auto& theme = result_.themes[reference.theme];
            if (theme.records.empty() || theme.records.back() != record) theme.records.push_back(record);
            if (reference.sub_theme) theme.sub_themes[*reference.sub_theme].records.push_back(record);
        }
    }

    void add_quote(const sentence_reference& quote, const read_assignments& read, std::size_t record)
    {
        const auto& references  = read.records[quote.record];
        const bool  holds_theme = references && std::ranges::any_of(*references, [&](const theme_reference& reference) {
                                     return reference.theme == quote.theme.theme;
                                 });
        if (holds_theme && quote.sentence < sentence_count(record))
            result_.themes[quote.theme.theme].sentences.push_back({record, quote.sentence});
        else ++result_.dropped;
    }

    /// Splits a record only once, because a model may name any number of its sentences.
    std::size_t sentence_count(std::size_t record)
    {
        const auto [entry, is_new] = sentence_counts_.try_emplace(record);
        if (is_new) entry->second = text_analysis::split_sentences(redaction_.unescaped_text(record).text()).size();
        return entry->second;
    }

    static void order(counted_theme& theme)
    {
        std::ranges::sort(theme.records);
        for (auto& sub_theme : theme.sub_themes) std::ranges::sort(sub_theme.records);
        std::erase_if(theme.sub_themes, [](const counted_sub_theme& sub_theme) {
            return sub_theme.records.empty() && !sub_theme.definition.requested;
        });
        std::ranges::stable_sort(theme.sub_themes, std::ranges::greater{},
                                 [](const counted_sub_theme& sub_theme) { return sub_theme.records.size(); });
    }

    const std::vector<theme>&                    definitions_;
    std::span<const dimensions::dimension>       dimensions_;
    const feedback::redaction&                   redaction_;
    std::set<std::size_t>                        repeated_;        ///< records
    std::set<std::size_t>                        has_themes_;      ///< of these, with an answer about their themes
    std::unordered_map<std::size_t, std::size_t> sentence_counts_; ///< by record
    counted_themes                               result_;
};

/// A free id: `prefix` and the lowest number from `number` on that makes one.
std::string free_id(std::set<std::string>& used, const std::string& prefix, std::size_t number)
{
    auto id = prefix + std::to_string(number);
    while (!used.insert(id).second) id = prefix + std::to_string(++number);
    return id;
}

} // namespace

std::size_t counted_themes::unassigned_count() const
{
    return std::accumulate(unassigned.begin(), unassigned.end(), std::size_t{0},
                           [](std::size_t sum, const record_list& records) { return sum + records.size(); });
}

void add_further(counted_themes& counts, counted_themes further)
{
    std::ranges::move(further.themes, std::back_inserter(counts.themes));
    counts.unassigned[static_cast<std::size_t>(unassigned_reason::no_theme)].clear();
    const auto add = [](record_list& to, const record_list& records) {
        to.insert(to.end(), records.begin(), records.end());
        std::ranges::sort(to);
    };
    for (std::size_t n = 0; n != unassigned_reasons; ++n) add(counts.unassigned[n], further.unassigned[n]);
    add(counts.refused, further.refused);
    counts.dropped += further.dropped;
}

void set_missing_ids(counted_themes& counts)
{
    std::set<std::string> used;
    for (const auto& theme : counts.themes)
    {
        used.insert(theme.definition.id);
        for (const auto& sub_theme : theme.sub_themes) used.insert(sub_theme.definition.id);
    }
    for (std::size_t n = 0; n != counts.themes.size(); ++n)
    {
        auto& theme = counts.themes[n];
        if (theme.definition.id.empty()) theme.definition.id = free_id(used, "T", n + 1);
        for (std::size_t s = 0; s != theme.sub_themes.size(); ++s)
            if (auto& id = theme.sub_themes[s].definition.id; id.empty())
                id = free_id(used, theme.definition.id + ".", s + 1);
    }
}

counted_themes count_themes(const std::vector<theme>& themes, const std::vector<hierarchy::partial_analysis>& batches,
                            const feedback::redaction&                      redaction,
                            const std::vector<hierarchy::partial_analysis>& repeated,
                            std::span<const dimensions::dimension>          dimensions)
{
    counter counter{themes, dimensions, redaction};
    counter.add_all(batches, repeated);
    return std::move(counter).take();
}

} // namespace verbatim::analyze_bulk::themes
