#pragma once

/// Marks what libverbatim-sdk.so exports to host and plugins.
#define VERBATIM_SDK_API __attribute__((visibility("default")))

/// Marks templates of the contract's headers whose statics belong to one plugin each. Without it g++ makes them unique
/// in the whole process, even for libraries opened with local symbols, and two plugins with types of one name would
/// share them.
#define VERBATIM_SDK_HIDDEN __attribute__((visibility("hidden")))
