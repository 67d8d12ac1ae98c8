#include "verbatim/feedback/redaction.hpp"

#include "verbatim/feedback/envelope.hpp"

#include <algorithm>
#include <charconv>
#include <functional>
#include <stdexcept>
#include <utility>

namespace verbatim::feedback {

namespace {

/// Something that looks like a placeholder, at the beginning of a text.
struct likeness
{
    std::string_view name;     ///< TYPE_n
    std::size_t      size = 0; ///< bytes with its brackets; 0: there is none
};

constexpr bool of_a_name(char c) { return (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_'; }

likeness between(std::string_view text, std::string_view open, std::string_view close)
{
    if (!text.starts_with(open)) return {};
    const auto rest = text.substr(open.size());
    const auto end  = static_cast<std::size_t>(std::ranges::find_if_not(rest, of_a_name) - rest.begin());
    if (end == 0 || !rest.substr(end).starts_with(close)) return {};
    return {rest.substr(0, end), open.size() + end + close.size()};
}

likeness placeholder_at(std::string_view text)
{
    if (const auto plain = between(text, "<", ">"); plain.size != 0) return plain;
    return between(text, "&lt;", "&gt;");
}

/// Calls `each(before, likeness)` for everything that looks like a placeholder; returns what follows the last.
template <class Each>
std::string_view scan(std::string_view text, Each each)
{
    std::size_t done = 0;
    for (auto at = text.find_first_of("<&"); at != text.npos; at = text.find_first_of("<&", at))
    {
        const auto found = placeholder_at(text.substr(at));
        if (found.size == 0)
        {
            ++at;
            continue;
        }
        each(text.substr(done, at - done), found);
        at += found.size;
        done = at;
    }
    return text.substr(done);
}

} // namespace

redaction::redaction(std::vector<std::string_view> texts)
    : texts_{std::move(texts)}
    , pieces_(texts_.size())
{}

redaction::redaction(std::vector<std::string_view> texts, std::span<const std::vector<sdk::finding>> found,
                     std::uint64_t first_number)
    : redaction{std::move(texts)}
{
    if (found.size() != texts_.size()) throw std::logic_error{"the anonymizer answered for another number of texts"};
    std::map<std::pair<std::string_view, std::string_view>, std::string_view> issued;
    for (std::size_t n = 0; n != texts_.size(); ++n)
    {
        std::size_t done = 0;
        for (const auto& one : found[n])
        {
            if (one.begin < done || one.end <= one.begin || one.end > texts_[n].size())
                throw std::logic_error{"the anonymizer's findings are out of order or outside their text"};
            const auto text           = texts_[n].substr(one.begin, one.end - one.begin);
            const auto [place, fresh] = issued.try_emplace({one.kind, text});
            if (fresh)
            {
                auto name = "<" + std::string{one.kind} + "_" + std::to_string(first_number + issued.size() - 1) + ">";
                place->second = originals_.emplace(std::move(name), original{one.kind, text}).first->first;
            }
            pieces_[n].push_back({one.begin, one.end, place->second});
            done = one.end;
        }
    }
}

template <class Between>
sdk::outbound redaction::written(std::size_t n, Between between) const
{
    const auto  whole = texts_.at(n);
    std::string shown;
    std::size_t done = 0;
    for (const auto& one : pieces_[n])
    {
        shown += between(whole.substr(done, one.begin - done));
        shown += one.placeholder;
        done = one.end;
    }
    shown += between(whole.substr(done));
    return sdk::outbound::redacted(std::move(shown));
}

sdk::outbound redaction::text(std::size_t n) const { return written(n, escaped); }

sdk::outbound redaction::plain(std::size_t n) const { return written(n, std::identity{}); }

const std::pair<const std::string, redaction::original>* redaction::known(std::string_view placeholder) const
{
    const auto place = originals_.find("<" + std::string{placeholder} + ">");
    return place == originals_.end() ? nullptr : &*place;
}

sdk::outbound redaction::said(std::string_view answer) const
{
    std::string shown;
    const auto  rest = scan(answer, [&](std::string_view before, const likeness& found) {
        const auto* one = known(found.name);
        shown += escaped(before);
        shown += one ? one->first : escaped(std::string_view{before.data() + before.size(), found.size});
    });
    shown += escaped(rest);
    return sdk::outbound::redacted(std::move(shown));
}

std::string redaction::restore(std::string_view answer, std::initializer_list<std::string_view> hidden) const
{
    std::string plain;
    const auto  rest = scan(answer, [&](std::string_view before, const likeness& found) {
        const auto* one = known(found.name);
        plain += before;
        if (!one) plain += std::string_view{before.data() + before.size(), found.size};
        else if (std::ranges::find(hidden, one->second.kind) != hidden.end()) plain += one->first;
        else plain += one->second.text;
    });
    plain += rest;
    return plain;
}

std::uint64_t first_free_number(std::string_view text) noexcept
{
    std::uint64_t free = 0;
    scan(text, [&](std::string_view, const likeness& found) {
        const auto digits = found.name.substr(found.name.rfind('_') + 1);
        // What has more digits than any counter of ours will reach cannot collide with it.
        if (digits.size() == found.name.size() || digits.size() > 15) return;
        std::uint64_t number{};
        const auto    read = std::from_chars(digits.data(), digits.data() + digits.size(), number);
        if (read.ec == std::errc{} && read.ptr == digits.data() + digits.size()) free = std::max(free, number + 1);
    });
    return free;
}

sdk::task<> compute_if_large(sdk::call& call, std::size_t bytes, const std::function<void()>& work)
{
    constexpr std::size_t a_few_milliseconds = 1u << 20;
    if (bytes > a_few_milliseconds) co_await call.compute(work);
    else work();
}

sdk::task<redaction> redact(sdk::call& call, std::vector<std::string_view> texts, std::vector<std::string_view> beside)
{
    const auto found = co_await call.privacy().find(texts);

    std::size_t bytes = 0;
    for (const auto text : texts) bytes += text.size();
    redaction                   made;
    const std::function<void()> number = [&] {
        std::uint64_t first = 0;
        for (const auto text : texts) first = std::max(first, first_free_number(text));
        for (const auto text : beside) first = std::max(first, first_free_number(text));
        made = redaction{std::move(texts), found, first};
    };
    co_await compute_if_large(call, bytes, number);
    co_return made;
}

} // namespace verbatim::feedback
