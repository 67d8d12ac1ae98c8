#pragma once

#include "subject.hpp"

#include "verbatim/feedback/spending.hpp"
#include "verbatim/sdk/error.hpp"

#include <map>
#include <string_view>

namespace verbatim::analyze_bulk {

/// One hierarchical analysis while it asks its questions: what map, reduce and judge share. They follow each other, and
/// each keeps at most `at_once` questions open, so the whole analysis does.
struct inquiry
{
    sdk::call&                 call;
    const subject&             asked;
    const feedback::redaction& names; ///< of the contents, then of the prompt
    std::size_t                at_once = 1;
    feedback::spending         paid    = {};

    sdk::outbound prompt() const { return names.text(asked.records.size()); }

    /// The main model's free text; payload_too_large without a call when the message is over the cap. [may wait]
    sdk::task<sdk::result<std::string>> ask(sdk::outbound system, sdk::outbound user);
};

/// How many questions were lost, and to which errors.
class losses
{
public:
    void        add(std::string_view error_class) { ++classes_[error_class]; }
    std::size_t count() const noexcept;

    /// `llm_timeout:3,llm_error:1`, by name.
    std::string spelled() const;

private:
    std::map<std::string_view, std::size_t> classes_;
};

} // namespace verbatim::analyze_bulk
