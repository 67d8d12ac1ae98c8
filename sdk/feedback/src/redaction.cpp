#include "verbatim/feedback/redaction.hpp"

#include "model_links.hpp"

#include "verbatim/feedback/json_size.hpp"
#include "verbatim/feedback/markup.hpp"

#include "verbatim/sdk/error.hpp"
#include "verbatim/sdk/text.hpp"

#include <algorithm>
#include <charconv>
#include <functional>
#include <limits>
#include <set>
#include <utility>

namespace verbatim::feedback {

namespace {

/// Bytes of a restored text as JSON. With links it may become longer: max_linked_bytes.
constexpr std::size_t max_restored_bytes = 2u << 20;

/// Something that looks like a placeholder, at the beginning of a text.
struct placeholder_match
{
    std::string_view name;     ///< TYPE_n
    std::size_t      size = 0; ///< bytes with its brackets; 0: there is none
};

std::string in_brackets(std::string_view name) { return "<" + std::string{name} + ">"; }

/// What stands for a placeholder that is not restored.
std::string unescaped(std::string_view name, std::string_view) { return in_brackets(name); }

constexpr bool is_name_char(char c) { return sdk::ascii::is_upper(c) || sdk::ascii::is_digit(c) || c == '_'; }

placeholder_match match_between(std::string_view text, std::string_view open, std::string_view close)
{
    if (!text.starts_with(open)) return {};
    const auto rest = text.substr(open.size());
    const auto end  = static_cast<std::size_t>(std::ranges::find_if_not(rest, is_name_char) - rest.begin());
    if (end == 0 || !rest.substr(end).starts_with(close)) return {};
    return {rest.substr(0, end), open.size() + end + close.size()};
}

placeholder_match match_placeholder(std::string_view text)
{
    if (const auto plain = match_between(text, "<", ">"); plain.size != 0) return plain;
    return match_between(text, "&lt;", "&gt;");
}

/// Calls `each(text_before, match)` for everything that looks like a placeholder; returns the text after the last.
template <class Each>
std::string_view scan(std::string_view text, Each each)
{
    const auto next_bracket = [&](std::size_t from) {
        const auto is_bracket = [](char c) { return c == '<' || c == '&'; };
        return static_cast<std::size_t>(std::find_if(text.begin() + from, text.end(), is_bracket) - text.begin());
    };
    std::size_t position = 0;
    for (auto at = next_bracket(0); at != text.size(); at = next_bracket(at))
    {
        const auto match = match_placeholder(text.substr(at));
        if (match.size == 0)
        {
            ++at;
            continue;
        }
        each(text.substr(position, at - position), match);
        at += match.size;
        position = at;
    }
    return text.substr(position);
}

/// Whether the end of a growing text is inside an address or the target of a link. Both end at white space.
class url_tracker
{
public:
    bool inside() const noexcept { return inside_; }

    void read(std::string_view text)
    {
        constexpr std::string_view beginnings[]{"//", "](", "www.", "mailto:"};
        const auto                 is_space = [](char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; };
        if (const auto end = std::find_if(text.rbegin(), text.rend(), is_space); end != text.rend())
        {
            last_.clear();
            inside_ = false;
            text.remove_prefix(static_cast<std::size_t>(text.rend() - end));
        }
        for (const char c : text)
        {
            if (inside_) return;
            last_ += sdk::ascii::to_lower(c);
            if (last_.size() > max_length) last_.erase(0, 1);
            inside_ = std::ranges::any_of(beginnings, [&](auto beginning) { return last_.ends_with(beginning); });
        }
    }

private:
    static constexpr std::size_t max_length = 7; ///< of a beginning

