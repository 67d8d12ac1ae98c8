#pragma once

#include "verbatim/sdk/openapi.hpp"
#include "verbatim/sdk/schema.hpp"
#include "verbatim/sdk/text_types.hpp"

#include <boost/json/object.hpp>
#include <boost/json/value.hpp>

#include <chrono>
#include <cstdint>
#include <optional>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

/// Types of every shape, declared for the tests.
namespace sample {

namespace sdk = verbatim::sdk;

enum class mode
{
    single_pass,
    hierarchical
};
sdk::enum_values declare(mode);

enum class period : unsigned char
{
    day,
    week,
    month
};
sdk::enum_values declare(period);

struct record
{
    std::string         id;
    std::string         content;
    boost::json::object metadata;
    std::string         url_id;
};
void declare(sdk::schema_builder& schema, record& record);

struct bulk_request
{
    std::vector<record>        records;
    std::string                prompt;
    std::optional<std::string> output_language;
    bool                       anonymize     = true;
    mode                       selected_mode = mode::single_pass;
    std::optional<period>      trend_period;
};
void declare(sdk::schema_builder& schema, bulk_request& request);

struct node
{
    std::string       id, name;
    std::vector<node> children;
};
void declare(sdk::schema_builder& schema, node& node);

/// Closed, recursive, and with bounds of every kind.
struct codes_request
{
    record                record_given;
    std::vector<node>     roots;
    int                   max_codes = 1;
    std::optional<double> threshold;
};
void declare(sdk::schema_builder& schema, codes_request& request);

struct numbers
{
    std::int8_t                   tiny  = 0;
    std::uint8_t                  byte  = 0;
    std::int16_t                  small = 0;
    std::uint32_t                 large = 0;
    std::int64_t                  whole = 0;
    std::uint64_t                 huge  = 0;
    double                        real  = 0;
    double                        share = 0;
    std::chrono::milliseconds     wait{250};
    std::chrono::duration<double> patience{1.5};
};
void declare(sdk::schema_builder& schema, numbers& numbers);

struct window
{
    std::int64_t from = 0;
    std::int64_t to   = 10;
};
void declare(sdk::schema_builder& schema, window& window);

struct windows
{
    std::vector<window> all;
};
void declare(sdk::schema_builder& schema, windows& windows);

struct closed_thing
{
    std::string a;
    int         b = 2;
};
void declare(sdk::schema_builder& schema, closed_thing& value);

struct startup_key
{
    std::string name;
    sdk::secret key;
};
void declare(sdk::schema_builder& schema, startup_key& key);

struct settings
{
    std::string                model = "local/extractive";
    sdk::secret                api_key;
    std::optional<std::string> base;
    double                     timeout    = 115;
    std::int64_t               tokens     = 100'000;
    bool                       structured = true;
    period                     trend      = period::week;
    std::vector<std::string>   fields{"a", "b"};
    std::vector<startup_key>   keys;
    sdk::path                  file;
};
void declare(sdk::schema_builder& schema, settings& settings);

struct borrowing
{
    std::string_view words;
};
void declare(sdk::schema_builder& schema, borrowing& value);

/// What reading JSON text into a T finds, each as `field: issue`.
std::vector<std::string> problems(const sdk::object_schema& schema, std::string_view text, void* target);

template <class T>
std::vector<std::string> problems(std::string_view text)
{
    T target{};
    return problems(sdk::schema_of<T>(), text, &target);
}

} // namespace sample
