#pragma once

/// Marks what libverbatim-sdk.so lends to host and plugins. Everything else stays inside it.
#define VERBATIM_SDK_API __attribute__((visibility("default")))