    std::string last_;
    bool        inside_ = false;
};

} // namespace

redaction::redaction(std::vector<std::string_view> texts)
    : texts_{std::move(texts)}
    , replacements_(texts_.size())
{}

namespace {

/// Throws if the findings of a text are not in order, or outside it.
void check_order(std::string_view text, std::span<const sdk::detected_entity> findings)
{
    const auto  size     = std::min<std::size_t>(text.size(), std::numeric_limits<std::uint32_t>::max());
    std::size_t position = 0;
    for (const auto& finding : findings)
    {
        if (finding.begin < position || finding.end <= finding.begin || finding.end > size)
            throw sdk::programming_error{"the anonymizer's findings are not in order, or outside their text"};
        position = finding.end;
    }
}

} // namespace

redaction::redaction(std::vector<std::string_view> texts, std::span<const std::vector<sdk::detected_entity>> findings,
                     std::uint64_t first_number, const field_findings& fields)
    : redaction{std::move(texts)}
{
    if (findings.size() != texts_.size())
        throw sdk::programming_error{"the anonymizer returned findings for another number of texts"};
    first_number_ = first_number;

    const auto content = [this](std::uint32_t index) {
        return std::pair{originals_[index].kind, originals_[index].text};
    };
    const auto is_less  = [&](std::uint32_t a, std::uint32_t b) { return content(a) < content(b); };
    auto       distinct = std::set<std::uint32_t, decltype(is_less)>{is_less};
    const auto index_of = [&](std::string_view text, const sdk::detected_entity& finding) {
        originals_.push_back({finding.kind, text.substr(finding.begin, finding.end - finding.begin)});
        const auto [index, is_new] = distinct.insert(static_cast<std::uint32_t>(originals_.size() - 1));
        if (!is_new) originals_.pop_back();
        return *index;
    };
    for (std::size_t n = 0; n != texts_.size(); ++n)
    {
        check_order(texts_[n], findings[n]);
        replacements_[n].reserve(findings[n].size());
        for (const auto& finding : findings[n])
            replacements_[n].push_back({static_cast<std::uint32_t>(finding.begin),
                                        static_cast<std::uint32_t>(finding.end), index_of(texts_[n], finding)});
    }
    for (const auto& [field, entities] : fields)
    {
        check_order(field, entities);
        auto& [text, replaced] = *fields_.try_emplace(field).first;
        std::size_t position   = 0;
        for (const auto& finding : entities)
        {
            const auto index           = index_of(text, finding);
            originals_[index].in_field = true;
            replaced.append(text, position, finding.begin - position).append(placeholder(index));
            position = finding.end;
        }
        replaced.append(text, position);
    }
}

template <class Transform>
sdk::prompt_text redaction::render(std::size_t n, Transform transform) const
{
    const auto  original_text = texts_.at(n);
    std::string result;
    std::size_t position = 0;
    for (const auto& part : replacements_[n])
    {
        result += transform(original_text.substr(position, part.begin - position));
        result += placeholder(part.original);
        position = part.end;
    }
    result += transform(original_text.substr(position));
    return sdk::prompt_text::redacted(std::move(result));
}

sdk::prompt_text redaction::text(std::size_t n) const { return render(n, escaped); }

sdk::prompt_text redaction::unescaped_text(std::size_t n) const { return render(n, std::identity{}); }

sdk::prompt_text redaction::field(std::string_view text) const
{
    const auto entry = fields_.find(text);
    return entry == fields_.end() ? sdk::prompt_text::unredacted(text) : completion_text(entry->second);
}

sdk::prompt_text redaction::attribute(std::string_view text) const
{
    auto escaped_text = field(text);
    if (escaped_text.text().find('"') == std::string::npos) return escaped_text;
    std::string value;
    for (const char c : escaped_text.text())
    {
        if (c == '"') value += "&quot;";
        else value += c;
    }
    return sdk::prompt_text::redacted(std::move(value));
}

std::string_view redaction::unescaped_field(std::string_view text) const
{
    const auto entry = fields_.find(text);
    return entry == fields_.end() ? text : std::string_view{entry->second};
}

std::string redaction::placeholder(std::size_t index) const
{
    std::string name{"<"};
    return name.append(originals_[index].kind).append("_").append(std::to_string(first_number_ + index)).append(">");
}

const redaction::original* redaction::find_original(std::string_view name) const
{
    const auto    digits = name.substr(name.rfind('_') + 1);
    std::uint64_t number{};
    const auto    result = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    if (result.ec != std::errc{} || number < first_number_ || number - first_number_ >= originals_.size())
        return nullptr;
    const auto index = static_cast<std::size_t>(number - first_number_);
    return placeholder(index) == in_brackets(name) ? &originals_[index] : nullptr;
}

sdk::prompt_text redaction::completion_text(std::string_view completion) const
{
    std::string result;
    const auto  rest = scan(completion, [&](std::string_view before, const placeholder_match& match) {
        result += escaped(before);
        result += find_original(match.name) ? in_brackets(match.name)
                                             : escaped(std::string_view{before.data() + before.size(), match.size});
    });
    result += escaped(rest);
    return sdk::prompt_text::redacted(std::move(result));
}

template <class Choose, class Write>
redaction::restored_text redaction::restore_if(std::string_view completion, Choose is_wanted, Write write_other) const
{
    restored_text restored;
    auto&         result = restored.text;
    url_tracker   url;
    std::size_t   size   = json_size(completion);
    bool          full   = false;
    const auto    append = [&](std::string_view text) {
        result += text;
        url.read(text);
    };
    bool       after_original = false;
    const auto append_apart   = [&](std::string_view text) {
        if (!result.empty() && !text.empty() && begins_markup(result.back(), text.front())) append(" ");
        append(text);
    };
    const auto append_written = [&](std::string_view text) {
        if (after_original) append_apart(text);
        else append(text);
    };
    const auto try_restore = [&](const original& entry, std::size_t placeholder_size) {
        if (full || url.inside() || !std::invoke(is_wanted, entry)) return false;
        const auto plain = as_plain_text(entry.text);
        size += json_size(plain) - placeholder_size;
        full = size > max_restored_bytes;
        if (!full) append_apart(plain);
        return !full;
    };
    const auto rest = scan(completion, [&](std::string_view before, const placeholder_match& match) {
        const auto*            entry = find_original(match.name);
        const std::string_view written{before.data() + before.size(), match.size};
        append_written(before);
        after_original = entry && try_restore(*entry, match.size);
        if (after_original) add_restored(restored.kinds, {{std::string{entry->kind}, 1}});
        else append(entry ? write_other(match.name, written) : std::string{written});
    });
    append_written(rest);
    return restored;
}

template <class Choose, class Write>
response_text redaction::filtered(std::string_view completion, std::string_view crm_base_url, Choose is_wanted,
                                  Write write_other) const
{
    auto       restored = restore_if(completion, is_wanted, write_other);
    const auto never    = [](const original&) { return false; };
    const auto masked   = restored.kinds.empty() ? std::string{} : restore_if(completion, never, unescaped).text;
    return response_text::filtered(restored.text, masked, std::move(restored.kinds), crm_base_url);
}

response_text redaction::restore(std::string_view completion, std::initializer_list<std::string_view> hidden,
                                 std::string_view crm_base_url) const
{
    const auto is_shown = [&](const original& entry) { return std::ranges::find(hidden, entry.kind) == hidden.end(); };
    return filtered(completion, crm_base_url, is_shown, unescaped);
}

response_text redaction::restore_fields(std::string_view completion, std::string_view crm_base_url) const
{
    const auto unchanged = [](std::string_view, std::string_view written) { return std::string{written}; };
    return filtered(completion, crm_base_url, &original::in_field, unchanged);
}

response_text redaction::restore_none(std::string_view completion, std::string_view crm_base_url) const
{
    const auto never = [](const original&) { return false; };
    return filtered(completion, crm_base_url, never, unescaped);
}

std::uint64_t first_free_number(std::string_view text) noexcept
{
    std::uint64_t next_number = 0;
    scan(text, [&](std::string_view, const placeholder_match& match) {
        const auto digits = match.name.substr(match.name.rfind('_') + 1);
        // No counter reaches a number with more digits.
        if (digits.size() == match.name.size() || digits.size() > 15) return;
        std::uint64_t number{};
        const auto    result = std::from_chars(digits.data(), digits.data() + digits.size(), number);
        if (result.ec == std::errc{} && result.ptr == digits.data() + digits.size())
            next_number = std::max(next_number, number + 1);
    });
    return next_number;
}

sdk::task<redaction> redact(sdk::call& call, std::vector<std::string_view> texts,
                            std::vector<std::string_view> unredacted, record_fields fields)
{
    std::vector<std::vector<sdk::detected_entity>> findings(texts.size());
    if (!std::ranges::all_of(texts, &std::string_view::empty)) findings = co_await call.anonymizer().detect(texts);
    const auto detected = co_await detect_in_fields(call, fields);

    std::size_t bytes = 0;
    for (const auto text : texts) bytes += text.size();
    const auto assign_numbers = [&] {
        auto first = detected.first_number;
        for (const auto text : texts) first = std::max(first, first_free_number(text));
        for (const auto text : unredacted) first = std::max(first, first_free_number(text));
        return redaction{std::move(texts), findings, first, detected.findings};
    };
    co_return co_await compute_if_large(call, bytes, assign_numbers);
}

sdk::task<sdk::prompt_text> completion_text(sdk::call& call, const redaction& names, std::string_view completion)
{
    constexpr std::size_t passes = 8;
    const auto            write  = [&] { return names.completion_text(completion); };
    co_return co_await compute_if_large(call, passes * completion.size(), write);
}

} // namespace verbatim::feedback
