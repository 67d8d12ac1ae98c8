#include "verbatim/testing/word_list_anonymizer.hpp"

#include <utility>

namespace verbatim::testing {

namespace {

constexpr bool of_an_address(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' || c == '-' ||
           c == '_' || c == '+';
}

/// Bytes of the address that begins at the beginning of `text`; 0: none does.
std::size_t address_at(std::string_view text)
{
    std::size_t at = 0;
    while (at < text.size() && of_an_address(text[at])) ++at;
    if (at == 0 || at == text.size() || text[at] != '@') return 0;
    auto end = at + 1;
    while (end < text.size() && of_an_address(text[end])) ++end;
    while (end > at + 1 && text[end - 1] == '.') --end;
    const auto host = text.substr(at + 1, end - at - 1);
    return host.find('.') == host.npos ? 0 : end;
}

} // namespace

word_list_anonymizer& word_list_anonymizer::knows(std::string word, std::string_view kind)
{
    words_.push_back({std::move(word), kind});
    return *this;
}

std::vector<sdk::finding> word_list_anonymizer::find_in(std::string_view text) const
{
    std::vector<sdk::finding> found;
    for (std::size_t at = 0; at < text.size();)
    {
        std::size_t      longest = 0;
        std::string_view kind;
        if (at == 0 || !of_an_address(text[at - 1])) longest = address_at(text.substr(at));
        if (longest != 0) kind = "EMAIL_ADDRESS";
        for (const auto& one : words_)
        {
            if (one.word.size() <= longest || !text.substr(at).starts_with(one.word)) continue;
            longest = one.word.size();
            kind    = one.kind;
        }
        if (longest != 0) found.push_back({.begin = at, .end = at + longest, .kind = kind, .score = 1.0});
        at += longest != 0 ? longest : 1;
    }
    return found;
}

sdk::task<std::vector<std::vector<sdk::finding>>> word_list_anonymizer::find(std::span<const std::string_view> texts)
{
    ++asked_;
    std::vector<std::vector<sdk::finding>> found;
    for (const auto text : texts) found.push_back(find_in(text));
    co_return found;
}

} // namespace verbatim::testing
