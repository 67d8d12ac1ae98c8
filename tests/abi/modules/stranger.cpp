// A library without a plugin entry. Its code must not run.
#include <cstdlib>

[[gnu::constructor]] static void runs_when_opened() { std::abort(); }

extern "C" __attribute__((visibility("default"))) int something_else() { return 1; }
