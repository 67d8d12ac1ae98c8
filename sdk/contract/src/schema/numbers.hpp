#pragma once

#include <string>

namespace verbatim::sdk::schema {

/// Appends a number as JSON: the shortest digits that read back as the same double, plain notation from 1e-4 up to
/// 1e16, `.0` where nothing else shows that it is no integer. `number` is finite.
void write_number(double number, std::string& output);

/// The same for people and for bounds: without `.0`.
std::string plain_number(double number);

} // namespace verbatim::sdk::schema
