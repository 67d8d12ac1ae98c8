#include "tracing/settings.hpp"

#include <boost/test/unit_test.hpp>

#include <optional>
#include <vector>

using namespace verbatim::core::tracing;

namespace {

/// The id whose last eight bytes begin with this byte.
trace_id id_with(std::uint8_t byte)
{
    trace_id id{1};
    id[8] = byte;
    return id;
}

} // namespace

BOOST_AUTO_TEST_SUITE(sampling)

BOOST_AUTO_TEST_CASE(each_method_decides_as_specified)
{
    struct sample
    {
        sampler             method;
        std::optional<bool> caller_samples;
        bool                decision;
    };
    const std::vector<sample> samples{
        {sampler::always_on, {}, true},
        {sampler::always_on, false, true},
        {sampler::always_off, {}, false},
        {sampler::always_off, true, false},
        {sampler::traceidratio, true, false}, // the id below is outside the ratio
        {sampler::parentbased_always_on, {}, true},
        {sampler::parentbased_always_on, false, false},
        {sampler::parentbased_always_on, true, true},
        {sampler::parentbased_always_off, {}, false},
        {sampler::parentbased_always_off, false, false},
        {sampler::parentbased_always_off, true, true},
        {sampler::parentbased_traceidratio, {}, false},
        {sampler::parentbased_traceidratio, false, false},
        {sampler::parentbased_traceidratio, true, true},
    };
    for (std::size_t n = 0; n != samples.size(); ++n)
    {
        const auto& [method, caller_samples, decision] = samples[n];
        BOOST_TEST(is_sampled(method, 0.5, id_with(0xC0), caller_samples) == decision, "sample " << n);
    }
}

BOOST_AUTO_TEST_CASE(the_ratio_selects_by_the_id)
{
    struct sample
    {
        double       ratio;
        std::uint8_t byte;
        bool         decision;
    };
    const std::vector<sample> samples{{0, 0, false},      {1, 0xFF, true},    {0.5, 0x7F, true},
                                      {0.5, 0x80, false}, {0.25, 0x3F, true}, {0.25, 0x40, false}};
    for (const auto& [ratio, byte, decision] : samples)
        BOOST_TEST(is_sampled(sampler::traceidratio, ratio, id_with(byte), {}) == decision, ratio << " " << int{byte});
}

BOOST_AUTO_TEST_SUITE_END()
