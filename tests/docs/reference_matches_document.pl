#!/usr/bin/env perl
# reference_matches_document.pl VERBATIMD SOURCE: compares the codes of errors in docs/reference with the OpenAPI document of the
# server, and the settings and defaults that the documents name with --print-config. tools/generate-reference writes routes, members
# of requests and responses, and messages of errors.
use strict;
use warnings;
use utf8;
use open qw(:std :encoding(UTF-8));
use JSON::PP;

my ($program, $source) = @ARGV;
my %keep = map { $_ => $ENV{$_} } grep { defined $ENV{$_} } qw(PATH HOME TMPDIR LD_LIBRARY_PATH LSAN_OPTIONS);
%ENV = (%keep, AUTH_API_KEYS => '[]');
sub output { open my $in, '-|:raw', $program, @_ or die "$program: $!\n"; local $/; return <$in> }
my $text     = output('--print-openapi');
my $document = decode_json($text);

my $problems = 0;
sub problem { print "$_[0]\n"; ++$problems }

# The rows of the table under a heading, without its header, as lists of cells without backticks.
sub rows {
    my ($page, $heading) = @_;
    open my $in, '<', "$source/docs/reference/$page" or die "$page: $!\n";
    my ($inside, @rows);
    while (<$in>) {
        $inside = $1 eq $heading if /^##\s+(.*?)\s*$/;
        next unless $inside && /^\|/;
        push @rows, [map { s/^\s+|\s+$|`//gr } split /(?<!\\)\|/, s/^\||\|\s*$//gr];
    }
    die "docs/reference/$page has no table under '$heading'\n" unless @rows > 2;
    return @rows[2 .. $#rows];
}

sub compare {
    my ($subject, $documented, $served) = @_;
    my ($expected, $actual) = (join(' ', @$documented), join(' ', @$served));
    problem("$subject\n  documented: $expected\n  served:     $actual") if $expected ne $actual;
}

sub resolved {
    my ($schema) = @_;
    return $schema unless $schema->{'$ref'};
    my ($name) = $schema->{'$ref'} =~ m{^#/components/schemas/(.+)$};
    return $document->{components}{schemas}{$name};
}

my %operations;
for my $path (keys %{$document->{paths}}) {
    $operations{uc($_) . " $path"} = $document->{paths}{$path}{$_} for keys %{$document->{paths}{$path}};
}

# Errors: tools/generate-reference writes those of the examples; the tables of errors.md have all others.
my %documented;
for my $heading ('Error codes', 'Connection errors') { $documented{$_->[1]} = 1 for rows('errors.md', $heading) }
for my $route (sort keys %operations) {
    for my $response (values %{$operations{$route}{responses}}) {
        my $shared = $response->{'$ref'} ? $document->{components}{responses}{($response->{'$ref'} =~ m{/([^/]+)$})[0]} : $response;
        my $examples = $shared->{content}{'application/json'}{examples} // {};
        $documented{$_->{value}{error}{code}} = 1
            for grep { ref $_->{value} eq 'HASH' && $_->{value}{error} } values %$examples;
    }
}
my $codes = resolved($document->{components}{schemas}{Error})->{properties}{error};
$codes = resolved($codes)->{properties}{code};
compare('errors.md, codes', [sort keys %documented], [sort @{resolved($codes)->{enum}}]);

# Settings: `NAME` and `NAME` (default).
my %defaults = map { /^(?:#\s*)?([A-Z][A-Z0-9_]+) =\s*"?(.*?)"?$/ ? ($1 => $2) : () } split /\n/, output('--print-config');
my ($names) = map { qr/(?:$_)_[A-Z0-9_]*[A-Z0-9]/ } join '|', sort keys %{{map { /^([A-Z]+)_/; $1 => 1 } keys %defaults}};
my $compared = 0;
for my $page (glob("$source/README.md $source/docs/*.md $source/docs/reference/*.md $source/docs/reference/operations/*.md")) {
    open my $in, '<', $page or die "$page: $!\n";
    my $content = do { local $/; <$in> };
    while ($content =~ /`($names)`(?:\s+\((\d[\d,.]*)\))?/g) {
        my ($name, $default) = ($1, $2);
        $name =~ s/_FILE$// unless exists $defaults{$name};
        if (!exists $defaults{$name}) { problem("$page: $name is not a setting"); next }
        next unless defined $default;
        ++$compared;
        $default =~ s/,//g;
        problem("$page: $name is documented as $default, but $defaults{$name}") if $default != $defaults{$name};
    }
}

exit 1 if $problems;
printf "%d operations and %d defaults are as documented\n", scalar keys %operations, $compared;
