// The entry point that libFuzzer calls.
#include "target.hpp"

#include <cstddef>
#include <cstdint>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    verbatim::fuzz::run({reinterpret_cast<const char*>(data), size});
    return 0;
}
