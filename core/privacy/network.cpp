#include "privacy/network.hpp"

#include "privacy/kinds.hpp"
#include "privacy/letters.hpp"
#include "privacy/lexicon.hpp"
#include "verbatim/sdk/text.hpp"

#include <arpa/inet.h>
#include <re2/re2.h>

#include <algorithm>
#include <array>
#include <string>

namespace verbatim::core::privacy {

namespace {

constexpr std::size_t longest_local = 64, longest_domain = 253, longest_url = 2'048, longest_ip = 45;

re2::StringPiece to_string_piece(std::string_view text) { return {text.data(), text.size()}; }

bool in_local_part(char32_t c) noexcept
{
    constexpr std::u32string_view signs = U"._%+-";
    return class_of(c) != char_class::none || signs.find(c) != std::u32string_view::npos;
}

/// The start of the longest run of code points before `at` that all belong, within `max_bytes`.
template <class Predicate>
std::size_t reach_left(std::string_view text, std::size_t at, std::size_t max_bytes, Predicate belongs)
{
    auto from = at;
    while (from != 0 && at - from < max_bytes)
    {
        const auto earlier = sdk::utf8::previous_code_point(text, from);
        const auto c       = sdk::utf8::decode(text, earlier);
        if (!c.valid || c.end != from || !belongs(c.value)) break;
        from = earlier;
    }
    return from;
}

/// Where Markdown around an address, or behind it, begins: as part of the address it could be restored as a link.
std::size_t before_markdown(std::string_view text, std::size_t from, std::size_t end)
{
    const auto body = text.substr(from, end - from);
    for (std::size_t at = 0; at + 1 < body.size(); ++at)
    {
        const char next = body[at + 1];
        if ((body[at] == ']' && (next == '(' || next == '[')) || (body[at] == '!' && next == '[')) return from + at;
    }
    return end;
}

/// The end of the address without Markdown and without punctuation of the sentence around it.
std::size_t without_tail(std::string_view text, std::size_t from, std::size_t end)
{
    end = before_markdown(text, from, end);
    constexpr std::string_view tails    = ".,;:!?'\"*_-";
    const auto                 body     = text.substr(from, end - from);
    auto                       unopened = std::ranges::count(body, ')') - std::ranges::count(body, '(');
    for (; end > from; --end)
    {
        const char last = text[end - 1];
        if (last == ')' && unopened > 0) --unopened;
        else if (tails.find(last) == std::string_view::npos) break;
    }
    return end;
}

sdk::detected_entity make_finding(std::size_t begin, std::size_t end, std::string_view kind, double score)
{
    return {.begin = begin, .end = end, .kind = kind, .score = score};
}

} // namespace

struct network_patterns::patterns
{
    static RE2::Options quiet_options()
    {
        RE2::Options options;
        options.set_log_errors(false);
        return options;
    }

    // Each is matched at a fixed start within a bounded window, so that the time is linear.
    RE2 mail_domain{R"(((?:[\pL\pN](?:[\pL\pN-]*[\pL\pN])?\.)+(?:[xX][nN]--[\pL\pN-]*[\pL\pN]|\pL\pL+)|\[[0-9.]+\]))",
                    quiet_options()};
    RE2 scheme{R"((?i)(?:https?|ftps?|sftp|wss?|ssh|git|ldaps?)://[^\s\pZ<>"\\^`{|}]+)", quiet_options()};
    RE2 tail{R"((?::\d{1,5})?(?:[/?#][^\s\pZ<>"\\^`{|}]*)?)", quiet_options()};
    RE2 bare_name{R"([a-zA-Z0-9](?:[a-zA-Z0-9-]*[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]*[a-zA-Z0-9])?)*)",
                  quiet_options()};
    RE2 mac{R"((?:[0-9A-Fa-f]{2}[:-]){5}[0-9A-Fa-f]{2}|(?:[0-9A-Fa-f]{4}\.){2}[0-9A-Fa-f]{4})", quiet_options()};

    /// The end of the match of `pattern` at `at`; `at` if there is none.
    static std::size_t match(const RE2& pattern, std::string_view text, std::size_t at, std::size_t max_bytes)
    {
        auto window = to_string_piece(text.substr(at, max_bytes));
        return RE2::Consume(&window, pattern) ? static_cast<std::size_t>(window.data() - text.data()) : at;
    }
};

