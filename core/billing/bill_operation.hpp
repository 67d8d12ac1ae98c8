#pragma once

#include "billing/bill_reader.hpp"

#include "verbatim/sdk/operation.hpp"
#include "verbatim/sdk/text_types.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace verbatim::core::billing {

struct bill_query
{
    std::string month;
};
void declare(sdk::schema_builder& schema, bill_query& query);

struct line_view
{
    std::string                tenant_id;
    std::string                usage_month;
    bool                       is_late = false;
    std::string                model;
    std::optional<std::string> key_id;
    std::int64_t               total_calls    = 0;
    std::int64_t               failed_calls   = 0;
    std::int64_t               input_tokens   = 0;
    std::int64_t               cached_tokens  = 0;
    std::int64_t               output_tokens  = 0;
    std::int64_t               unpriced_calls = 0;
    double                     total_cost_usd = 0;
    std::int64_t               unfinished_calls = 0;
};
void declare(sdk::schema_builder& schema, line_view& line);

struct bill_view
{
    std::string            month;
    bool                   is_closed = false;
    sdk::date_time         closes_at;
    double                 total_cost_usd = 0;
    std::vector<line_view> lines;
};
void declare(sdk::schema_builder& schema, bill_view& bill);

bill_view view_of(const bill& source);

/// A line for each line of the bill: RFC 4180.
std::string to_csv(const bill_view& bill);

/// The descriptor of GET /v1/bills, which the OpenAPI document needs without a database.
sdk::descriptor describe_bills();

/// GET /v1/bills: the bill of a month. Superusers only. [any thread]
class bill_operation final : public sdk::typed_operation<bill_query, bill_view>
{
public:
    /// Borrowed; null only for the definition.
    explicit bill_operation(bill_reader* reader);

    sdk::descriptor                             describe() const override;
    std::vector<sdk::representation<bill_view>> representations() const override;
    sdk::task<bill_view>                        run(sdk::call& call, const bill_query& request) const override;

private:
    bill_reader* reader_;
};

} // namespace verbatim::core::billing
