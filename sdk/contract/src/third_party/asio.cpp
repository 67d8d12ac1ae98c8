// The one translation unit that compiles Boost.Asio; see the definitions in CMakeLists.txt.
#include <boost/asio/impl/src.hpp>
