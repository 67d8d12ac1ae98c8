#include "extractive/corpus.hpp"

#include "extractive/markup.hpp"

#include <algorithm>
#include <array>
#include <unordered_map>

namespace verbatim::core::extractive {
namespace {

std::optional<std::chrono::sys_days> read_day(std::string_view text)
{
    const auto number = [&](std::size_t at, std::size_t length) -> int {
        int value = 0;
        for (std::size_t i = at; i < at + length; ++i)
        {
            if (i >= text.size() || text[i] < '0' || text[i] > '9') return -1;
            value = value * 10 + (text[i] - '0');
        }
        return value;
    };
    if (text.size() < 10 || text[4] != '-' || text[7] != '-') return std::nullopt;
    const int year = number(0, 4), month = number(5, 2), day = number(8, 2);
    if (year < 0 || month < 0 || day < 0) return std::nullopt;
    const std::chrono::year_month_day date{std::chrono::year{year}, std::chrono::month(static_cast<unsigned>(month)),
                                           std::chrono::day(static_cast<unsigned>(day))};
    return date.ok() ? std::optional(std::chrono::sys_days(date)) : std::nullopt;
}

std::string_view trimmed(std::string_view text)
{
    constexpr std::string_view blanks = " \t\r\n";
    const auto                 begin  = text.find_first_not_of(blanks);
    return begin == std::string_view::npos ? std::string_view()
                                           : text.substr(begin, text.find_last_not_of(blanks) - begin + 1);
}

void read_metadata(std::string_view metadata, corpus_record& record)
{
    while (!metadata.empty())
    {
        const auto end  = std::min(metadata.find('\n'), metadata.size());
        const auto line = metadata.substr(0, end);
        metadata.remove_prefix(std::min(end + 1, metadata.size()));
        const auto equals = line.find('=');
        if (equals == std::string_view::npos) continue;
        const auto plain = unescape(line.substr(equals + 1));
        auto       value = trimmed(plain);
        if (const auto day = read_day(value))
        {
            if (!record.day) record.day = day;
            continue;
        }
        if (value.find_first_not_of("0123456789.-+ ") == std::string_view::npos) continue;
        while (!value.empty())
        {
            const auto comma = std::min(value.find(','), value.size());
            if (const auto label = trimmed(value.substr(0, comma)); !label.empty() && label.size() <= 200)
                record.labels.emplace_back(label);
            value.remove_prefix(std::min(comma + 1, value.size()));
        }
    }
}

corpus_record read_note(const element& source, tokenizer& tokenizer)
{
    corpus_record record;
    record.id = tokenizer.tokenize(unescape(source.id)).text;
    // A record without a text element is taken as it is, up to its metadata.
    auto text = source.inner.substr(0, source.inner.find("<metadata>"));
    if (text.find("<text>") != std::string_view::npos) text = inside(text, "text");
    record.content = tokenizer.tokenize(trimmed(unescape(text)));
    read_metadata(inside(source.inner, "metadata"), record);
    for (auto& label : record.labels) label = tokenizer.tokenize(label).text;
    return record;
}

} // namespace

corpus read_corpus(std::string_view message, tokenizer& tokenizer)
{
    corpus      result;
    auto        found = elements(message, "feedback_record");
    std::string opened;
    if (found.empty() && message.find("&lt;feedback_record") != std::string_view::npos)
    {
        opened = unescape(message);
        found  = elements(opened, "feedback_record");
    }
    result.records.reserve(found.size());
    for (const auto& one : found) result.records.push_back(read_note(one, tokenizer));
    if (found.empty())
    {
        const auto text = inside(message, "text");
        result.records.push_back({{}, tokenizer.tokenize(trimmed(unescape(text.empty() ? message : text))), {}, {}});
    }
    std::array<std::size_t, language_count> votes{};
    for (const auto& one : result.records)
        if (one.content.detected_language) ++votes[index(*one.content.detected_language)];
    result.main_language =
        languages[static_cast<std::size_t>(std::max_element(votes.begin(), votes.end()) - votes.begin())];
    return result;
}

std::vector<std::vector<bool>> boilerplate(const corpus& records)
{
    std::unordered_map<std::uint64_t, std::size_t> closings;
    const auto                                     fingerprint = [](const tokenized_text& body, const sentence& which) {
        std::uint64_t hash = 1469598103934665603U;
        for (auto at = which.first; at < which.last; ++at) hash = (hash ^ body.words[at].stem) * 1099511628211U;
        return hash;
    };
    for (const auto& record : records.records)
        for (std::size_t at = 1; at < record.content.sentences.size(); ++at)
            ++closings[fingerprint(record.content, record.content.sentences[at])];

    const auto                     threshold = std::max<std::size_t>(5, records.records.size() / 200);
    std::vector<std::vector<bool>> marks;
    marks.reserve(records.records.size());
    for (const auto& record : records.records)
    {
        auto& flags = marks.emplace_back(record.content.sentences.size(), false);
        for (std::size_t at = 1; at < record.content.sentences.size(); ++at)
        {
            const auto& which   = record.content.sentences[at];
            bool        replies = false;
            for (auto word = which.first; word < std::min(which.last, which.first + 2); ++word)
                replies = replies || record.content.words[word].staff;
            flags[at] = replies || closings[fingerprint(record.content, which)] >= threshold;
        }
    }
    return marks;
}

std::string shortened(const tokenized_text& text, const sentence& sentence, std::size_t max_bytes)
{
    std::size_t end = sentence.end;
    if (end - sentence.begin > max_bytes)
    {
        end = sentence.begin;
        for (auto at = sentence.first; at < sentence.last && text.words[at].end - sentence.begin <= max_bytes; ++at)
            end = text.words[at].end;
    }
    std::string line;
    for (const char c : std::string_view(text.text).substr(sentence.begin, end - sentence.begin))
        if (static_cast<unsigned char>(c) > 0x20 && c != 0x7F) line += c;
        else if (!line.empty() && line.back() != ' ') line += ' ';
    return end < sentence.end ? line + "…" : line;
}

} // namespace verbatim::core::extractive
