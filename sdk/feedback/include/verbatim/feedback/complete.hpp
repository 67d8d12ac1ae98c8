#pragma once

#include "verbatim/feedback/redaction.hpp"
#include "verbatim/sdk/call.hpp"
#include "verbatim/sdk/llm.hpp"
#include "verbatim/sdk/task.hpp"

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace verbatim::feedback {

/// The caller's texts in the messages of a request. The texts must live as long as the redaction made of them.
struct prompt_texts
{
    /// Texts that may hold personal data. Placeholders are numbered in this order.
    std::vector<std::string_view> redacted;

    /// Ids and metadata, in which only e-mail addresses and numbers with a checksum are replaced; see record_block and
    /// redaction::field.
    record_fields fields = {};

    /// Further texts that the messages show unchanged. No placeholder gets a number that occurs in them.
    std::vector<std::string_view> unredacted = {};

    bool anonymize = true; ///< false: nothing is replaced

    /// What a caller can do about a message over the token limit, at the end of the error's text: "send fewer records".
    std::optional<sdk::literal> advice_if_too_large = {};
};

/// The messages of one model call, and the functions that produce and read its output.
struct prompt_messages
{
    sdk::system_message system;

    /// Writes the user message; `names.text(n)` is the n-th text of `redacted`. Called twice: with the original texts,
    /// to measure the message, and with the redacted ones, to send it. For large texts it runs on another thread than
    /// the call's.
    std::function<sdk::prompt_text(const redaction& names)> user;

    const sdk::output_schema* output_schema = nullptr;

    /// Reads the output and returns whether it is usable: see sdk::chat_request::accept.
    std::function<bool(std::string_view output)> parse = {};

    /// Makes the output without a provider, from the texts as a model would see them: `names.unescaped_text(n)` is the
    /// n-th text of `redacted`. Runs on another thread than the call's: see sdk::chat_request::offline.
    std::function<std::string(const redaction& names)> offline = {};

    std::function<std::string(std::size_t max_characters)> longest = {}; ///< see sdk::chat_request::longest

    std::size_t shared_prefix = 0; ///< see sdk::chat_request::shared_prefix
};

/// One model call about texts of the caller.
struct prompt : prompt_texts, prompt_messages
{};

struct completion
{
    std::string text;              ///< the model's output, with placeholders
    redaction   names;             ///< restores originals in the output; writes the texts for a judge
    bool        truncated = false; ///< the text ends early, at the output limit of the model; free text only
};

/// Checks the token limit on the message with the original texts (payload_too_large), redacts, then calls the main
/// model; in traces, the phases `anonymise` and `complete`. Throws what sdk::llm::complete throws. `prompt` is borrowed
/// until the task has ended. [call] [may wait]
sdk::task<completion> complete(sdk::call& call, const prompt& prompt);

/// The same with the error as a value.
sdk::task<sdk::result<completion>> try_complete(sdk::call& call, const prompt& prompt);

/// A further model call about texts that `names` redacts already, such as one that depends on an earlier output. Checks
/// the token limit as `complete` does, and searches nothing again. Placeholders mean the same as in the earlier calls.
/// The references are borrowed until the task has ended. [call] [may wait]
sdk::task<sdk::result<sdk::completion>> try_complete_again(sdk::call& call, const prompt_texts& texts,
                                                           const redaction& names, const prompt_messages& messages);

/// Several model calls about the same texts. All messages share one redaction: the texts are searched for personal data
/// once, and a placeholder means the same in every message and output.
struct prompt_group : prompt_texts
{
    std::vector<prompt_messages> prompts;
};

struct completions
{
    std::vector<std::string> texts; ///< the outputs, in the order of the prompts
    redaction                names;
};

/// `complete` for each prompt of the group, with at most `limit` model calls at a time, started in order. No call is
/// made, and no text searched, unless every message is within the token limit. When a call fails, no further call
/// starts, those under way are awaited, and the first error is thrown. Functions of different prompts may run at the
/// same time, except `parse`, which runs on the call's thread. `group` is borrowed until the task has ended. [call]
/// [may wait]
sdk::task<completions> complete_all(sdk::call& call, const prompt_group& group, std::size_t limit);

struct completion_results
{
    std::vector<sdk::result<std::string>> texts; ///< the outputs or errors, in the order of the prompts
    redaction                             names;
};

/// The same with a result for each prompt: a failed call, or a message over the token limit, costs its own prompt
/// alone. While no call has succeeded only a few start, and none once it is clear that the others would fail in the
/// same way; their prompts then have that error. Throws what the anonymizer throws, and when the call is cancelled. An
/// operation reports the errors with feedback::failed_records. [call] [may wait]
sdk::task<completion_results> try_complete_all(sdk::call& call, const prompt_group& group, std::size_t limit);

} // namespace verbatim::feedback
