#pragma once

#include "assigned_code.hpp"
#include "model_output.hpp"

#include "verbatim/sdk/word_vectors.hpp"
#include "verbatim/text_analysis/tokenizer.hpp"

#include <cstddef>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

/// The output without a provider: compares words and understands nothing.
namespace verbatim::assign_codes::offline {

/// What speaks for an option.
struct option_evidence
{
    double wording = 0; ///< 0..1: BM25 over the most that the words of the text could have
    double meaning = 0; ///< of text_analysis::likeness
    double words   = 0; ///< the same
    double act     = 0; ///< 1: text and option have the same speech act; -1: different ones
};

/// Codes texts: docs/reference/built-in-model.md#codes. Borrows the options and the words, which may be null: then only
/// equal words count. Reads the options with the first text. [any thread]
class picker
{
public:
    picker(std::span<const option> options, const sdk::word_vectors* words);
    ~picker();
    picker(const picker&)            = delete;
    picker& operator=(const picker&) = delete;

    /// The likeliest option, and others that are likely enough to be a further idea. None if no option is likely.
    code_selection pick(std::string_view text);

    /// The share of texts with such evidence for which the level, counted from 1, of one of the options was right.
    level_score judge(std::string_view text, const option& path, std::size_t level);

    /// For bench/codes/fit, in the order of the options.
    std::vector<option_evidence> evidence(std::string_view text);

private:
    class index;
    class lease;

    std::span<const option>             options_;
    const sdk::word_vectors*            words_;
    std::mutex                          mutex_;
    std::vector<std::unique_ptr<index>> idle_; ///< one for each thread that was busy at the same time
};

/// The purpose of a message. Frameworks are often divided by it ("Questions about masks", "Requests for masks"), where
/// the topic alone does not distinguish codes.
enum class speech_act : unsigned char
{
    question,
    request,
    statement, ///< also observations, beliefs, doubts and rumours
    thanks,
};

/// The speech act that the text names or performs first, by word lists in seven languages; a question mark makes a
/// question where no word decides. None: the text names no act.
std::optional<speech_act> find_speech_act(const text_analysis::tokenized_text& text,
                                          const text_analysis::tokenizer&      tokenizer);

} // namespace verbatim::assign_codes::offline
