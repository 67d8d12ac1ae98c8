#pragma once

#include <boost/algorithm/hex.hpp>

#include <iterator>
#include <string>

namespace verbatim::core::jobs {

/// Two lower-case digits for each byte of the range.
template <class Bytes>
std::string to_hexadecimal(const Bytes& bytes)
{
    std::string digits;
    boost::algorithm::hex_lower(bytes, std::back_inserter(digits));
    return digits;
}

} // namespace verbatim::core::jobs
