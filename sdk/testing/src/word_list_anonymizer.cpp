#include "verbatim/testing/word_list_anonymizer.hpp"

#include "verbatim/sdk/text.hpp"

#include <utility>

namespace verbatim::testing {

namespace {

constexpr bool is_address_char(char c)
{
    return sdk::ascii::is_alphanumeric(c) || c == '.' || c == '-' || c == '_' || c == '+';
}

/// Bytes of the address that begins at the beginning of `text`; 0: none does.
std::size_t address_at(std::string_view text)
{
    std::size_t at = 0;
    while (at < text.size() && is_address_char(text[at])) ++at;
    if (at == 0 || at == text.size() || text[at] != '@') return 0;
    auto end = at + 1;
    while (end < text.size() && is_address_char(text[end])) ++end;
    while (end > at + 1 && text[end - 1] == '.') --end;
    const auto host = text.substr(at + 1, end - at - 1);
    return host.find('.') == host.npos ? 0 : end;
}

} // namespace

word_list_anonymizer& word_list_anonymizer::add(std::string word, std::string_view kind)
{
    entries_.push_back({std::move(word), kind});
    return *this;
}

std::vector<sdk::detected_entity> word_list_anonymizer::detect_in(std::string_view text) const
{
    std::vector<sdk::detected_entity> entities;
    for (std::size_t at = 0; at < text.size();)
    {
        std::size_t      longest = 0;
        std::string_view kind;
        if (at == 0 || !is_address_char(text[at - 1])) longest = address_at(text.substr(at));
        if (longest != 0) kind = "EMAIL_ADDRESS";
        for (const auto& word : entries_)
        {
            if (word.word.size() <= longest || !text.substr(at).starts_with(word.word)) continue;
            longest = word.word.size();
            kind    = word.kind;
        }
        if (longest != 0) entities.push_back({.begin = at, .end = at + longest, .kind = kind, .score = 1.0});
        at += longest != 0 ? longest : 1;
    }
    return entities;
}

sdk::task<std::vector<std::vector<sdk::detected_entity>>>
word_list_anonymizer::detect(std::span<const std::string_view> texts)
{
    ++call_count_;
    std::vector<std::vector<sdk::detected_entity>> entities;
    for (const auto text : texts) entities.push_back(detect_in(text));
    co_return entities;
}

sdk::task<std::vector<std::vector<sdk::detected_entity>>>
word_list_anonymizer::detect_verified(std::span<const std::string_view> texts)
{
    std::vector<std::vector<sdk::detected_entity>> entities;
    for (const auto text : texts)
    {
        entities.push_back(detect_in(text));
        std::erase_if(entities.back(), [](const sdk::detected_entity& entity) {
            return entity.kind != "EMAIL_ADDRESS" && entity.kind != "CREDIT_CARD";
        });
    }
    co_return entities;
}

} // namespace verbatim::testing
