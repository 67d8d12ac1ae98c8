#pragma once

#include "usage/attempt.hpp"

#include "database/place.hpp"

#include <memory>
#include <span>

namespace verbatim::core::usage {

/// Where rows become durable. Used by the recorder's thread alone.
class store
{
public:
    virtual ~store() = default;

    /// All rows are on disk when this returns, or none is and database::failure is thrown. A row that is there already
    /// (the same attempt) is left as it is, so writing a group twice does no harm.
    virtual void write(std::span<const attempt> rows) = 0;
};

/// The embedded store: opens the file and brings its schema up to date. After a failure it opens anew with the next
/// write, and a file that was taken away is made again, so that a repaired disk needs no restart. Throws
/// database::failure.
std::unique_ptr<store> make_store(const database::place& where);

} // namespace verbatim::core::usage
