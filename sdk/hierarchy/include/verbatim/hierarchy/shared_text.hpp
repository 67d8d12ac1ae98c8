#pragma once

#include <memory>
#include <string>
#include <utility>

namespace verbatim::hierarchy {

using shared_text = std::shared_ptr<const std::string>;

/// Stores equal texts that follow each other once: the longest answers of a dry run are many and alike.
class repeated_text_cache
{
public:
    shared_text add(std::string text)
    {
        if (!last_ || *last_ != text) last_ = std::make_shared<const std::string>(std::move(text));
        return last_;
    }

private:
    shared_text last_;
};

} // namespace verbatim::hierarchy
