// Responses of an analyzer of personal data. The first line is the analyzed text, the rest the body.
#include "target.hpp"

#include "privacy/analyzer_codec.hpp"
#include "privacy/overlaps.hpp"

#include "verbatim/sdk/text.hpp"

#include <boost/json/parse.hpp>
#include <boost/json/value.hpp>

#include <algorithm>
#include <string>
#include <vector>

namespace verbatim::fuzz {

namespace {

using namespace core::privacy;

/// `sorted`: in order and without overlaps, on borders of valid code points.
void require_sound(std::string_view text, const std::vector<sdk::detected_entity>& findings, bool sorted)
{
    std::size_t position = 0;
    for (const auto& finding : findings)
    {
        require(finding.begin < finding.end && finding.end <= text.size(), "a finding is a part of its text");
        require(!finding.kind.empty() && finding.score >= 0 && finding.score <= 1, "a finding has a kind and a score");
        if (!sorted) continue;
        require(finding.begin >= position, "united findings are in order and do not overlap");
        require(sdk::utf8::is_valid(text.substr(finding.begin, finding.end - finding.begin)),
                "a united finding is valid UTF-8");
        position = finding.end;
    }
}

void read(std::string_view text, std::string_view body)
{
    kind_names kinds;
    for (const std::size_t count : {1U, 2U})
    {
        const std::vector<std::string_view> texts(count, text);
        const auto                          findings = read_analyze_response(body, texts, {}, kinds);
        if (!findings) continue;
        require(findings->size() == count, "each text has a list of findings");
        for (const auto& list : *findings)
        {
            require_sound(text, list, false);
            require_sound(text, unite(text, {}, list), true);
        }
    }
}

void write_request(std::string_view text)
{
    const auto request = boost::json::parse(write_analyze_request({&text, 1}, {}));
    if (sdk::utf8::is_valid(text)) require(request.at("text").as_string() == text, "a request quotes its text");
    const auto pieces = pieces_of(text);
    require(pieces.empty() == sdk::utf8::is_blank(text), "only a blank text has no piece");
    require(pieces.empty() || pieces.back().data() + pieces.back().size() == text.data() + text.size(),
            "the pieces reach the end of the text");
}

} // namespace

void run(std::string_view input)
{
    const auto text = input.substr(0, input.find('\n'));
    read(text, input.substr(std::min(text.size() + 1, input.size())));
    write_request(input);
}

} // namespace verbatim::fuzz
