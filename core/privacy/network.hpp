#pragma once

#include "privacy/tokenizer.hpp"
#include "verbatim/sdk/anonymizer.hpp"

#include <memory>
#include <vector>

namespace verbatim::core::privacy {

/// Finds what names a place or a person on a network: e-mail, URL, IPv6 and MAC addresses. Each search begins at a
/// character that such an address cannot lack and looks a bounded way around it. [any thread] once made.
class network_patterns
{
public:
    network_patterns();
    ~network_patterns();

    /// Appends to `to`. `text` has been annotated.
    void find(const tokenized_text& text, std::vector<sdk::detected_entity>& findings) const;

private:
    struct patterns;
    std::unique_ptr<patterns> patterns_;
};

} // namespace verbatim::core::privacy
