// The way of a model's output into a response. The texts of an input, separated by U+001E, are the output and the
// originals that its placeholders <URL_0>, <URL_1>, ... stand for.
#include "target.hpp"

#include "verbatim/feedback/hyperlinks.hpp"
#include "verbatim/feedback/redaction.hpp"
#include "verbatim/sdk/text.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace verbatim::fuzz {

namespace {

constexpr std::string_view base = "https://c.example/#V";

std::vector<std::string_view> split(std::string_view input)
{
    std::vector<std::string_view> result;
    for (std::size_t end = 0; end != input.npos; input.remove_prefix(end == input.npos ? 0 : end + 1))
        result.push_back(input.substr(0, end = input.find('\x1e')));
    return result;
}

feedback::redaction redaction_of(std::vector<std::string_view> originals)
{
    std::vector<std::vector<sdk::detected_entity>> findings;
    for (const auto original : originals)
        if (original.empty()) findings.emplace_back();
        else findings.push_back({{.begin = 0, .end = original.size(), .kind = "URL", .score = 1}});
    return {std::move(originals), findings};
}

bool begins_placeholder(std::string_view text)
{
    const auto end = text.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_", 1);
    return end != text.npos && text[end] == '>' && sdk::ascii::is_digit(text[end - 1]);
}

/// `base_url` is empty if no link may be in the text.
void require_harmless(std::string_view text, std::string_view base_url)
{
    for (std::size_t at = 0; at + 1 < text.size(); ++at)
    {
        const auto rest = text.substr(at);
        require(!rest.starts_with("!["), "no image begins");
        if (rest.starts_with("]("))
        {
            const auto target = sdk::ascii::trimmed(rest.substr(2, rest.find(')')));
            require(!base_url.empty() && target.starts_with(base_url), "each target is the CRM");
        }
        const char next     = rest[1];
        const bool is_begin = sdk::ascii::is_letter(next) || next == '/' || next == '!' || next == '?';
        if (rest[0] != '<' || !is_begin) continue;
        require((!base_url.empty() && rest.substr(1).starts_with(base_url)) || begins_placeholder(rest),
                "no tag begins");
    }
}

} // namespace

void run(std::string_view input)
{
    auto texts = split(input);
    const auto output = texts.front();
    texts.erase(texts.begin());
    const auto names = redaction_of(std::move(texts));

    for (const auto& text : {names.restore(output), names.restore_fields(output), names.restore_none(output),
                             names.restore(output).on_one_line(), names.restore(output).shortened(20)})
    {
        require_harmless(text.text(), {});
        require_harmless(text.masked().text(), {});
        require(text.on_one_line().text().find_first_of("\r\n") == std::string::npos, "a line has no break");
    }
    require(sdk::utf8::count_code_points(names.restore(output).shortened(20).text()) <= 21, "a short text is short");

    require(names.restore(output).masked() == names.restore_none(output), "a masked text is one without originals");

    const auto text = names.restore(output, {}, base);
    require_harmless(text.text(), base);

    const feedback::record        records[]{{.id = "F-1", .content = "c", .metadata = {}, .url_id = "a(b) c"},
                                            {.id = "[<b>`\\", .content = "c", .metadata = {}, .url_id = "d"}};
    const feedback::record* const addresses[]{&records[0], &records[1]};
    require_harmless(feedback::with_links(text, base, addresses).text(), base);
}

} // namespace verbatim::fuzz
