#include "model_links.hpp"

#include "verbatim/feedback/markup.hpp"
#include "verbatim/sdk/text.hpp"

#include <algorithm>
#include <cstddef>
#include <set>
#include <vector>

namespace verbatim::feedback {

namespace {

constexpr std::string_view white_space = " \t\r\n\v\f";
constexpr std::size_t      max_bytes   = 4'096; ///< of a label or a target; Markdown limits labels to 999 characters

bool has_white_space(std::string_view text) { return text.find_first_of(white_space) != npos; }

/// The end of the placeholder that begins at `at`; npos if none does.
std::size_t placeholder_end(std::string_view text, std::size_t at)
{
    const auto size = sdk::ascii::placeholder_size(text.substr(at));
    return size == 0 ? npos : at + size;
}

/// Whether `<` and this character may begin a tag, a comment or an autolink.
bool begins_tag(char c) { return sdk::ascii::is_letter(c) || c == '/' || c == '!' || c == '?'; }

/// Whether the text has the end of a label or the beginning of a tag: without them no pass changes it.
bool has_markup(std::string_view text)
{
    if (text.find(']') != npos) return true;
    for (auto at = text.find('<'); at != npos && at + 1 < text.size(); at = text.find('<', at))
    {
        const auto end = placeholder_end(text, at);
        if (end == npos && begins_tag(text[at + 1])) return true;
        at = end == npos ? at + 1 : end;
    }
    return false;
}

/// Whether the inside of `<...>` is an address, `https://...` or `name@example.org`.
bool is_autolink(std::string_view inside)
{
    if (has_white_space(inside) || !sdk::ascii::is_letter(inside.front())) return false;
    const auto scheme_end = std::ranges::find_if_not(
        inside, [](char c) { return sdk::ascii::is_alphanumeric(c) || c == '+' || c == '-' || c == '.'; });
    return (scheme_end != inside.end() && *scheme_end == ':') || inside.find('@') != npos;
}

/// Whether the target is the address of the CRM or below it. No character of it can end a link, begin a tag, or stand
/// for another one, as entities do.
bool leads_below(std::string_view target, std::string_view base)
{
    if (base.empty() || target.size() > max_bytes || !target.starts_with(base)) return false;
    if (has_white_space(target)) return false;
    const auto rest = target.substr(base.size());
    if (!rest.empty() && std::string_view{"/?#"}.find(rest.front()) == npos) return false;
    if (rest.find_first_of("\\<>[]\"`") != npos || rest.find("..") != npos) return false;
    if (rest.find('&') != npos && rest.find(';') != npos) return false;
    return sdk::ascii::lowercase(rest).find("%2e") == npos;
}

/// One pass over a text: marks bytes to drop, and bytes after which a blank takes the meaning from Markdown.
class pass
{
public:
    pass(std::string_view text, std::string_view base)
        : text_{text}
        , base_{base}
        , labels_{bracket_pairs(text, '[', ']')}
        , targets_{bracket_pairs(text, '(', ')')}
        , opening_(text.size(), npos)
        , dropped_(text.size())
        , blank_after_(text.size())
    {
        for (std::size_t at = 0; at != text.size(); ++at)
            if (labels_[at] != npos) opening_[labels_[at]] = at;
    }

    std::string run()
    {
        for_each_label_end(':', [&](std::size_t at) { definition(at); });
        for_each_label_end('(', [&](std::size_t at) { inline_link(at); });
        for_each_label_end('[', [&](std::size_t at) { reference(at); });
        tags();
        return result();
    }

private:
    /// Calls `each` for each `]` before `next`.
    template <class Each>
    void for_each_label_end(char next, Each each)
    {
        for (auto at = text_.find(']'); at != npos && at + 1 < text_.size(); at = text_.find(']', at + 1))
            if (text_[at + 1] == next && !dropped_[at]) each(at);
    }

    bool is_below_base(std::string_view target) const { return leads_below(target, base_); }

    void drop(std::size_t begin, std::size_t end) { std::fill(dropped_.begin() + begin, dropped_.begin() + end, true); }

    /// Drops the brackets of the label that ends at `close`, and the mark of an image before them.
    void unwrap(std::size_t close)
    {
        const auto open = opening_[close];
        if (open == npos) return;
        dropped_[open]  = true;
        dropped_[close] = true;
        if (is_image(open)) dropped_[open - 1] = true;
    }

    bool is_image(std::size_t open) const { return open != 0 && text_[open - 1] == '!'; }

    /// `[text](target)`, whose label ends at `close`.
    void inline_link(std::size_t close)
    {
        const auto end = targets_[close + 1];
        if (end == npos)
        {
            blank_after_[close] = true;
            return;
        }
        const auto target = sdk::ascii::trimmed(text_.substr(close + 2, end - close - 2));
        const auto open   = opening_[close];
        if (open != npos && !is_image(open) && is_below_base(target)) return;
        unwrap(close);
        drop(close + 1, end + 1);
    }

