#pragma once

#include "database/session.hpp"

#include <functional>
#include <string>
#include <utility>

namespace verbatim::core::reporting::testing {

/// A session that calls a function before each statement, with its text. The statement fails with what it throws.
class observed_session final : public database::session
{
public:
    using observer = std::function<void(const std::string& statement)>;

    observed_session(database::session& target, observer before_statement)
        : target_{target}
        , before_statement_{std::move(before_statement)}
    {}

    database::dialect sql_dialect() const noexcept override { return target_.sql_dialect(); }

    void run(const std::string& statements) override
    {
        before_statement_(statements);
        target_.run(statements);
    }
    std::int64_t execute(const std::string& statement, std::span<const database::parameter> values) override
    {
        before_statement_(statement);
        return target_.execute(statement, values);
    }
    void for_each_row(const std::string& statement, std::size_t columns, std::span<const database::parameter> values,
                      const std::function<void(const database::row&)>& on_row) override
    {
        before_statement_(statement);
        target_.for_each_row(statement, columns, values, on_row);
    }
    void stream(const std::string& query, std::span<const database::parameter> values,
                const std::function<void(const database::streamed_row&)>& on_row) override
    {
        before_statement_(query);
        target_.stream(query, values, on_row);
    }
    void ensure_not_replaced() const override { target_.ensure_not_replaced(); }
    void interrupt() noexcept override { target_.interrupt(); }

private:
    database::session& target_;
    const observer     before_statement_;
};

} // namespace verbatim::core::reporting::testing
