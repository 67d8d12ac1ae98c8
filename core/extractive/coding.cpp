#include "extractive/coding.hpp"

#include "extractive/acts.hpp"
#include "extractive/corpus.hpp"
#include "extractive/markup.hpp"
#include "extractive/similarity.hpp"

#include <boost/json/serialize.hpp>
#include <boost/json/value.hpp>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <unordered_map>
#include <unordered_set>

namespace verbatim::core::extractive {
namespace {

struct option
{
    std::int64_t               number = 0;
    std::vector<std::uint32_t> own; ///< stems of its last level
    std::vector<std::uint32_t> above;
    std::optional<act>         done; ///< what its path says that somebody does
};

std::vector<std::uint32_t> topical(const reading& text)
{
    std::vector<std::uint32_t> stems;
    for (const auto& one : text.words)
        if ((one.what == role::content || one.what == role::vague) &&
            std::find(stems.begin(), stems.end(), one.stem) == stems.end() && stems.size() < 64)
            stems.push_back(one.stem);
    return stems;
}

std::vector<option> read_options(std::string_view list, reader& with)
{
    std::vector<option> all;
    while (!list.empty())
    {
        const auto end  = std::min(list.find('\n'), list.size());
        const auto line = unescape(list.substr(0, end));
        list.remove_prefix(std::min(end + 1, list.size()));
        option     made;
        const auto colon = line.find(':');
        if (colon == std::string::npos ||
            std::from_chars(line.data(), line.data() + colon, made.number).ptr != line.data() + colon || colon == 0)
            continue;
        const auto path = line.substr(colon + 1);
        const auto last = path.rfind(" > ");
        made.own        = topical(with.read(last == std::string::npos ? path : path.substr(last + 3)));
        made.done       = act_of(with.read(path), with);
        if (last != std::string::npos) made.above = topical(with.read(path.substr(0, last)));
        all.push_back(std::move(made));
    }
    return all;
}

/// How much a label gains when it names what the record does, and loses when it names something else: enough to decide
/// between codes of one topic, too little to make up for a topic that is not there.
constexpr double of_the_same_act = 1.25;

struct scored
{
    double                            score = 0;
    const option*                     which = nullptr;
    std::unordered_set<std::uint32_t> matched;
};

} // namespace

std::string pick_codes(std::string_view message)
{
    reader                                    with;
    const auto                                records = read_corpus(message.substr(0, message.find("<options>")), with);
    const auto                                options = read_options(inside(message, "options"), with);
    const word_matcher                        record(records.notes.front().body, with);
    const auto                                done = act_of(records.notes.front().body, with);
    boost::json::array                        selected;
    std::unordered_map<std::uint32_t, double> often, likeness;
    for (const auto& one : options)
        for (const auto* stems : {&one.own, &one.above})
            for (const auto stem : *stems) ++often[stem];
    const auto rarity = [&](std::uint32_t stem) {
        return std::log(1.5 + static_cast<double>(options.size()) / often[stem]);
    };
    const auto like = [&](std::uint32_t stem) {
        const auto [at, fresh] = likeness.try_emplace(stem, 0);
        if (fresh) at->second = record.likeness(stem);
        return at->second;
    };

    std::vector<scored> ranked;
    for (const auto& one : options)
    {
        double found = 0, all = 0;
        scored made{.which = &one};
        for (const auto stem : one.own)
        {
            all += rarity(stem);
            if (const auto alike = like(stem); alike > 0) found += alike * rarity(stem), made.matched.insert(stem);
        }
        if (found == 0) continue;
        double above = 0;
        for (const auto stem : one.above) above += like(stem) * rarity(stem);
        // Much shared counts, and much of the label shared; the path above breaks ties between equal leaves.
        made.score =
            found * (0.5 + 0.5 * found / all) + 0.25 * above / std::sqrt(1.0 + static_cast<double>(one.above.size()));
        if (done && one.done) made.score *= *done == *one.done ? of_the_same_act : 1 / of_the_same_act;
        ranked.push_back(std::move(made));
    }
    std::stable_sort(ranked.begin(), ranked.end(), [](const scored& a, const scored& b) { return a.score > b.score; });
    for (const auto& one : ranked)
    {
        if (selected.size() == 2 || one.score < ranked.front().score * 0.8) break;
        // A second one must be a distinct idea: it lives on other words of the record.
        if (selected.empty() || std::none_of(one.matched.begin(), one.matched.end(),
                                             [&](auto stem) { return ranked.front().matched.contains(stem); }))
            selected.push_back(one.which->number);
    }
    return boost::json::serialize(boost::json::object{{"selected", std::move(selected)}});
}

std::string judge_code(std::string_view message)
{
    reader      with;
    const auto  at      = message.find("<code_path>");
    const auto  records = read_corpus(message.substr(0, at), with);
    const auto  path    = inside(message, "code_path");
    std::string level;
    for (auto rest = path; !rest.empty();)
    {
        const auto end  = std::min(rest.find('\n'), rest.size());
        const auto line = unescape(rest.substr(0, end));
        rest.remove_prefix(std::min(end + 1, rest.size()));
        if (const auto colon = line.find(": "); colon != std::string::npos) level = line.substr(colon + 2);
        else if (line.find_first_not_of(" \t\r") != std::string::npos) level = line;
    }
    const word_matcher record(records.notes.front().body, with);
    const auto         named = topical(with.read(level));
    double             found = 0;
    std::size_t        held  = 0;
    for (const auto stem : named)
        if (const auto alike = record.likeness(stem); alike > 0) found += alike, ++held;
    const auto share = named.empty() ? 0 : found / static_cast<double>(named.size());
    // Long labels list alternatives: two shared words of eight say more than a quarter.
    const auto score =
        std::round(100 * std::clamp((share + 1 - std::pow(0.5, found)) / 2 * (share >= 0.999 ? 2 : 1), 0.0, 1.0)) / 100;
    boost::json::object reply;
    reply["score"]       = std::min(score, 1.0);
    reply["explanation"] = std::to_string(held) + " of the " + std::to_string(named.size()) +
                           " topical words of this level's name, or words much like them, occur in the feedback; only "
                           "wording was compared, not meaning.";
    return boost::json::serialize(reply);
}

} // namespace verbatim::core::extractive
