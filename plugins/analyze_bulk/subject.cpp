#include "subject.hpp"

#include "verbatim/feedback/envelope.hpp"

#include <functional>
#include <utility>

namespace verbatim::analyze_bulk {

std::vector<std::string_view> texts_of(const subject& asked)
{
    std::vector<std::string_view> texts;
    texts.reserve(asked.records.size() + 1);
    for (const auto* one : asked.records) texts.push_back(one->content);
    texts.push_back(asked.prompt);
    return texts;
}

sdk::task<std::vector<std::string>> placeholder_likes(sdk::call& call, const subject& asked)
{
    constexpr std::size_t    about_a_record = 256; // bytes of id and metadata
    std::vector<std::string> likes;
    const auto               keep = [&](std::string text) {
        if (feedback::first_free_number(text) != 0) likes.push_back(std::move(text));
    };
    const std::function<void()> gather = [&] {
        for (const auto* one : asked.records)
        {
            keep(one->id);
            keep(feedback::metadata_lines(one->metadata, asked.shown_metadata));
        }
    };
    co_await feedback::compute_if_large(call, asked.records.size() * about_a_record, gather);
    co_return likes;
}

sdk::outbound analysis_message(const sdk::outbound& prompt, const sdk::outbound& blocks)
{
    auto message = feedback::tagged("analyst_instruction", prompt);
    message += sdk::outbound::trusted("\n\n");
    message += feedback::tagged("feedback_records", blocks);
    return message;
}

sdk::outbound record_blocks(const subject& asked, const feedback::redaction& names,
                            std::span<const std::size_t> positions)
{
    sdk::outbound blocks;
    for (bool first = true; const auto at : positions)
    {
        if (!first) blocks += sdk::outbound::trusted("\n");
        first = false;
        blocks += feedback::record_block(*asked.records[at], names.text(at), asked.shown_metadata);
    }
    return blocks;
}

} // namespace verbatim::analyze_bulk
