#pragma once

#include <string>

/// Examples of the OpenAPI document.
namespace verbatim::coding_agreement::examples {

std::string request();
std::string request_by_language();
std::string response(); ///< to the first

} // namespace verbatim::coding_agreement::examples
