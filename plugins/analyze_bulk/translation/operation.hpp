#pragma once

#include "themes/wire.hpp"

#include "verbatim/feedback/language.hpp"
#include "verbatim/feedback/response_text.hpp"
#include "verbatim/sdk/operation.hpp"
#include "verbatim/sdk/schema.hpp"

#include <string>
#include <vector>

/// Request and response: docs/reference/operations/translate-themes.md.
namespace verbatim::analyze_bulk::translation {

struct request
{
    std::vector<themes::requested_theme> themes;
    std::string                          output_language; ///< names a known language
    bool                                 anonymize = true;
};
void declare(sdk::schema_builder& schema, request& request);

struct translated_sub_theme
{
    std::string             id;
    feedback::response_text title;
    feedback::response_text definition;
};
void declare(sdk::schema_builder& schema, translated_sub_theme& theme);

struct translated_theme
{
    std::string                       id;
    feedback::response_text           title;
    feedback::response_text           definition;
    std::vector<translated_sub_theme> sub_themes;
};
void declare(sdk::schema_builder& schema, translated_theme& theme);

struct response
{
    std::string                   language; ///< ISO 639
    std::vector<translated_theme> themes;
    std::string                   request_id;
};
void declare(sdk::schema_builder& schema, response& response);

/// POST /v1/translate-themes: the titles and definitions of a list of themes in another language, in one model call. No
/// record is needed.
class operation final : public sdk::typed_operation<request, response>
{
public:
    sdk::descriptor     describe() const override;
    sdk::task<response> run(sdk::call& call, const request& request) const override;
};

} // namespace verbatim::analyze_bulk::translation
