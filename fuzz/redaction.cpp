// Detection and replacement of personal data in the texts of one request, separated by U+001E.
#include "target.hpp"

#include "privacy/anonymizer.hpp"

#include "verbatim/feedback/markup.hpp"
#include "verbatim/feedback/redaction.hpp"
#include "verbatim/sdk/text.hpp"
#include "verbatim/testing/event_loop.hpp"

#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace verbatim::fuzz {

namespace {

using finding_lists = std::vector<std::vector<sdk::detected_entity>>;
using text_list     = std::vector<std::string_view>;

text_list split(std::string_view input)
{
    text_list result;
    for (std::size_t end = 0; end != input.npos; input.remove_prefix(end == input.npos ? 0 : end + 1))
        result.push_back(input.substr(0, end = input.find('\x1e')));
    return result;
}

sdk::anonymizer& engine()
{
    static const auto engine = core::privacy::make_anonymizer({});
    return *engine;
}

finding_lists run(sdk::task<finding_lists> search)
{
    static testing::event_loop loop;
    return loop.run(std::move(search));
}

finding_lists detect(const text_list& texts) { return run(engine().detect(texts)); }

/// The offsets between characters; an invalid byte is one.
std::vector<bool> borders_of(std::string_view text)
{
    std::vector<bool> borders(text.size() + 1);
    for (std::size_t at = 0; at != text.size(); at = sdk::utf8::decode(text, at).end) borders[at] = true;
    borders[text.size()] = true;
    return borders;
}

void require_sound(std::string_view text, const std::vector<sdk::detected_entity>& entities)
{
    const auto  borders      = borders_of(text);
    std::size_t previous_end = 0;
    for (const auto& entity : entities)
    {
        require(entity.begin >= previous_end, "findings are in order and do not overlap");
        require(entity.begin < entity.end && entity.end <= text.size(), "a finding is inside its text");
        require(borders[entity.begin] && borders[entity.end], "a finding ends between characters");
        const auto span = text.substr(entity.begin, entity.end - entity.begin);
        require(sdk::utf8::is_valid(span), "a finding contains no invalid UTF-8");
        require(!entity.kind.empty() && entity.score >= 0 && entity.score <= 1, "a finding has a kind and a score");
        previous_end = entity.end;
    }
}

/// Whether restoration may change the text: placeholders inside addresses stay, characters of Markdown are taken apart,
/// and originals have no line breaks.
bool may_change(std::string_view text)
{
    constexpr std::string_view beginnings[]{"//", "](", "www.", "mailto:"};
    std::string                folded{text};
    std::ranges::transform(folded, folded.begin(), sdk::ascii::to_lower);
    const auto is_special = [](char c) { return c == '<' || c == ']' || c == '!'; };
    return std::ranges::any_of(text, is_special) || feedback::on_one_line(text) != text ||
           std::ranges::any_of(beginnings, [&](auto beginning) { return folded.find(beginning) != folded.npos; });
}

void require_reversible(const text_list& texts, const finding_lists& findings)
{
    std::uint64_t first = 0;
    for (const auto text : texts) first = std::max(first, feedback::first_free_number(text));
    const feedback::redaction redaction{texts, findings, first};
    for (std::size_t n = 0; n != texts.size(); ++n)
    {
        const auto redacted = redaction.unescaped_text(n);
        require(may_change(texts[n]) || redaction.restore(redacted.text()) == texts[n],
                "placeholders restore the original text");
        require(findings[n].empty() == (redacted.text() == texts[n]), "exactly the findings are replaced");
    }
}

double seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

/// With VERBATIM_FUZZ_MS_PER_KIB, an input whose best of three runs takes longer is a finding.
void require_fast(const text_list& texts, std::size_t bytes)
{
    static const char* const limit = std::getenv("VERBATIM_FUZZ_MS_PER_KIB");
    if (!limit) return;
    const double kibibytes = std::max(1.0, static_cast<double>(bytes) / 1024);
    const double allowed   = std::atof(limit) * kibibytes / 1000;
    for (int attempt = 0; attempt != 3; ++attempt)
    {
        const double begin = seconds();
        detect(texts);
        if (seconds() - begin <= allowed) return;
    }
    require(false, "detection stays within VERBATIM_FUZZ_MS_PER_KIB");
}

} // namespace

void run(std::string_view input)
{
    const auto texts    = split(input);
    const auto findings = detect(texts);
    require(findings.size() == texts.size(), "one list of findings for each text");
    for (std::size_t n = 0; n != texts.size(); ++n) require_sound(texts[n], findings[n]);
    require_reversible(texts, findings);
    const auto verified = run(engine().detect_verified(texts));
    for (std::size_t n = 0; n != texts.size(); ++n) require_sound(texts[n], verified[n]);
    require_fast(texts, input.size());
}

} // namespace verbatim::fuzz
