#include "report_language.hpp"

#include "verbatim/feedback/language.hpp"
#include "verbatim/text_analysis/tokenizer.hpp"

namespace verbatim::analyze_bulk {

text_analysis::language report_language(const analysis_input& input, const feedback::redaction& redaction,
                                        text_analysis::language main_language)
{
    if (const auto requested = input.language ? input.language->labels() : std::nullopt) return *requested;
    const auto question = redaction.unescaped_text(input.records.size());
    if (const auto code = feedback::detect_language(question.text()))
    {
        const auto detected = feedback::find_language(*code);
        return (detected ? detected->labels() : std::nullopt).value_or(main_language);
    }
    text_analysis::tokenizer tokenizer;
    return tokenizer.tokenize(question.text()).detected_language.value_or(main_language);
}

} // namespace verbatim::analyze_bulk
