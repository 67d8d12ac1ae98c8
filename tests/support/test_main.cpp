#define BOOST_TEST_MODULE verbatim
#include <boost/test/unit_test.hpp>
