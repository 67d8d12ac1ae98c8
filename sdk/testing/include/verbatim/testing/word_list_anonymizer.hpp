#pragma once

#include "verbatim/sdk/anonymizer.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace verbatim::testing {

/// Finds the added words at any place in a text, and `name@host.tld` in ASCII. Predictable, for tests only: it does not
/// protect personal data.
class word_list_anonymizer final : public sdk::anonymizer
{
public:
    /// `kind` is borrowed: a literal.
    word_list_anonymizer& add(std::string word, std::string_view kind);

    /// The number of calls of `detect`: an operation makes one for all texts of a request.
    int call_count() const noexcept { return call_count_; }

    sdk::task<std::vector<std::vector<sdk::detected_entity>>> detect(std::span<const std::string_view> texts) override;

    /// Addresses, and added words of the kind CREDIT_CARD.
    sdk::task<std::vector<std::vector<sdk::detected_entity>>>
    detect_verified(std::span<const std::string_view> texts) override;

private:
    std::vector<sdk::detected_entity> detect_in(std::string_view text) const;

    struct entry
    {
        std::string      word;
        std::string_view kind;
    };
    std::vector<entry> entries_;
    int                call_count_ = 0;
};

} // namespace verbatim::testing
