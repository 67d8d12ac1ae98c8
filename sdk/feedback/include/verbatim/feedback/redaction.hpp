#pragma once

#include "verbatim/feedback/record_fields.hpp"
#include "verbatim/feedback/response_text.hpp"
#include "verbatim/sdk/anonymizer.hpp"
#include "verbatim/sdk/call.hpp"
#include "verbatim/sdk/llm.hpp"
#include "verbatim/sdk/task.hpp"

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace verbatim::feedback {

/// Replaces personal data in the texts of a request by placeholders such as `<PERSON_0>`, and puts it back. All kinds
/// share a numbering; equal texts of a kind have equal placeholders everywhere in the request. It borrows the texts,
/// lives as long as their call, and can be moved but not copied. Nothing of it is stored.
class redaction
{
public:
    /// Nothing is replaced.
    explicit redaction(std::vector<std::string_view> texts = {});

    /// `findings` has a list for each text, as sdk::anonymizer promises; otherwise throws sdk::programming_error.
    /// Numbers start at `first_number`: see first_free_number. Those of the fields follow those of the texts.
    redaction(std::vector<std::string_view> texts, std::span<const std::vector<sdk::detected_entity>> findings,
              std::uint64_t first_number = 0, const field_findings& fields = {});

    redaction(redaction&&) noexcept            = default;
    redaction& operator=(redaction&&) noexcept = default;

    std::size_t size() const noexcept { return texts_.size(); }

    /// The n-th text, escaped, with placeholders in place of its findings.
    sdk::prompt_text text(std::size_t n) const;

    /// The same without escaping, for an embedder and for offline output, which have no tags.
    sdk::prompt_text unescaped_text(std::size_t n) const;

    /// An id or a metadata value, escaped, with placeholders in place of its findings.
    sdk::prompt_text field(std::string_view text) const;

    /// The same for the value of an attribute in double quotation marks: those in it are escaped too.
    sdk::prompt_text attribute(std::string_view text) const;

    /// The same without escaping, for offline output. A view of `text` if nothing in it is replaced, else of this.
    std::string_view unescaped_field(std::string_view text) const;

    /// The output of a model as input of another: escaped, except for the placeholders of this request.
    sdk::prompt_text completion_text(std::string_view completion) const;

    /// The way of a model's output into a response: puts the originals back in a single pass, then removes foreign links
    /// as response_text does. Placeholders are also found in their escaped form `&lt;TYPE_n&gt;`, which models often
    /// repeat. Those of the kinds in `hidden` stay and are unescaped, and so do those inside an address or the target
    /// of a link: docs/reference/redaction.md#restoration. An original has no line break and no sequence that begins
    /// markup; it gets a blank there. Placeholders of other requests stay unchanged. So do the first whose original
    /// would make the text longer than 2 MiB as JSON, and all after it. The result knows what was restored.
    response_text restore(std::string_view completion, std::initializer_list<std::string_view> hidden = {},
                          std::string_view crm_base_url = {}) const;

    /// Restores what occurs in ids and metadata, and leaves all other placeholders unchanged.
    response_text restore_fields(std::string_view completion, std::string_view crm_base_url = {}) const;

    /// Restores nothing; placeholders are unescaped.
    response_text restore_none(std::string_view completion, std::string_view crm_base_url = {}) const;

private:
    struct replacement // small: a request may have millions
    {
        std::uint32_t begin;
        std::uint32_t end;
        std::uint32_t original; ///< index of originals_
    };
    struct original
    {
        std::string_view kind;
        std::string_view text;
        bool             in_field = false; ///< also occurs in an id or a metadata value
    };
    struct restored_text
    {
        std::string                text; ///< not filtered
        std::vector<restored_kind> kinds;
    };

    template <class Transform>
    sdk::prompt_text render(std::size_t n, Transform transform) const;

    /// Restores the wanted originals; `write_other` returns the text for the other placeholders of this request.
    template <class Choose, class Write>
    restored_text restore_if(std::string_view completion, Choose is_wanted, Write write_other) const;

    template <class Choose, class Write>
    response_text filtered(std::string_view completion, std::string_view crm_base_url, Choose is_wanted,
                           Write write_other) const;

    std::string     placeholder(std::size_t index) const;       ///< <TYPE_n>
    const original* find_original(std::string_view name) const; ///< of the placeholder <name>; null without one

    std::vector<std::string_view>                   texts_;
    std::vector<std::vector<replacement>>           replacements_;
    std::map<std::string, std::string, std::less<>> fields_; ///< with placeholders, by their original text
    std::vector<original> originals_; ///< the n-th has the number first_number_ + n; may view keys of fields_
    std::uint64_t         first_number_ = 0;
};

/// The lowest number above all placeholders that occur in `text`, escaped or not; 0 without any.
std::uint64_t first_free_number(std::string_view text) noexcept;

/// Searches `texts`, unless all are empty, for personal data with the call's anonymizer, and `fields` as
/// detect_in_fields does. `unredacted` holds the further texts of the caller in the same messages. The numbers of the
/// redaction are above those of all placeholders in them. The characters of `texts` must outlive the redaction, the
/// others the task. Throws what the anonymizer throws. [call] [may wait]
sdk::task<redaction> redact(sdk::call& call, std::vector<std::string_view> texts,
                            std::vector<std::string_view> unredacted = {}, record_fields fields = {});

/// compute_if_large runs a computation over more bytes than this on the pool.
inline constexpr std::size_t max_inline_bytes = 1u << 20;

/// Runs `work`, which processes `bytes`, and returns its result: on the pool for long computation if `bytes` exceeds
/// max_inline_bytes, else on the current thread. [call] [may wait]
template <std::invocable Work>
sdk::task<std::invoke_result_t<Work&>> compute_if_large(sdk::call& call, std::size_t bytes, Work& work)
{
    if (bytes > max_inline_bytes) co_return co_await call.compute(work);
    co_return work();
}

/// `names.completion_text(completion)`, on the pool if the text is large. The arguments are borrowed until the task has
/// ended. [call] [may wait]
sdk::task<sdk::prompt_text> completion_text(sdk::call& call, const redaction& names, std::string_view completion);

} // namespace verbatim::feedback
