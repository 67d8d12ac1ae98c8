#pragma once

#include "verbatim/sdk/anonymizer.hpp"
#include "verbatim/sdk/call.hpp"
#include "verbatim/sdk/llm.hpp"
#include "verbatim/sdk/task.hpp"

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace verbatim::feedback {

/// Replaces personal data in the texts of one request by placeholders such as `<PERSON_0>`, and puts it back. One
/// numbering for all kinds; the same kind and text is the same placeholder everywhere in the request. It borrows the
/// texts, lives as long as their call, and is moved but not copied: nothing of it is ever stored.
class redaction
{
public:
    /// Nothing is replaced.
    explicit redaction(std::vector<std::string_view> texts = {});

    /// One list of findings for each text, as sdk::anonymizer promises them; std::logic_error when they are not.
    /// Numbers start at `first_number`: see first_free_number.
    redaction(std::vector<std::string_view> texts, std::span<const std::vector<sdk::detected_entity>> findings,
              std::uint64_t first_number = 0);

    redaction(redaction&&) noexcept            = default;
    redaction& operator=(redaction&&) noexcept = default;

    std::size_t size() const noexcept { return texts_.size(); }

    /// The n-th text, escaped, with placeholders for what was found in it.
    sdk::prompt_text text(std::size_t n) const;

    /// The same without the escaping: for an embedder, whose texts stand in no tags.
    sdk::prompt_text unescaped_text(std::size_t n) const;

    /// What a model said, on its way to another model: escaped but for the placeholders of this request.
    sdk::prompt_text completion_text(std::string_view completion) const;

    /// Puts the originals back, in one pass, also for the form `&lt;TYPE_n&gt;` that models like to echo. Placeholders
    /// of the kinds in `hidden` stay, as `<TYPE_n>` in either case; those that are none of this request's are left as
    /// they are.
    std::string restore(std::string_view completion, std::initializer_list<std::string_view> hidden = {}) const;

private:
    struct replacement
    {
        std::size_t      begin;
        std::size_t      end;
        std::string_view placeholder; ///< a key of originals_, with its brackets
    };
    struct original
    {
        std::string_view kind;
        std::string_view text;
    };

    template <class Transform>
    sdk::prompt_text render(std::size_t n, Transform transform) const;

    const std::pair<const std::string, original>* find_original(std::string_view placeholder) const;

    std::vector<std::string_view>         texts_;
    std::vector<std::vector<replacement>> replacements_;
    std::map<std::string, original, std::less<>>
        originals_; ///< by placeholder; its nodes stay where they are when this is moved
};

/// The number above every placeholder that already stands in `text`, in either form; 0 when there is none.
std::uint64_t first_free_number(std::string_view text) noexcept;

/// Asks the call's engine for the personal data in `texts` and numbers it above every placeholder in `texts` and in
/// `beside`: what else of the caller a model will be shown. Both are borrowed for as long as the redaction lives.
/// [call] [may wait]
sdk::task<redaction> redact(sdk::call& call, std::vector<std::string_view> texts,
                            std::vector<std::string_view> unredacted = {});

/// Computations over more bytes than this belong on the pool.
inline constexpr std::size_t max_inline_bytes = 1u << 20;

/// Runs `work` at once when it processes few bytes, otherwise on the pool for long computation, and returns what it
/// returns. [call] [may wait]
template <std::invocable Work>
sdk::task<std::invoke_result_t<Work&>> compute_if_large(sdk::call& call, std::size_t bytes, Work& work)
{
    if (bytes > max_inline_bytes) co_return co_await call.compute(work);
    co_return work();
}

} // namespace verbatim::feedback