network_patterns::network_patterns()
    : patterns_(std::make_unique<patterns>())
{}

network_patterns::~network_patterns() = default;

namespace {

/// The search of one text. Each step continues where the last address ended, so that no byte is searched twice.
class network_search
{
public:
    network_search(const tokenized_text& text, const RE2& mail_domain, std::vector<sdk::detected_entity>& findings)
        : scanned_(text)
        , text_(text.text)
        , mail_domain_(mail_domain)
        , findings_(findings)
    {}

    void find_mails(auto match)
    {
        std::size_t after = 0;
        for (const auto at : scanned_.at_signs)
        {
            if (at < after) continue;
            auto from = reach_left(text_, at, longest_local, in_local_part);
            while (from < at && (text_[from] == '.' || text_[from] == '-' || text_[from] == '%')) ++from;
            if (from == at || text_[at - 1] == '.') continue;
            const auto end = match(mail_domain_, text_, at + 1, longest_domain);
            if (end == at + 1) continue;
            findings_.push_back(make_finding(from, end, kind::email_address, 1.0));
            after = end;
        }
    }

    void find_urls(auto match, const RE2& scheme, const RE2& tail, const RE2& bare_name)
    {
        std::size_t after = 0;
        for (const auto at : scanned_.schemes)
        {
            constexpr std::size_t longest_scheme = 5;
            const auto            from           = reach_left(text_, at, longest_scheme, sdk::ascii::is_letter);
            if (from == at || from < after) continue;
            const auto end = without_tail(text_, from, match(scheme, text_, from, longest_url));
            if (end <= at + 3) continue;
            findings_.push_back(make_finding(from, end, kind::url, 1.0));
            after = end;
        }
        after = 0; // bare names stand before addresses too; where both find something, the longer one wins
        for (std::size_t i = 1; i < scanned_.tokens.size(); ++i)
        {
            if (scanned_.tokens[i].before != gap::dot || scanned_.tokens[i].begin < after) continue;
            if (const auto end = find_bare_url(i, match, tail, bare_name); end != 0) after = end;
        }
    }

    /// IPv6 and MAC addresses: runs of hexadecimal digits and colons.
    void find_colon_addresses(auto match, const RE2& mac)
    {
        const auto  belongs = [](char c) { return sdk::ascii::is_hex_digit(c) || c == ':' || c == '.'; };
        std::size_t after   = 0;
        for (const auto at : scanned_.colons)
        {
            if (at < after) continue;
            auto from = at, end = at;
            while (from > after && at - from <= longest_ip && belongs(text_[from - 1])) --from;
            while (end < text_.size() && end - at <= longest_ip && belongs(text_[end])) ++end;
            after = end;
            while (end > from && (text_[end - 1] == '.' ||
                                  (text_[end - 1] == ':' && !text_.substr(from, end - from).ends_with("::"))))
                --end;
            const bool cut = (from != 0 && is_word_end(from)) || (end < text_.size() && is_word_begin(end));
            if (cut || end == from || end - from > longest_ip) continue;
            const bool mac_size = end - from == 17 || end - from == 14;
            if (mac_size && match(mac, text_, from, end - from) == end)
                findings_.push_back(make_finding(from, end, kind::mac_address, 1.0));
            else if (is_ipv6(text_.substr(from, end - from)))
                findings_.push_back(make_finding(from, end, kind::ip_address, 0.95));
        }
    }

    /// MAC addresses with hyphens or dots, word by word.
    void find_other_mac_addresses(auto match, const RE2& mac)
    {
        const auto& tokens = scanned_.tokens;
        for (std::size_t i = 0; i + 2 < tokens.size(); ++i)
        {
            const auto size      = tokens[i].letters;
            const auto separator = tokens[i + 1].before;
            if (!((size == 2 && separator == gap::hyphen) || (size == 4 && separator == gap::dot))) continue;
            if (tokens[i].before == gap::hyphen || tokens[i].before == gap::dot) continue;
            const auto count = size == 2 ? std::size_t{6} : std::size_t{3};
            if (i + count > tokens.size()) continue;
            const auto from = tokens[i].begin, end = tokens[i + count - 1].end;
            const bool more = i + count < tokens.size() && tokens[i + count].before == separator;
            if (!more && end - from <= 17 && match(mac, text_, from, end - from) == end)
                findings_.push_back(make_finding(from, end, kind::mac_address, 0.9));
        }
    }

private:
    bool is_word_end(std::size_t at) const
    {
        return class_of(sdk::utf8::decode(text_, sdk::utf8::previous_code_point(text_, at)).value) != char_class::none;
    }
    bool is_word_begin(std::size_t at) const
    {
        return class_of(sdk::utf8::decode(text_, at).value) != char_class::none;
    }

