#pragma once

#include "verbatim/sdk/call.hpp"
#include "verbatim/sdk/llm.hpp"
#include "verbatim/text_analysis/language.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace verbatim::feedback {

/// The languages with labels for pretty_output and reports.
using label_language = text_analysis::language;

/// A language, or its variety in a region or script, that ICU has an English name for. Found by find_language only, so
/// a caller's spelling of it never reaches a prompt.
class output_language
{
public:
    /// `Dutch`, `Brazilian Portuguese`, `Simplified Chinese`: ICU's text, for a system message.
    sdk::prompt_text english_name() const;

    /// ISO 639, without region and script.
    std::string_view code() const noexcept { return code_; }

    /// None: there are no labels in this language. Varieties have the labels of their language.
    std::optional<label_language> labels() const noexcept;

    friend bool operator==(const output_language&, const output_language&) = default;

private:
    friend class language_table;
    output_language(std::string code, std::string english_name);

    std::string code_;
    std::string english_name_;
};

/// The language that a text names: an ISO 639 code (`pt`, `por`), a BCP 47 tag (`pt-BR`), or a name in English
/// (`Portuguese`) or in the language itself (`português`). Only letters count; case and accents do not. Of equal codes
/// and names the code counts: `ga` is Irish. Reads the first 1,000 code points. The first call of a process takes about
/// 30 ms. [any thread]
std::optional<output_language> find_language(std::string_view name);

/// The name of the language with this ISO 639 code for readers of `reader`; the code itself if ICU has no name. [any
/// thread]
std::string language_name(std::string_view code, label_language reader);

/// find_language for a request's optional field. A text that names no language is ignored, with one WARNING
/// `output_language_unknown` that does not contain it. [call]
std::optional<output_language> requested_language(sdk::call& call, const std::optional<std::string>& requested);

/// The most likely language of a text.
struct language_guess
{
    std::string code;              ///< ISO 639-1
    double      probability = 0.0; ///< 0..1 that the whole text is in this language

    friend bool operator==(const language_guess&, const language_guess&) = default;
};

/// Reads the first 2,000 code points. None without evidence. In a text of several languages the share of the others
/// lowers the probability. Deterministic. [any thread]
std::optional<language_guess> guess_language(std::string_view text);

/// The code of a guess with a probability of at least 0.90, for a text of at least 20 code points; otherwise none.
std::optional<std::string> detect_language(std::string_view text);

/// The language that a model writes in if none is requested.
enum class default_language
{
    of_question, ///< that of <analyst_instruction>
    of_record,   ///< that of the only record
    of_records,  ///< that of most records
    english,     ///< for people who work with texts of any language
};

/// The line of a system message that says in which language the model writes `subject`, such as "title and summary":
/// docs/reference/prompts.md#language-directive.
sdk::prompt_text language_directive(sdk::literal subject, const std::optional<output_language>& language,
                                    default_language otherwise);

} // namespace verbatim::feedback
