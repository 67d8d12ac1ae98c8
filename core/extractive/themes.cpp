#include "extractive/themes.hpp"

#include "extractive/phrases.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <set>
#include <unordered_map>
#include <unordered_set>

namespace verbatim::core::extractive {
namespace {

constexpr std::size_t candidates  = 300;
constexpr std::size_t shown_ids   = 8;
constexpr std::size_t shown_parts = 5;

class record_set
{
public:
    record_set(std::size_t records, const std::vector<std::uint32_t>& holders)
        : bits_((records + 63) / 64)
    {
        for (const auto at : holders) bits_[at / 64] |= std::uint64_t{1} << (at % 64);
    }

    std::size_t common(const record_set& other) const
    {
        std::size_t count = 0;
        for (std::size_t at = 0; at < bits_.size(); ++at)
            count += static_cast<std::size_t>(__builtin_popcountll(bits_[at] & other.bits_[at]));
        return count;
    }

    void add(const record_set& other)
    {
        for (std::size_t at = 0; at < bits_.size(); ++at) bits_[at] |= other.bits_[at];
    }

    std::vector<std::uint32_t> members() const
    {
        std::vector<std::uint32_t> all;
        for (std::uint32_t at = 0; at < bits_.size() * 64; ++at)
            if (bits_[at / 64] >> (at % 64) & 1U) all.push_back(at);
        return all;
    }

private:
    std::vector<std::uint64_t> bits_;
};

struct group
{
    std::vector<const phrase*> phrases; ///< the first one names it; the others share a word with it
    std::vector<const phrase*> beside;  ///< found in the same records, but about other words
    record_set                 holders;
    std::size_t                count = 0;
    bool                       asked = false;
};

/// Months, or ISO weeks where the dates lie within four months of each other.
class calendar
{
public:
    explicit calendar(const corpus& all)
    {
        std::optional<std::chrono::sys_days> first, last;
        for (const auto& one : all.notes)
            if (one.day)
            {
                first = first ? std::min(*first, *one.day) : *one.day;
                last  = last ? std::max(*last, *one.day) : *one.day;
            }
        weeks_ = first && *last - *first <= std::chrono::days{125};
    }