    /// `[label]: target` at the beginning of a line. One whose target is no address is probably a cited id before a
    /// word; it stays and loses its meaning.
    void definition(std::size_t close)
    {
        const auto open = opening_[close];
        if (open == npos || !begins_line(open))
        {
            blank_after_[close] = blank_after_[close] || open == npos;
            return;
        }
        if (close - open > max_bytes) return;
        auto begin = text_.find_first_not_of(" \t", close + 2);
        if (begin != npos && (text_[begin] == '\n' || text_[begin] == '\r'))
            begin = text_.find_first_not_of(white_space, begin);
        if (begin == npos) return; // the last step separates it
        const auto end    = std::min(text_.find_first_of(white_space, begin), text_.size());
        const auto line   = std::min(text_.find_first_of("\r\n", end), text_.size());
        const auto title  = sdk::ascii::trimmed(text_.substr(end, line - end));
        const auto target = text_.substr(begin, end - begin);
        if (!title.empty() && std::string_view{"\"'("}.find(title.front()) == npos) return;
        if (target.find_first_of(":/&\\<") == npos)
        {
            blank_after_[close] = true;
            return;
        }
        defined_.insert(sdk::ascii::lowercase(text_.substr(open, close + 1 - open)));
        drop(open, line);
    }

    /// Whether only marks of lists and quotes stand before `at` in its line.
    bool begins_line(std::size_t at) const
    {
        if (at == 0) return true;
        const auto before = text_.find_last_not_of(" \t>-*+.)0123456789", at - 1);
        return before == npos || text_[before] == '\n' || text_[before] == '\r';
    }

    /// `[text][label]` whose definition was dropped. The first label ends at `close`.
    void reference(std::size_t close)
    {
        const auto end = labels_[close + 1];
        if (end == npos || end - close > max_bytes) return;
        if (!defined_.contains(sdk::ascii::lowercase(text_.substr(close + 1, end - close)))) return;
        unwrap(close);
        drop(close + 1, end + 1);
    }

    void tags()
    {
        const auto last_close = text_.rfind('>');
        for (auto at = text_.find('<'); at != npos && at + 1 < text_.size(); at = text_.find('<', at))
        {
            if (const auto end = placeholder_end(text_, at); end != npos) at = end;
            else if (!begins_tag(text_[at + 1])) ++at;
            else if (last_close == npos || at > last_close) blank_after_[at++] = true;
            else at = tag(at);
        }
    }

    /// Drops the tag that begins at `open`, of an address only its brackets. Returns its end.
    std::size_t tag(std::size_t open)
    {
        auto close = open + 1;
        while (!only_placeholders_ && close < text_.size() && text_[close] != '>')
        {
            const auto end = placeholder_end(text_, close);
            close          = end == npos ? close + 1 : end;
        }
        only_placeholders_ = only_placeholders_ || close >= text_.size();
        if (only_placeholders_) close = text_.find('>', open);
        const auto inside = text_.substr(open + 1, close - open - 1);
        if (!is_autolink(inside)) drop(open, close + 1);
        else if (!is_below_base(inside)) dropped_[open] = dropped_[close] = true;
        return close + 1;
    }

    std::string result() const
    {
        std::string remaining;
        for (std::size_t at = 0; at != text_.size(); ++at)
        {
            if (!dropped_[at]) remaining += text_[at];
            if (!dropped_[at] && blank_after_[at]) remaining += ' ';
        }
        return remaining;
    }

    std::string_view         text_;
    std::string_view         base_;
    std::vector<std::size_t> labels_;  ///< by `[`
    std::vector<std::size_t> targets_; ///< by `(`
    std::vector<std::size_t> opening_; ///< by `]`
    std::vector<bool>        dropped_;
    std::vector<bool>        blank_after_;
    bool                     only_placeholders_ = false; ///< no other `>` is left
    std::set<std::string>    defined_;                   ///< labels with their brackets, in lower case
};

/// The last step: puts a blank into what may still begin a link, an image or a tag, whatever stands around it. Only
/// links below the base stay. CommonMark joins none of these characters over a blank.
class separator
{
public:
    separator(std::string_view text, std::string_view base)
        : text_{text}
        , base_{base}
    {}

    std::string run()
    {
        std::string separated;
        for (std::size_t at = 0; at != text_.size(); ++at)
        {
            const char c = text_[at];
            separated += c;
            if (at + 1 != text_.size() && is_begin(at)) separated += ' ';
            read(at);
        }
        return separated;
    }

private:
    /// Whether the character and the next one are to be separated.
    bool is_begin(std::size_t at) const
    {
        const char next = text_[at + 1];
        switch (text_[at])
        {
        case '!': return next == '[';
        case '<': return placeholder_end(text_, at) == npos && !is_crm_address(at) && begins_tag_or_mail(at);
        case ']': return (next == '(' && !is_crm_target(at + 1)) || (next == ':' && may_define(at + 2));
        default: return false;
        }
    }

