#pragma once

#include "privacy/tokenizer.hpp"
#include "verbatim/sdk/anonymizer.hpp"

#include <memory>
#include <vector>

namespace verbatim::core::privacy {

/// Finds e-mail, URL, IPv6 and MAC addresses. Each search starts at a character that every such address has and looks
/// at a bounded window around it. [any thread]
class network_patterns
{
public:
    network_patterns();
    ~network_patterns();

    /// Appends what the annotated text has.
    void find(const tokenized_text& text, std::vector<sdk::detected_entity>& findings) const;

    /// The same for e-mail addresses only; the text need not be annotated.
    void find_mails(const tokenized_text& text, std::vector<sdk::detected_entity>& findings) const;

private:
    struct patterns;
    std::unique_ptr<patterns> patterns_;
};

} // namespace verbatim::core::privacy
