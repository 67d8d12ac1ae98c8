#include "expect.hpp"

namespace verbatim::testing {

BOOST_AUTO_TEST_SUITE(network)

BOOST_AUTO_TEST_CASE(mail_addresses_exclude_surrounding_punctuation)
{
    expect_all({
        {"to a.b+c@example.co.uk.", {"EMAIL_ADDRESS:a.b+c@example.co.uk"}},
        {"<o'neil_1@sub.example.org>", {"EMAIL_ADDRESS:neil_1@sub.example.org"}},
        {"is aurora@example.de. is that so?", {"EMAIL_ADDRESS:aurora@example.de"}},
        {"user@xn--e1afmkfd.xn--p1ai, see", {"EMAIL_ADDRESS:user@xn--e1afmkfd.xn--p1ai"}},
        {"пишите иван@пример.рф", {"EMAIL_ADDRESS:иван@пример.рф"}},
        {"بريدي ali@example.org،", {"EMAIL_ADDRESS:ali@example.org"}},
        {"mail:me@example.org,you@example.org", {"EMAIL_ADDRESS:me@example.org", "EMAIL_ADDRESS:you@example.org"}},
        {"@example.org", {}},
        {"meet @ home", {}},
        {"a@b", {}},
        {"a@@b.org", {}},
        {"twitter @somebody", {"SOCIAL_HANDLE:@somebody"}},
    });
}

BOOST_AUTO_TEST_CASE(urls_are_found_with_and_without_a_scheme)
{
    expect_all({
        {"see http://example.org/a?b=c#d.", {"URL:http://example.org/a?b=c#d"}},
        {"(https://example.org/a_(b))", {"URL:https://example.org/a_(b)"}},
        {"HTTPS://EXAMPLE.ORG", {"URL:HTTPS://EXAMPLE.ORG"}},
        {"ftp://10.0.0.1/x", {"URL:ftp://10.0.0.1/x"}},
        {"www.example.it and so", {"URL:www.example.it"}},
        {"example.com, example.co.uk", {"URL:example.com", "URL:example.co.uk"}},
        {"www.test.com https://x.org", {"URL:www.test.com", "URL:https://x.org"}},
        {"https://x.org www.test.com", {"URL:https://x.org", "URL:www.test.com"}},
        {"a.test.com, test.com/x https://x.org/www.y.org beta.org",
         {"URL:a.test.com", "URL:test.com/x", "URL:https://x.org/www.y.org", "URL:beta.org"}},
        {"mediasite.de/rough/x1", {"URL:mediasite.de/rough/x1"}},
        {"vocal.es/square", {"URL:vocal.es/square"}},
        {"http://e.example/a](http://x.example/?q=", {"URL:http://e.example/a", "URL:http://x.example/?q="}},
        {"see www.e.org/a![i](//x) now", {"URL:www.e.org/a"}},
        {"[a][b] http://e.example/a][b]", {"URL:http://e.example/a"}},
        {"<http://e.example/a>b", {"URL:http://e.example/a"}},
        {"http://e.example/a\u3000\u6c34", {"URL:http://e.example/a"}},
        {"http://e.example/a[1]", {"URL:http://e.example/a[1]"}},
        {"facemasks.In Goma", {"LOCATION:Goma"}},
        {"it ended.so we left", {}},
        {"e.g. this, i.e. that", {}},
        {"fin.de la semana", {}},
        {"report.pdf and main.cpp", {}},
        {"a://b", {}},
        {"3.5.com", {}},
    });
}

BOOST_AUTO_TEST_CASE(internet_and_hardware_addresses_are_found)
{
    expect_all({
        {"from 192.168.1.10.", {"IP_ADDRESS:192.168.1.10"}},
        {"10.0.0.1:8080", {"IP_ADDRESS:10.0.0.1"}},
        {"c4c4:9bac:38a3:886:f173:826c:d16d:e730 blocked", {"IP_ADDRESS:c4c4:9bac:38a3:886:f173:826c:d16d:e730"}},
        {"|fe80::1ff:fe23:4567:890a|%20", {"IP_ADDRESS:fe80::1ff:fe23:4567:890a"}},
        {"[::1]", {"IP_ADDRESS:::1"}},
        {"00:1B:44:11:3A:B7", {"MAC_ADDRESS:00:1B:44:11:3A:B7"}},
        {"00-1b-44-11-3a-b7", {"MAC_ADDRESS:00-1b-44-11-3a-b7"}},
        {"001b.4411.3ab7", {"MAC_ADDRESS:001b.4411.3ab7"}},
        {"256.1.1.1", {}},
        {"1.2.3.4.5", {}},
        {"12:30:45", {}},
        {"a::b and abc::def::f", {}},
        {"00:1B:44:11:3A:B7:C8", {}},
        {"de-la-ba-da-fa-ca-be", {}},
    });
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace verbatim::testing
