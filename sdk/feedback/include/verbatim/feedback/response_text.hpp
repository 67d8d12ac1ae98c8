#pragma once

#include "verbatim/sdk/literal.hpp"
#include "verbatim/sdk/schema.hpp"
#include "verbatim/sdk/type_info.hpp"

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <ostream>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace verbatim::feedback {

struct record;

/// Passages of personal data of a kind that a redaction put back into a text.
struct restored_kind
{
    std::string  kind; ///< as in placeholders
    std::int64_t count = 0;

    friend bool operator==(const restored_kind&, const restored_kind&) = default;
};
void declare(sdk::schema_builder& schema, restored_kind& kind);

/// Adds the counts; both lists are sorted by kind.
void add_restored(std::vector<restored_kind>& sum, const std::vector<restored_kind>& kinds);

/// Text of a response that no reader of Markdown turns into a link, an image or HTML, except links to the caller's CRM:
/// docs/reference/output.md#links-and-images-of-a-model. Every way to make it filters, so a member of this type cannot
/// hold unfiltered text. Text with placeholders comes from redaction::restore, which filters what it has restored.
class response_text
{
public:
    response_text() = default;
    response_text(sdk::literal text); // NOLINT: a literal is text of ours

    /// Filters; no link stays.
    template <std::convertible_to<std::string_view> Text>
    requires(!std::same_as<Text, sdk::literal>) response_text(const Text& markdown) // NOLINT: it filters
        : response_text{filtered(markdown, {})}
    {}

    /// Links of the text stay if they lead below `crm_base_url`.
    static response_text filtered(std::string_view markdown, std::string_view crm_base_url);

    /// The same for a text that holds restored personal data of these `kinds`, and placeholders for it in `masked`.
    static response_text filtered(std::string_view markdown, std::string_view masked, std::vector<restored_kind> kinds,
                                  std::string_view crm_base_url);

    /// Both texts, with a blank between them where their ends would begin a link, an image or a tag.
    response_text&       operator+=(const response_text& other);
    friend response_text operator+(response_text left, const response_text& right)
    {
        left += right;
        return left;
    }

    /// Control characters and line breaks become blanks. No link stays.
    response_text on_one_line() const;

    /// At most `max_length` characters. A longer text is cut and ends with an ellipsis, which does not count. No link
    /// stays in a text that is cut.
    response_text shortened(std::size_t max_length) const;

    const std::string& text() const noexcept { return text_; }

    /// The text with placeholders where originals were restored, and without links of the server.
    response_text masked() const { return {is_filtered{}, restored_.empty() ? text_ : masked_}; }

    /// What was restored in the text, sorted by kind. A cut may have removed some of it.
    const std::vector<restored_kind>& restored() const noexcept { return restored_; }

    bool               empty() const noexcept { return text_.empty(); }

    operator const std::string&() const noexcept { return text_; } // NOLINT: it is text with a promise

    friend bool operator==(const response_text& text, const response_text& other) { return text.text_ == other.text_; }
    template <std::convertible_to<std::string_view> Text>
    friend bool operator==(const response_text& text, const Text& other)
    {
        return text.text_ == std::string_view{other};
    }

    friend std::ostream& operator<<(std::ostream& output, const response_text& text) { return output << text.text_; }

private:
    struct is_filtered
    {};
    response_text(is_filtered, std::string text)
        : text_{std::move(text)}
    {}

    static std::string shortened(const std::string& text, std::size_t max_length);

    friend response_text with_links(const response_text& text, std::string_view base_url,
                                    std::span<const record* const> records, std::size_t max_json_bytes);

    std::string                text_;
    std::string                masked_; ///< empty unless something was restored
    std::vector<restored_kind> restored_;
};

/// A string in JSON.
sdk::text_format declare(const response_text&);

} // namespace verbatim::feedback
