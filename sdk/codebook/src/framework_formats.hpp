#pragma once

#include "verbatim/codebook/framework.hpp"

#include <boost/json/value.hpp>

#include <string>
#include <string_view>

/// The formats of framework files besides that of a request: docs/reference/operations/assign-codes.md#framework-files.
/// Functions throw std::runtime_error with a clause that names the problem and its place and quotes nothing of the
/// file.
namespace verbatim::codebook {

/// Levels of these formats, with their names in generated ids and in columns.
inline constexpr std::string_view level_names[]{"type", "category", "code"};

/// Throws unless the texts of the node are within the limits of a request; `owner` names the node.
void require_limits(const node& node, const std::string& owner);

/// The older codebook: an object with types, their categories, and their codes.
framework read_types(const boost::json::value& document);

/// A flat codebook: a list of objects, each a row with the columns of a spreadsheet.
framework read_rows(const boost::json::array& rows);

/// The same as CSV in UTF-8, separated by commas, semicolons or tabs. The first line names the columns.
framework read_csv(std::string_view text);

} // namespace verbatim::codebook
