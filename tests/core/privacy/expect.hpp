#pragma once

#include "privacy/recognizer.hpp"

#include <boost/test/unit_test.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace verbatim::testing {

/// The constant engine that all tests of this program share.
const core::privacy::recognizer& engine();

/// The findings in a request of these texts, as "KIND:words", text by text.
std::vector<std::vector<std::string>> findings_in(const std::vector<std::string_view>& texts,
                                                  const core::privacy::recognizer&     recognizer = engine());

/// The same for one text.
std::vector<std::string> findings_of(std::string_view text);

/// Checks one text against the expected findings, in order.
void expect(std::string_view text, const std::vector<std::string>& findings);

/// One row of a table: a text and its expected findings.
struct sample
{
    std::string_view         text;
    std::vector<std::string> findings;
};

/// Checks every row, each with its text as context.
void expect_all(const std::vector<sample>& table);

} // namespace verbatim::testing
