#include "extractive/coding.hpp"

#include "extractive/corpus.hpp"
#include "extractive/markup.hpp"
#include "extractive/similarity.hpp"
#include "extractive/speech_act.hpp"

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
    std::optional<speech_act>  act; ///< what its path says that somebody does
};

std::vector<std::uint32_t> topical_stems(const tokenized_text& text)
{
    std::vector<std::uint32_t> stems;
    for (const auto& word : text.words)
        if ((word.role == word_role::content || word.role == word_role::vague) &&
            std::find(stems.begin(), stems.end(), word.stem) == stems.end() && stems.size() < 64)
            stems.push_back(word.stem);
    return stems;
}

std::vector<option> read_options(std::string_view list, tokenizer& tokenizer)
{
    std::vector<option> options;
    while (!list.empty())
    {
        const auto end  = std::min(list.find('\n'), list.size());
        const auto line = unescape(list.substr(0, end));
        list.remove_prefix(std::min(end + 1, list.size()));
        option     result;
        const auto colon = line.find(':');
        if (colon == std::string::npos ||
            std::from_chars(line.data(), line.data() + colon, result.number).ptr != line.data() + colon || colon == 0)
            continue;
        const auto path = line.substr(colon + 1);
        const auto last = path.rfind(" > ");
        result.own      = topical_stems(tokenizer.tokenize(last == std::string::npos ? path : path.substr(last + 3)));
        result.act      = find_speech_act(tokenizer.tokenize(path), tokenizer);
        if (last != std::string::npos) result.above = topical_stems(tokenizer.tokenize(path.substr(0, last)));
        options.push_back(std::move(result));
    }
    return options;
}

/// How much a label gains when it names what the record does, and loses when it names something else: enough to decide
/// between codes of one topic, too little to make up for a topic that is not there.
constexpr double same_act_factor = 1.25;

struct scored_option
{
    double                            score     = 0;
    const option*                     candidate = nullptr;
    std::unordered_set<std::uint32_t> matched;
};

} // namespace

std::string pick_codes(std::string_view message)
{
    tokenizer          tokenizer;
    const auto         records = read_corpus(message.substr(0, message.find("<options>")), tokenizer);
    const auto         options = read_options(inside(message, "options"), tokenizer);
    const word_matcher record(records.records.front().content, tokenizer);
    const auto         act = find_speech_act(records.records.front().content, tokenizer);
    boost::json::array selected;
    std::unordered_map<std::uint32_t, double> frequency, likeness;
    for (const auto& candidate : options)
        for (const auto* stems : {&candidate.own, &candidate.above})
            for (const auto stem : *stems) ++frequency[stem];
    const auto rarity = [&](std::uint32_t stem) {
        return std::log(1.5 + static_cast<double>(options.size()) / frequency[stem]);
    };
    const auto cached_likeness = [&](std::uint32_t stem) {
        const auto [at, fresh] = likeness.try_emplace(stem, 0);
        if (fresh) at->second = record.likeness(stem);
        return at->second;
    };

    std::vector<scored_option> ranked;
    for (const auto& candidate : options)
    {
        double        shared_weight = 0, total_weight = 0;
        scored_option entry{.candidate = &candidate};
        for (const auto stem : candidate.own)
        {
            total_weight += rarity(stem);
            if (const auto similarity = cached_likeness(stem); similarity > 0)
                shared_weight += similarity * rarity(stem), entry.matched.insert(stem);
        }
        if (shared_weight == 0) continue;
        double above = 0;
        for (const auto stem : candidate.above) above += cached_likeness(stem) * rarity(stem);
        // Much shared counts, and much of the label shared; the path above breaks ties between equal leaves.
        entry.score = shared_weight * (0.5 + 0.5 * shared_weight / total_weight) +
                      0.25 * above / std::sqrt(1.0 + static_cast<double>(candidate.above.size()));
        if (act && candidate.act) entry.score *= *act == *candidate.act ? same_act_factor : 1 / same_act_factor;
        ranked.push_back(std::move(entry));
    }
    std::stable_sort(ranked.begin(), ranked.end(),
                     [](const scored_option& a, const scored_option& b) { return a.score > b.score; });
    for (const auto& entry : ranked)
    {
        if (selected.size() == 2 || entry.score < ranked.front().score * 0.8) break;
        // A second one must be a distinct idea: it lives on other words of the record.
        if (selected.empty() || std::none_of(entry.matched.begin(), entry.matched.end(),
                                             [&](auto stem) { return ranked.front().matched.contains(stem); }))
            selected.push_back(entry.candidate->number);
    }
    return boost::json::serialize(boost::json::object{{"selected", std::move(selected)}});
}

std::string judge_code(std::string_view message)
{
    tokenizer   tokenizer;
    const auto  at      = message.find("<code_path>");
    const auto  records = read_corpus(message.substr(0, at), tokenizer);
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
    const word_matcher record(records.records.front().content, tokenizer);
    const auto         stems   = topical_stems(tokenizer.tokenize(level));
    double             shared  = 0;
    std::size_t        matched = 0;
    for (const auto stem : stems)
        if (const auto similarity = record.likeness(stem); similarity > 0) shared += similarity, ++matched;
    const auto share = stems.empty() ? 0 : shared / static_cast<double>(stems.size());
    // Long labels list alternatives: two shared words of eight say more than a quarter.
    const auto score =
        std::round(100 * std::clamp((share + 1 - std::pow(0.5, shared)) / 2 * (share >= 0.999 ? 2 : 1), 0.0, 1.0)) /
        100;
    boost::json::object reply;
    reply["score"]       = std::min(score, 1.0);
    reply["explanation"] = std::to_string(matched) + " of the " + std::to_string(stems.size()) +
                           " topical words of this level's name, or words much like them, occur in the feedback; only "
                           "wording was compared, not meaning.";
    return boost::json::serialize(reply);
}

} // namespace verbatim::core::extractive
