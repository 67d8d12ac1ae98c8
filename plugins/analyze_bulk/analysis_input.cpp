#include "analysis_input.hpp"

#include "verbatim/feedback/answer_sentences.hpp"
#include "verbatim/feedback/explanation.hpp"
#include "verbatim/feedback/markup.hpp"
#include "verbatim/feedback/tokens.hpp"

namespace verbatim::analyze_bulk {

feedback::response_text explanation_of(const feedback::judgement& verdict, const analysis_input& input,
                                       const feedback::redaction& redaction)
{
    if (!verdict.score) return feedback::explanation_without_score(verdict, input.sentences);
    return feedback::explanation_with_fields(verdict.explanation, redaction);
}

feedback::response_text sentence_about_refused(std::size_t refused, const analysis_input& input)
{
    if (refused == 0) return {};
    return " " +
           feedback::filled(feedback::answer_sentences_in(input.sentences).refused,
                            {{"refused", std::to_string(refused)}, {"total", std::to_string(input.records.size())}});
}

feedback::response_text with_truncation(feedback::response_text explanation, bool truncated,
                                        const analysis_input& input)
{
    if (truncated) explanation += " " + std::string{feedback::answer_sentences_in(input.sentences).analysis_truncated};
    return explanation;
}

sdk::prompt_text ask_about(const sdk::prompt_text& question, const sdk::prompt_text& material)
{
    auto message = feedback::tagged("analyst_instruction", question);
    message += "\n\n";
    message += material;
    if (feedback::characters_of(question) > max_repeated_question) return message;
    message += "\n\n";
    message += feedback::tagged("question", question);
    return message;
}

} // namespace verbatim::analyze_bulk
