#include "privacy/recognizer.hpp"

#include "privacy/detectors.hpp"
#include "privacy/kinds.hpp"
#include "privacy/normalized_text.hpp"
#include "privacy/overlaps.hpp"
#include "verbatim/sdk/text.hpp"

#include <algorithm>
#include <iterator>

namespace verbatim::core::privacy {

namespace {

bool is_verified(const sdk::detected_entity& finding)
{
    constexpr std::string_view kinds[] = {kind::credit_card, kind::crypto,          kind::email_address,
                                          kind::iban_code,   kind::medical_license, kind::uk_nhs};
    return std::ranges::find(kinds, finding.kind) != std::end(kinds);
}

/// Whether an IBAN is in one piece or in groups of four: the beginning of one UUID in 10,000 passes the checksum.
bool has_printed_groups(std::string_view iban)
{
    std::size_t group = 0;
    for (const char c : iban)
    {
        const bool separates = !sdk::ascii::is_alphanumeric(c);
        if (separates && group != 0 && group != 4) return false;
        group = separates ? 0 : group + 1;
    }
    return true;
}

bool is_within_word(std::string_view text, const sdk::detected_entity& finding)
{
    const auto joins = [&](std::size_t at) { return at < text.size() && sdk::ascii::is_alphanumeric(text[at]); };
    return (finding.begin != 0 && joins(finding.begin - 1)) || joins(finding.end);
}

void keep_verified(std::string_view text, std::vector<sdk::detected_entity>& findings)
{
    std::erase_if(findings, [&](const sdk::detected_entity& finding) {
        const auto words = text.substr(finding.begin, finding.end - finding.begin);
        const bool part  = finding.kind == kind::iban_code && is_within_word(text, finding);
        return !is_verified(finding) || part || (finding.kind == kind::iban_code && !has_printed_groups(words));
    });
}

/// Whether the text may have a number with a checksum. Its words with digits have at least four characters together, as
/// the first group of an IBAN has.
bool may_have_number(const tokenized_text& text)
{
    constexpr std::size_t shortest = 4;
    std::size_t           size     = 0;
    for (const auto& word : text.tokens) size += word.form >= shape::number ? word.letters : 0;
    return size >= shortest;
}

/// The end of the piece of `text` at `from`, at a blank if possible. Pieces bound the memory that a long text takes.
std::size_t end_of_piece(std::string_view text, std::size_t from)
{
    constexpr std::size_t half = 32'768; // bytes
    if (text.size() - from <= 2 * half) return text.size();
    const auto middle = from + half;
    const auto blank  = text.substr(middle, half).rfind(' ');
    return blank != std::string_view::npos ? middle + blank + 1 : sdk::utf8::previous_code_point(text, from + 2 * half);
}

} // namespace

recognizer::recognizer(term_list terms)
    : terms_(std::move(terms))
{}

std::vector<std::vector<sdk::detected_entity>> recognizer::find_all(std::span<const std::string_view> texts) const
{
    search pass{*this, texts};
    pass.collect(0, texts.size());
    pass.resolve();
    pass.find(0, texts.size());
    return std::move(pass).take();
}

std::vector<std::vector<sdk::detected_entity>> recognizer::find_verified(std::span<const std::string_view> texts) const
{
    std::vector<std::vector<sdk::detected_entity>> findings(texts.size());
    std::vector<sdk::detected_entity>              piece_findings;
    std::vector<phrase_match>                      phrases;
    normalized_text                                normalized;
    tokenized_text                                 text;
    for (std::size_t i = 0; i != texts.size(); ++i)
        for (std::size_t from = 0, to = 0; from != texts[i].size(); from = to)
        {
            to = end_of_piece(texts[i], from);
            piece_findings.clear();
            normalized.assign(texts[i].substr(from, to - from));
            tokenize(normalized.text(), text);
            network_.find_mails(text, piece_findings);
            if (may_have_number(text))
            {
                words_.annotate(text.tokens, phrases);
                find_numbers(text, words_, piece_findings, number_kinds::verified);
            }
            keep_verified(text.text, piece_findings);
            exclude_bytes(text.text, text.invalid, text.placeholders, piece_findings);
            separate_overlaps(normalized.text(), piece_findings);
            normalized.map_to_original(piece_findings);
            for (auto finding : piece_findings)
            {
                finding.begin += from;
                finding.end += from;
                findings[i].push_back(finding);
            }
        }
    return findings;
}

recognizer::search::search(const recognizer& engine, std::span<const std::string_view> texts)
    : engine_{engine}
    , texts_{texts}
    , findings_(texts.size())
{}

void recognizer::search::collect(std::size_t from, std::size_t to)
{
    std::vector<phrase_match> phrases;
    for (auto i = from; i != to; ++i)
    {
        last_normalized_.assign(texts_[i]);
        tokenize(last_normalized_.text(), last_words_);
        engine_.words_.annotate(last_words_.tokens, phrases);
        undo_declension(engine_.words_, last_words_);
        engine_.network_.find(last_words_, findings_[i]);
        find_numbers(last_words_, engine_.words_, findings_[i]);
        find_coordinates(last_words_, findings_[i]);
        find_birth_dates(last_words_, findings_[i]);
        find_plates(last_words_, findings_[i]);
        find_handles(last_words_, findings_[i]);
        find_places(last_words_, phrases, findings_[i]);
        find_addresses(last_words_, findings_[i]);
        find_groups(last_words_, phrases, findings_[i]);
        engine_.terms_.find(last_words_, findings_[i]);
        persons_.collect(i, last_words_, findings_[i]);
        exclude_bytes(last_words_.text, last_words_.invalid, last_words_.placeholders, findings_[i]);
    }
}

void recognizer::search::resolve() { persons_.resolve(findings_); }

void recognizer::search::find(std::size_t from, std::size_t to)
{
    normalized_text normalized;
    tokenized_text  words; // taking the texts apart again costs less than keeping all their words
    for (auto i = from; i != to; ++i)
    {
        if (i + 1 == texts_.size()) // whose words are still there
        {
            find_in(last_normalized_, last_words_, findings_[i]);
            continue;
        }
        normalized.assign(texts_[i]);
        if (!persons_.empty()) tokenize(normalized.text(), words);
        find_in(normalized, words, findings_[i]);
    }
}

void recognizer::search::find_in(const normalized_text& normalized, const tokenized_text& words,
                                 std::vector<sdk::detected_entity>& findings) const
{
    if (!persons_.empty())
    {
        persons_.find(words, findings);
        exclude_bytes(words.text, words.invalid, words.placeholders, findings);
    }
    separate_overlaps(normalized.text(), findings);
    normalized.map_to_original(findings);
}

} // namespace verbatim::core::privacy