    bool begins_tag_or_mail(std::size_t at) const
    {
        if (begins_tag(text_[at + 1])) return true;
        const auto end = text_.find_first_of("<> \t\r\n", at + 1);
        return end != npos && text_[end] == '>' && text_.substr(at, end - at).find('@') != npos;
    }

    /// `<https://...>` below the base.
    bool is_crm_address(std::size_t open) const
    {
        const auto inside = text_.substr(open + 1, max_bytes + 1);
        if (base_.empty() || !inside.starts_with(base_)) return false;
        const auto close = inside.find('>');
        return close != npos && leads_below(inside.substr(0, close), base_);
    }

    /// `(https://...)` below the base, with blanks around it.
    bool is_crm_target(std::size_t open) const
    {
        const auto begin = text_.find_first_not_of(white_space, open + 1);
        if (base_.empty() || begin == npos || !text_.substr(begin).starts_with(base_)) return false;
        int  depth = 0;
        auto end   = begin;
        for (; end != text_.size() && end - begin <= max_bytes && white_space.find(text_[end]) == npos; ++end)
        {
            if (text_[end] == '(') ++depth;
            if (text_[end] == ')' && --depth < 0) break;
        }
        const auto close = text_.find_first_not_of(white_space, end);
        return close != npos && text_[close] == ')' && leads_below(text_.substr(begin, end - begin), base_);
    }

    /// Notes whether a label is open that has begun where only marks of lists and quotes stand before it in its line.
    void read(std::size_t at)
    {
        constexpr std::string_view marks = " \t\v\f>-*+.)0123456789";

        const char c = text_[at];
        if (c == '[' && at_line_start_) is_label_open_ = true;
        if (c == ']' && text_[at - (at != 0)] != '\\') is_label_open_ = false;
        if (c == '\n' || c == '\r') at_line_start_ = true;
        else if (marks.find(c) == npos) at_line_start_ = false;
    }

    /// Whether what follows `]:` may be the target of a definition: one word, or one before a title.
    bool may_define(std::size_t at) const
    {
        if (!is_label_open_) return false;
        const auto rest  = text_.substr(at, max_bytes);
        const auto begin = rest.find_first_not_of(" \t");
        if (begin == npos || std::string_view{"\r\n<"}.find(rest[begin]) != npos) return true;
        const auto end   = rest.find_first_of(white_space, begin);
        const auto title = end == npos ? npos : rest.find_first_not_of(" \t", end);
        return title == npos || std::string_view{"\r\n\v\f\"'("}.find(rest[title]) != npos;
    }

    std::string_view text_;
    std::string_view base_;
    bool             at_line_start_ = true;
    bool             is_label_open_ = false;
};

} // namespace

std::string without_foreign_links(std::string_view markdown, std::string_view base_url)
{
    constexpr int max_passes = 8; // what remains can form new markup; nested deeper it is no honest text

    const auto  address = sdk::utf8::trimmed(base_url);
    const auto  base    = address.substr(0, address.find_last_not_of('/') + 1);
    std::string text{markdown};
    for (int count = 0; count != max_passes && has_markup(text); ++count)
    {
        auto shorter = pass{text, base}.run();
        if (shorter == text) break;
        text = std::move(shorter);
    }
    return separator{text, base}.run();
}

bool begins_markup(char left, char right)
{
    return (left == '<' && begins_tag(right)) || (left == ']' && (right == '(' || right == ':')) ||
           (left == '!' && right == '[');
}

std::string as_plain_text(std::string_view text)
{
    std::string plain;
    for (const char c : on_one_line(text))
    {
        if (!plain.empty() && c != ':' && begins_markup(plain.back(), c)) plain += ' ';
        plain += c;
    }
    return plain;
}

namespace {

/// Whether a blank line follows the line that ends at `at`.
bool is_paragraph_end(std::string_view text, std::size_t at)
{
    const auto next = text.find_first_not_of(" \t\r", at + 1);
    return next != npos && text[next] == '\n';
}

} // namespace

std::vector<std::size_t> bracket_pairs(std::string_view text, char open, char close)
{
    std::vector<std::size_t> closing(text.size(), npos);
    std::vector<std::size_t> unclosed;
    for (std::size_t at = 0; at < text.size(); ++at)
    {
        const char c = text[at];
        if (c == '\\') ++at;
        else if (c == '\n' && is_paragraph_end(text, at)) unclosed.clear();
        else if (c == open) unclosed.push_back(at);
        else if (c == close && !unclosed.empty())
        {
            closing[unclosed.back()] = at;
            unclosed.pop_back();
        }
    }
    return closing;
}

} // namespace verbatim::feedback
