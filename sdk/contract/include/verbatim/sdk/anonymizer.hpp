#pragma once

#include "verbatim/sdk/export.hpp"
#include "verbatim/sdk/task.hpp"

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

namespace verbatim::sdk {

/// One piece of personal data: the bytes [begin, end) of its text, on code point borders.
struct detected_entity
{
    std::size_t      begin = 0;
    std::size_t      end   = 0;
    std::string_view kind;        ///< PERSON, EMAIL_ADDRESS, …; lives as long as the engine
    double           score = 0.0; ///< 0..1, how sure the engine is

    friend bool operator==(const detected_entity&, const detected_entity&) = default;
};

/// Finds personal data. The operator chooses the engine. It may be remote, so it may wait.
class VERBATIM_SDK_API anonymizer
{
public:
    anonymizer()                             = default;
    anonymizer(const anonymizer&)            = delete;
    anonymizer& operator=(const anonymizer&) = delete;
    virtual ~anonymizer();

    /// The findings of each text, in the order of `texts`, each list ordered by `begin` and free of overlaps. Pass all
    /// texts of one request together: a name recognised in one of them is found in the others too. The engine stores
    /// nothing. Invalid UTF-8 is never matched. `texts` and what it views are borrowed until the task has ended.
    /// [any thread] [may wait]
    virtual task<std::vector<std::vector<detected_entity>>> detect(std::span<const std::string_view> texts) = 0;

    /// The same for ids and metadata values, each by itself: only e-mail addresses, and numbers that pass a checksum.
    /// Names stay, so that a record can be cited. [any thread] [may wait]
    virtual task<std::vector<std::vector<detected_entity>>>
    detect_verified(std::span<const std::string_view> texts) = 0;
};

} // namespace verbatim::sdk
