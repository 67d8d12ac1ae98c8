#include "hierarchical.hpp"

#include "chunking.hpp"
#include "clustering.hpp"
#include "confidence.hpp"
#include "judging.hpp"
#include "map.hpp"
#include "phases.hpp"
#include "prompts.hpp"
#include "reduce.hpp"

#include "verbatim/feedback/envelope.hpp"
#include "verbatim/feedback/tokens.hpp"
#include "verbatim/feedback/unicode.hpp"

#include <functional>
#include <numeric>
#include <utility>

namespace verbatim::analyze_bulk {

namespace {

sdk::task<feedback::redaction> anonymised(sdk::call& call, const subject& asked)
{
    if (!asked.anonymize) co_return feedback::redaction{texts_of(asked)};
    const auto likes = co_await placeholder_likes(call, asked);
    co_return co_await feedback::redact(call, texts_of(asked), {likes.begin(), likes.end()});
}

/// The contents as an embedder sees them, and their lengths: what clustering goes by.
struct embedded
{
    sdk::vectors             near;
    std::vector<std::size_t> characters;
};

sdk::task<embedded> embed(sdk::call& call, const subject& asked, const feedback::redaction& names, std::size_t at_once)
{
    embedded                    made;
    std::vector<sdk::outbound>  texts;
    const std::function<void()> write = [&] {
        for (std::size_t n = 0; n != asked.records.size(); ++n)
        {
            texts.push_back(names.plain(n));
            made.characters.push_back(feedback::code_points(texts.back().text()));
        }
    };
    co_await call.compute(write);

    auto                        vectors = co_await call.embeddings()->try_embed(texts, at_once);
    const std::function<void()> drop    = [&] { std::vector<sdk::outbound>{}.swap(texts); };
    co_await call.compute(drop);
    if (!vectors) throw std::move(vectors).error();
    if (vectors->size() != asked.records.size())
        throw sdk::error{sdk::errc::llm_error, "another number of vectors than texts"};
    made.near = std::move(*vectors);
    co_return made;
}

std::string_view date_of(const feedback::record& one, std::string_view field)
{
    const auto* value = one.metadata.if_contains(field);
    const auto* text  = value ? value->if_string() : nullptr;
    return text ? std::string_view{*text} : std::string_view{};
}

/// Which records are read together. Chunks are cut by the length of their contents; one whose message would still be
/// over the cap, for its tags, ids and metadata, is halved.
sdk::task<std::vector<chunk>> chunked(sdk::call& call, const subject& asked, const feedback::redaction& names,
                                      const embedded& from, const hierarchy& chosen, std::string_view date_field)
{
    const auto         limits = call.model().limits();
    const group_limits within{.budget = {chosen.target_chunk_tokens, limits}, .smallest = chosen.min_cluster_size};
    auto               groups = co_await cluster(call, from.near, from.characters, within);

    std::vector<chunk>          chunks;
    const std::function<void()> cut = [&] {
        std::vector<std::string_view> dates;
        std::vector<std::size_t>      blocks;
        for (std::size_t n = 0; n != asked.records.size(); ++n)
        {
            dates.push_back(date_of(*asked.records[n], date_field));
            blocks.push_back(feedback::code_points(record_blocks(asked, names, {{n}}).text()));
        }
        const auto prompt = names.text(asked.records.size());
        const auto frame  = feedback::code_points(prompts::map(asked.language).text()) +
                           feedback::code_points(analysis_message(prompt, {}).text());
        chunks = chunks_of(std::move(groups), from.characters, dates, within.budget);
        chunks = halved_to_fit(std::move(chunks), blocks, frame, feedback::most_characters(limits));
    };
    co_await call.compute(cut);
    co_return chunks;
}

std::vector<std::string> said_of(const std::vector<partial>& parts)
{
    std::vector<std::string> said;
    for (const auto& one : parts)
        if (one.said) said.push_back(*one.said);
    return said;
}

std::string explanation(const judgement& judged)
{
    if (!judged.whole.score) return judged.whole.explanation;
    return judged.whole.explanation + " " + coverage(judged.chunks);
}

} // namespace

sdk::task<findings> hierarchical(sdk::call& call, const subject& asked, const std::optional<coding_trends>& trends,
                                 const hierarchy& chosen, std::string_view date_field)
{
    if (!call.embeddings()) throw sdk::error{sdk::errc::analysis_unavailable, "no embedder"};
    const auto at_once = chosen.asked.limit;
    phases     told{call.log_line(), asked.records.size(), at_once};

    told.begin(phase::anonymise);
    const auto names = co_await anonymised(call, asked);

    told.begin(phase::embed);
    std::optional<embedded> vectors = co_await embed(call, asked, names, at_once);

    told.begin(phase::cluster);
    auto chunks = co_await chunked(call, asked, names, *vectors, chosen, date_field);
    told.made_chunks(chunks.size());
    const std::function<void()> drop = [&] { vectors.reset(); }; // hundreds of megabytes take a while
    co_await call.compute(drop);

    inquiry run{.call = call, .asked = asked, .names = names, .at_once = at_once};
    told.begin(phase::map);
    const auto parts = co_await map(run, std::move(chunks));

    told.begin(phase::reduce);
    const auto whole = co_await reduce(run, said_of(parts), trends);

    told.begin(phase::judge);
    const auto judged = co_await judge(run, parts, whole);
    told.end(run.paid);

    co_return findings{.analysis                = names.restore(whole.text, {"PERSON"}),
                       .quality_score           = judged.whole.score,
                       .uncertainty_explanation = explanation(judged),
                       .confidence              = confidence(judged.chunks)};
}

} // namespace verbatim::analyze_bulk
