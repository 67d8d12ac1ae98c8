#pragma once

#include "verbatim/sdk/schema.hpp"

#include <string>

namespace verbatim::sdk {

/// What an operation hands back: a status and the JSON text of its body.
struct reply
{
    int         status = 200;
    std::string body;
};

/// 200 with a declared value. Throws std::logic_error when the value breaks its own declaration's type (NaN, infinity).
template <class T>
reply ok(const T& given)
{
    reply answer;
    write(declared<T>(), &given, answer.body);
    return answer;
}

} // namespace verbatim::sdk
