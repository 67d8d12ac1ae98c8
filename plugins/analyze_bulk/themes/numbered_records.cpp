#include "themes/numbered_records.hpp"

#include "verbatim/feedback/markup.hpp"
#include "verbatim/text_analysis/tokenizer.hpp"

namespace verbatim::analyze_bulk::themes {

namespace {

sdk::prompt_text sentence_lines(const feedback::redaction& redaction, std::size_t position)
{
    const auto       content = redaction.unescaped_text(position);
    sdk::prompt_text lines;
    std::size_t      number = 0;
    for (const auto sentence : text_analysis::split_sentences(content.text()))
    {
        if (number != 0) lines += "\n";
        lines += sdk::prompt_text{++number};
        lines += ": ";
        lines += redaction.completion_text(feedback::on_one_line(sentence));
    }
    return lines;
}

template <class Body>
sdk::prompt_text elements(std::span<const std::size_t> positions, Body body)
{
    sdk::prompt_text text;
    for (std::size_t n = 0; n != positions.size(); ++n)
    {
        if (n != 0) text += "\n";
        text += "<record number=\"";
        text += sdk::prompt_text{n + 1};
        text += "\">\n";
        text += body(positions[n]);
        text += "\n</record>";
    }
    return text;
}

} // namespace

sdk::prompt_text numbered_records(const feedback::redaction& redaction, std::span<const std::size_t> positions)
{
    return elements(positions, [&](std::size_t position) { return redaction.text(position); });
}

sdk::prompt_text numbered_sentences(const feedback::redaction& redaction, std::span<const std::size_t> positions)
{
    return elements(positions, [&](std::size_t position) { return sentence_lines(redaction, position); });
}

} // namespace verbatim::analyze_bulk::themes
