// A library that is no plugin. Nothing of it may run.
#include <cstdlib>

[[gnu::constructor]] static void runs_when_opened() { std::abort(); }

extern "C" __attribute__((visibility("default"))) int something_else() { return 1; }
