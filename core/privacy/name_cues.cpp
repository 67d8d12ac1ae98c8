#include "privacy/name_cues.hpp"

#include <algorithm>

namespace verbatim::core::privacy {

bool name_cues::preceded_by(std::size_t i, std::uint64_t expected_roles,
                            std::initializer_list<gap> allowed_gaps) const noexcept
{
    return i != 0 && (tokens_[i - 1].cue & expected_roles) != 0 &&
           std::ranges::find(allowed_gaps, tokens_[i].before) != allowed_gaps.end();
}

bool name_cues::has_title_before(std::size_t i) const noexcept
{
    return preceded_by(i, role::title, {gap::space, gap::stop, gap::dot}) &&
           (tokens_[i - 1].letters > 1 || tokens_[i - 1].form == shape::title ||
            tokens_[i - 1].form == shape::caseless);
}

bool name_cues::is_introduced(std::size_t i) const noexcept
{
    if (has_title_before(i) ||
        preceded_by(i, role::intro, {gap::space, gap::colon, gap::line, gap::sentence, gap::comma}))
        return true;
    if (!preceded_by(i, role::intro, {gap::other})) return false;
    // "Full name - …", "name = …"
    const auto between = text_.text.substr(tokens_[i - 1].end, tokens_[i].begin - tokens_[i - 1].end);
    return between == " - " || between == " – " || between == " — " || between == " = " || between == "=";
}

bool name_cues::has_speech_verb(std::size_t first, std::size_t last) const noexcept
{
    if (last < tokens_.size() && tokens_[last].before == gap::space && (roles(last) & role::speech) != 0) return true;
    return preceded_by(first, role::speech, {gap::space}) &&
           (tokens_[first - 1].before == gap::sentence || tokens_[first - 1].before == gap::other); // "…!" said Ana
}

bool name_cues::followed_by_age(std::size_t last) const noexcept
{
    const auto is_age = [&](std::size_t i) {
        return i < tokens_.size() && tokens_[i].before == gap::comma && tokens_[i].form == shape::number &&
               tokens_[i].letters == 2 && (i + 1 == tokens_.size() || tokens_[i + 1].before >= gap::comma);
    };
    return is_age(last) || (last < tokens_.size() && tokens_[last].before == gap::comma && is_age(last + 1));
}

bool name_cues::begins_sentence(std::size_t i) const noexcept
{
    switch (tokens_[i].before)
    {
    case gap::edge:
    case gap::sentence:
    case gap::line:
    case gap::other:
    case gap::colon: return true;
    case gap::stop: // "Mr. Hill", "J. Hill"
        return (tokens_[i - 1].roles & role::title) == 0 && tokens_[i - 1].letters > 1;
    default: return false;
    }
}

} // namespace verbatim::core::privacy