    /// A domain without a scheme with the top level `i`: example.org, www.example.fr/page. Returns its end, or 0.
    std::size_t find_bare_url(std::size_t i, auto match, const RE2& tail, const RE2& bare_name)
    {
        const auto& top = scanned_.tokens[i];
        if ((top.roles & (role::tld | role::tld_word)) == 0 || (top.form != shape::lower && top.form != shape::upper))
            return 0;
        if (i + 1 < scanned_.tokens.size() && scanned_.tokens[i + 1].before == gap::dot &&
            (scanned_.tokens[i + 1].roles & (role::tld | role::tld_word)) != 0)
            return 0; // example.co.uk is judged at its end

        const auto from = reach_left(text_, top.begin, longest_domain, [](char32_t c) {
            return sdk::ascii::is_alphanumeric(c) || c == U'-' || c == U'.';
        });
        if (from + 2 > top.begin || match(bare_name, text_, from, top.end - from) != top.end) return 0;
        if (from != 0 && (is_word_end(from) || text_[from - 1] == '@' || text_[from - 1] == '/')) return 0;
        if (i + 1 < scanned_.tokens.size() && scanned_.tokens[i + 1].before == gap::none) return 0;

        const auto host = text_.substr(from, top.begin - from);
        if (std::ranges::none_of(host, sdk::ascii::is_letter)) return 0;
        const bool web  = host.starts_with("www.") || host.starts_with("WWW.");
        const bool word = (top.roles & role::tld_word) != 0 || host.size() < 4;
        if (word && !web && top.end < slashless_end_) return 0;

        const auto tail_end = match(tail, text_, top.end, longest_url);
        const auto end      = std::max(top.end, without_tail(text_, from, tail_end));
        const bool path     = text_.substr(top.end, end - top.end).find('/') != std::string_view::npos;
        if (!path) slashless_end_ = tail_end;
        if (word && !path && !web) return 0;
        findings_.push_back(make_finding(from, end, kind::url, path || web ? 0.95 : 0.8));
        return end;
    }

    /// A valid address that is not a time of day or a C++ name.
    static bool is_ipv6(std::string_view text)
    {
        std::array<unsigned char, 16> address{};
        if (inet_pton(AF_INET6, std::string(text).c_str(), address.data()) != 1) return false;
        if (text == "::1") return true;
        std::size_t groups = 0, longest = 0, length = 0;
        for (const char c : text)
        {
            length = c == ':' ? 0 : length + 1;
            groups += length == 1;
            longest = std::max(longest, length);
        }
        return groups >= 4 || (groups >= 2 && longest >= 3);
    }

    const tokenized_text&              scanned_;
    std::string_view                   text_;
    const RE2&                         mail_domain_;
    std::vector<sdk::detected_entity>& findings_;
    std::size_t                        slashless_end_ = 0; // the last address without a path was read up to here
};

} // namespace

void network_patterns::find_mails(const tokenized_text& text, std::vector<sdk::detected_entity>& findings) const
{
    network_search(text, patterns_->mail_domain, findings).find_mails(patterns::match);
}

void network_patterns::find(const tokenized_text& text, std::vector<sdk::detected_entity>& findings) const
{
    network_search search(text, patterns_->mail_domain, findings);
    search.find_mails(patterns::match);
    search.find_urls(patterns::match, patterns_->scheme, patterns_->tail, patterns_->bare_name);
    search.find_colon_addresses(patterns::match, patterns_->mac);
    search.find_other_mac_addresses(patterns::match, patterns_->mac);
}

} // namespace verbatim::core::privacy