    std::string label(std::chrono::sys_days day) const
    {
        using namespace std::chrono;
        char text[32];
        if (weeks_)
        {
            const auto thursday = day + (days{4} - days{static_cast<int>(weekday(day).iso_encoding())});
            const auto year     = year_month_day(thursday).year();
            const auto week     = (thursday - sys_days(year / January / 1)).count() / 7 + 1;
            std::snprintf(text, sizeof text, "%04d-W%02d", static_cast<int>(year), static_cast<int>(week));
        }
        else
        {
            const year_month_day date(day);
            std::snprintf(text, sizeof text, "%04d-%02u", static_cast<int>(date.year()),
                          static_cast<unsigned>(date.month()));
        }
        return text;
    }

private:
    bool weeks_ = false;
};

/// The words of the question that can tell records apart, with the records that hold them.
struct question_words
{
    std::unordered_set<std::uint32_t> stems;
    std::vector<counted>              found;
};

question_words read_question(std::string_view question, const corpus& all, reader& with)
{
    question_words                                 made;
    const auto                                     asked = with.read(question);
    std::unordered_map<std::uint32_t, std::string> spelled;
    for (const auto& one : asked.words)
        if (one.what == role::content && !one.asking) spelled.emplace(one.stem, with.lower(asked.text_of(one)));
    std::unordered_map<std::uint32_t, std::size_t>   held;
    std::unordered_map<std::uint32_t, std::uint32_t> last;
    for (std::uint32_t at = 0; at < all.notes.size(); ++at)
        for (const auto& one : all.notes[at].body.words)
            if (spelled.contains(one.stem))
                if (const auto [seen, fresh] = last.try_emplace(one.stem, at); fresh || seen->second != at)
                    seen->second = at, ++held[one.stem];
    for (const auto& [stem, count] : held)
    {
        made.found.push_back({spelled[stem], count});
        if (count * 10 <= all.notes.size() * 7) made.stems.insert(stem);
    }
    std::sort(made.found.begin(), made.found.end(),
              [](const auto& a, const auto& b) { return a.count != b.count ? a.count > b.count : a.name < b.name; });
    if (made.found.size() > 12) made.found.resize(12);
    return made;
}

bool nearly_everywhere(const phrase& which, std::size_t records)
{
    return records >= 12 && which.holders.size() * 10 > records * 7;
}

/// Puts a phrase into the group that it belongs to, if there is one.
bool join(std::vector<group>& groups, const phrase& next, const record_set& held)
{
    for (auto& one : groups)
    {
        const auto& name   = *one.phrases.front();
        const auto  common = one.holders.common(held);
        const auto  mine   = next.holders.size();
        const bool  kin    = next.shares_stem(name);
        // Nearly all of its records are there already, or both are in the same records.
        if (common * 10 < mine * (kin ? 6 : 8) && !(common * 2 > one.count + mine - common)) continue;
        if (!kin)
        {
            one.beside.push_back(&next);
            return true;
        }
        one.holders.add(held);
        one.count += mine - common;
        one.phrases.push_back(&next);
        // The longer phrase is the better name when it is nearly as frequent.
        if (next.topical > name.topical && mine * 10 >= one.count * 6)
            std::swap(one.phrases.front(), one.phrases.back());
        return true;
    }
    return false;
}

/// Whether all phrases that records share are in nearly all of them: then these set nothing apart, but they are what
/// everybody says, and so the themes.
bool are_alike(const std::vector<phrase>& phrases, std::size_t records)
{
    return std::ranges::all_of(phrases, [&](const phrase& one) { return nearly_everywhere(one, records); });
}

std::vector<group> group_phrases(const std::vector<phrase>& phrases, std::size_t records, std::size_t most, bool alike)
{
    std::vector<group> groups;
    for (const auto& next : phrases)
    {
        if (!alike && nearly_everywhere(next, records)) continue;
        record_set held(records, next.holders);
        if (!join(groups, next, held) && groups.size() < most)
            groups.push_back({{&next}, {}, std::move(held), next.holders.size(), false});
    }
    return groups;
}

/// Sentences that hold the phrase, rated by how much of what the group's records share they say; long ones pay for
/// their length.
std::string best_sentence(const group& of, const corpus& all, const std::vector<std::vector<bool>>& skipped,
                          const std::vector<double>& weights)
{
    const auto& stems = of.phrases.front()->stems;
    const note* from  = nullptr;
    sentence    chosen;
    double      best  = -1;
    std::size_t tried = 0;
    for (const auto at : of.phrases.front()->holders)
    {
        if (++tried > 400) break;
        for (std::size_t nth = 0; nth < all.notes[at].body.sentences.size(); ++nth)
        {
            const auto& one   = all.notes[at].body.sentences[nth];
            const auto& words = all.notes[at].body.words;
            bool        holds = skipped[at][nth];
            if (holds) continue;
            for (auto w = one.first; w + stems.size() <= one.last && !holds; ++w)
                holds = std::equal(stems.begin(), stems.end(), words.begin() + w,
                                   [](auto stem, const word& x) { return stem == x.stem; });
            if (!holds) continue;
            double      sum     = 0;
            std::size_t notings = 0;
            for (auto w = one.first; w < std::min(one.last, one.first + 40); ++w)
            {
                sum += words[w].what == role::content ? weights[words[w].stem] : 0;
                notings += words[w].what == role::noting;
            }
            const auto length = static_cast<double>(one.last - one.first);
            const auto rated  = sum / std::sqrt(length + 4) / (1 + 0.1 * static_cast<double>(notings)) *
                               (length < 4 ? 0.5 : 1) * (length > 30 ? 0.6 : 1);
            if (rated > best) best = rated, from = &all.notes[at], chosen = one;
        }
    }
    return from ? shortened(from->body, chosen, 180) : std::string();
}

std::vector<double> stem_weights(const corpus& all, std::size_t stems)
{
    std::vector<double>        weights(stems, 0.0);
    std::vector<std::uint32_t> last(stems, 0xFFFFFFFF);
    for (std::uint32_t at = 0; at < all.notes.size(); ++at)
        for (const auto& one : all.notes[at].body.words)
            if (last[one.stem] != at) last[one.stem] = at, weights[one.stem] += 1;
    const auto records = static_cast<double>(all.notes.size());
    for (auto& held : weights) held = held > 0 ? std::log(1 + held) * std::log(1.5 + records / held) : 0;
    return weights;
}

std::string common_label(const std::vector<std::uint32_t>& members, const corpus& all)
{
    std::unordered_map<std::string, std::size_t> counts;
    for (const auto at : members)
        for (const auto& label : std::set<std::string>(all.notes[at].labels.begin(), all.notes[at].labels.end()))
            ++counts[label];
    std::string best;
    std::size_t most = 0, position = 0;
    // Among equally frequent labels the deepest level says most; it is the last of its record.
    for (const auto at : members)
        for (const auto& label : all.notes[at].labels)
            if (const auto count = counts[label];
                count > most ||
                (count == most && &label - all.notes[at].labels.data() > static_cast<std::ptrdiff_t>(position)))
                best = label, most = count, position = static_cast<std::size_t>(&label - all.notes[at].labels.data());
    return most * 10 >= members.size() * 6 ? best + " (" + std::to_string(most) + ')' : std::string();
}

std::vector<counted> count_labels(const corpus& all)
{
    std::map<std::string, std::size_t> counts;
    for (const auto& one : all.notes)
        for (const auto& label : std::set<std::string>(one.labels.begin(), one.labels.end())) ++counts[label];
    std::vector<counted> sorted;
    for (const auto& [label, count] : counts) sorted.push_back({label, count});
    std::stable_sort(sorted.begin(), sorted.end(), [](const auto& a, const auto& b) { return a.count > b.count; });
    if (sorted.size() > 10) sorted.resize(10);
    return sorted;
}

theme describe(const group& of, const corpus& all, const calendar& dates, const std::vector<std::vector<bool>>& skipped,
               const std::vector<double>& weights)
{
    theme      made;
    const auto members = of.holders.members();
    made.name          = of.phrases.front()->shown;
    made.count         = members.size();
    made.asked_for     = of.asked;
    const auto& name   = of.phrases.front()->stems;
    const auto  said   = [&](std::uint32_t stem) { return std::find(name.begin(), name.end(), stem) != name.end(); };
    for (std::size_t at = 1; at < of.phrases.size(); ++at)
        if (!std::all_of(of.phrases[at]->stems.begin(), of.phrases[at]->stems.end(), said))
            made.parts.push_back({of.phrases[at]->shown, of.phrases[at]->holders.size()});
    std::stable_sort(made.parts.begin(), made.parts.end(),
                     [](const auto& a, const auto& b) { return a.count > b.count; });
    if (made.parts.size() > shown_parts) made.parts.resize(shown_parts);
    for (const auto at : members)
    {
        const auto& one = all.notes[at];
        if (!one.id.empty() && made.ids.size() < shown_ids) made.ids.push_back(one.id);
        if (one.day) ++made.over_time[dates.label(*one.day)];
    }
    made.example = best_sentence(of, all, skipped, weights);
    made.code    = common_label(members, all);
    return made;
}

bool asked_about(const group& which, const question_words& question, const corpus& all)
{
    const auto  asks = [&](std::uint32_t stem) { return question.stems.contains(stem); };
    const auto& name = which.phrases.front()->stems;
    if (std::any_of(name.begin(), name.end(), asks)) return true;
    if (question.stems.empty()) return false;
    const auto  members = which.holders.members();
    std::size_t beside  = 0;
    for (const auto at : members)
        beside += std::any_of(all.notes[at].body.words.begin(), all.notes[at].body.words.end(),
                              [&](const word& one) { return asks(one.stem); });
    return beside * 2 > members.size();
}

} // namespace

report count_themes(const corpus& all, std::string_view question, reader& with)
{
    report made;
    made.records           = all.notes.size();
    const auto     asked   = read_question(question, all, with);
    const auto     phrases = key_phrases(all, candidates, with);
    const auto     most    = std::clamp<std::size_t>(3 + all.notes.size() / 8, 4, 12);
    const bool     alike   = are_alike(phrases, all.notes.size());
    auto           groups  = group_phrases(phrases, all.notes.size(), most + 24, alike);
    const auto     weights = stem_weights(all, with.stem_count());
    const auto     skipped = boilerplate(all);
    const calendar dates(all);

    for (const auto& one : all.notes)
        if (one.day) ++made.over_time[dates.label(*one.day)];
    made.question = asked.found;
    made.labels   = count_labels(all);
    if (!alike)
        for (const auto& one : phrases)
            if (nearly_everywhere(one, all.notes.size()) && made.everywhere.size() < 6)
                made.everywhere.push_back({one.shown, one.holders.size()});

    for (auto& one : groups) one.asked = asked_about(one, asked, all);
    // What was asked for comes into view before what is only frequent; places beyond are named without detail.
    std::stable_sort(groups.begin(), groups.end(), [](const group& a, const group& b) { return a.asked > b.asked; });
    const auto shown = std::min(most, groups.size());
    const auto asked_shown =
        std::min<std::size_t>(shown, static_cast<std::size_t>(std::count_if(
                                         groups.begin(), groups.end(), [](const group& one) { return one.asked; })));
    std::stable_sort(groups.begin(), groups.begin() + static_cast<std::ptrdiff_t>(asked_shown),
                     [](const group& a, const group& b) { return a.count > b.count; });
    std::stable_sort(groups.begin() + static_cast<std::ptrdiff_t>(asked_shown),
                     groups.begin() + static_cast<std::ptrdiff_t>(shown),
                     [](const group& a, const group& b) { return a.count > b.count; });
    for (std::size_t at = 0; at < groups.size(); ++at)
        if (at < shown) made.themes.push_back(describe(groups[at], all, dates, skipped, weights));
        else made.further.push_back({groups[at].phrases.front()->shown, groups[at].count});
    for (const auto& one : groups)
        for (std::size_t at = 0; at < std::min<std::size_t>(one.beside.size(), 2); ++at)
            made.further.push_back({one.beside[at]->shown, one.beside[at]->holders.size()});
    std::stable_sort(made.further.begin(), made.further.end(),
                     [](const auto& a, const auto& b) { return a.count > b.count; });
    if (made.further.size() > 30) made.further.resize(30);
    return made;
}

std::vector<std::string> central_sentences(const corpus& all, std::size_t most, std::size_t longest)
{
    struct rated
    {
        double        weight;
        std::uint32_t note;
        std::uint32_t nth;
    };
    std::size_t stems = 0;
    for (const auto& one : all.notes)
        for (const auto& word : one.body.words) stems = std::max<std::size_t>(stems, word.stem + 1);
    std::vector<double> often(stems, 0.0);
    for (const auto& one : all.notes)
        for (const auto& word : one.body.words)
            if (word.what == role::content) often[word.stem] += 1;
    const auto         skipped = boilerplate(all);
    std::vector<rated> ranked;
    for (std::uint32_t at = 0; at < all.notes.size(); ++at)
        for (std::uint32_t nth = 0; nth < all.notes[at].body.sentences.size(); ++nth)
        {
            const auto& body = all.notes[at].body;
            const auto& one  = body.sentences[nth];
            double      sum  = 0;
            for (auto w = one.first; w < std::min(one.last, one.first + 60); ++w)
                sum += body.words[w].what == role::content ? std::log(1 + often[body.words[w].stem]) : 0;
            ranked.push_back(
                {sum / std::sqrt(double(one.last - one.first) + 3) * (skipped[at][nth] ? 0.3 : 1), at, nth});
        }
    std::sort(ranked.begin(), ranked.end(), [](const rated& a, const rated& b) {
        return a.weight != b.weight ? a.weight > b.weight : std::pair(a.note, a.nth) < std::pair(b.note, b.nth);
    });

    // A sentence whose words were nearly all said by better ones adds nothing.
    std::unordered_set<std::uint32_t> said;
    std::vector<rated>                chosen;
    for (const auto& one : ranked)
    {
        const auto& body  = all.notes[one.note].body;
        const auto& which = body.sentences[one.nth];
        std::size_t fresh = 0, topics = 0;
        for (auto w = which.first; w < which.last; ++w)
            if (body.words[w].what == role::content) ++topics, fresh += !said.contains(body.words[w].stem);
        if (!chosen.empty() && fresh * 2 < topics + 1) continue;
        for (auto w = which.first; w < which.last; ++w) said.insert(body.words[w].stem);
        chosen.push_back(one);
        if (chosen.size() == most) break;
    }
    if (all.notes.size() == 1)
        std::sort(chosen.begin(), chosen.end(), [](const rated& a, const rated& b) { return a.nth < b.nth; });
    std::vector<std::string> lines;
    for (const auto& one : chosen)
        lines.push_back(shortened(all.notes[one.note].body, all.notes[one.note].body.sentences[one.nth], longest));
    return lines;
}

} // namespace verbatim::core::extractive
