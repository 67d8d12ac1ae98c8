#pragma once

#include "verbatim/sdk/anonymizer.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace verbatim::testing {

/// Finds the words it was told, wherever they stand, and whatever looks like `name@host.tld` in ASCII. Exact and
/// predictable, which is what a test wants; no protection for anyone.
class word_list_anonymizer final : public sdk::anonymizer
{
public:
    /// `kind` is borrowed: a literal.
    word_list_anonymizer& add(std::string word, std::string_view kind);

    /// How often it was asked: an operation asks once for all texts of a request.
    int call_count() const noexcept { return call_count_; }

    sdk::task<std::vector<std::vector<sdk::detected_entity>>> detect(std::span<const std::string_view> texts) override;

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
