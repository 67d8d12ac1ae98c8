#!/usr/bin/env perl
# reference_matches_document.pl VERBATIMD SOURCE: compares the tables of docs/reference with the OpenAPI document of the server
# (routes, operation ids, members of requests and responses, enumerations, status and message of every error), and the settings
# and defaults that the documents name with --print-config.
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

# The members in the order of the document; a Perl hash has no order.
sub members {
    my ($schema) = @_;
    my $name = $schema->{'$ref'} ? ($schema->{'$ref'} =~ m{/([^/]+)$})[0] : undef;
    my @names = keys %{resolved($schema)->{properties}};
    my $from = 0;
    if (defined $name) {
        die "no component $name\n" unless $text =~ /"\Q$name\E":\{"(?!value)/;
        $from = $+[0];
    }
    my $at = index($text, '"properties":', $from);
    my %at = map { $_ => index($text, "\"$_\":{", $at) } @names;
    return sort { $at{$a} <=> $at{$b} } @names;
}

my %operations;
for my $path (keys %{$document->{paths}}) {
    $operations{uc($_) . " $path"} = $document->{paths}{$path}{$_} for keys %{$document->{paths}{$path}};
}

# Routes and operation ids.
my @routes = grep { $_->[1] =~ m{^/v1/} } rows('http.md', 'Routes');
compare('http.md, routes', [sort map { "$_->[0] $_->[1]" } @routes], [sort keys %operations]);
for my $row (@routes) {
    my ($method, $path, undef, $tag, $status) = @$row;
    my $operation = $operations{"$method $path"} or next;
    compare("http.md, $method $path", [$tag, $status],
            [$operation->{tags}[0], (sort keys %{$operation->{responses}})[0]]);
}
my %ids = map { $_->[0] => $_->[1] } rows('openapi.md', 'Operation ids');
compare('openapi.md, operation ids', [map { "$_ $ids{$_}" } sort keys %ids],
        [map { "$_ $operations{$_}{operationId}" } sort keys %operations]);

# Members of requests and responses. Those that the server adds to every operation have a page of their own.
sub own_members { return grep { !/^(explain|dry_run|provenance)$/ } members($_[0]) }
sub names_in { my ($page, $heading) = @_; return [map { split /,\s*/, $_->[0] } rows($page, $heading)] }

my %pages = (
    'POST /v1/analyze-bulk'     => 'operations/analyze-bulk.md',
    'POST /v1/summarize'        => 'operations/summarize.md',
    'POST /v1/summarize-bulk'   => 'operations/summarize-bulk.md',
    'POST /v1/detect-sensitive' => 'operations/detect-sensitive.md',
    'POST /v1/detect-sensitive-bulk' => 'operations/detect-sensitive-bulk.md',
    'POST /v1/assign-codes'     => 'operations/assign-codes.md',
    'POST /v1/suggest-codes'    => 'operations/suggest-codes.md',
    'POST /v1/coding-agreement' => 'operations/coding-agreement.md',
    'POST /v1/auth/keys'        => 'operations/auth-keys.md',
);
for my $route (sort keys %pages) {
    my $operation = $operations{$route};
    my $success   = (sort keys %{$operation->{responses}})[0];
    my $response  = $operation->{responses}{$success}{content}{'application/json'}{schema};
    $response = $response->{anyOf}[0] if $response->{anyOf}; # the other one is that of a dry run
    # The page describes the entries of assigned_codes.
    my $entries = resolved($response)->{properties}{assigned_codes};
    $response = $entries->{items} if $entries;
    compare("$pages{$route}, request", names_in($pages{$route}, 'Request'),
            [own_members($operation->{requestBody}{content}{'application/json'}{schema})]);
    # A table with pairs of columns lists the members in another order.
    my $sorted = $entries ? sub { sort @_ } : sub { @_ };
    compare("$pages{$route}, response", [$sorted->(@{names_in($pages{$route}, 'Response')})], [$sorted->(own_members($response))]);
}
compare('provenance.md, members', names_in('provenance.md', 'Members'),
        [members({'$ref' => '#/components/schemas/Provenance'})]);
compare('dry-run.md, members', names_in('dry-run.md', 'Members'), [members({'$ref' => '#/components/schemas/DryRun'})]);
compare('records.md, fields', names_in('records.md', 'Fields'),
        [members({'$ref' => '#/components/schemas/FeedbackRecord'})]);
compare('operations/bills.md, response', [sort @{names_in('operations/bills.md', 'Response')}],
        [sort(members({'$ref' => '#/components/schemas/Bill'}))]);
compare('operations/bills.md, lines', names_in('operations/bills.md', 'Lines'),
        [members({'$ref' => '#/components/schemas/BillLine'})]);
compare('operations/usage.md, time range', [(map { $_->[0] } rows('operations/usage.md', 'Time range'))[0 .. 2]],
        [map { $_->{name} } @{$operations{'GET /v1/usage'}{parameters}}]);

# Enumerations.
my ($types) = $text =~ /"sensitivity_types":\{[^\[]*?"enum":\[([^\]]*)\]/;
($types) = $text =~ /"enum":\[("GENDER_INEQUALITY"[^\]]*)\]/ unless defined $types;
compare('operations/detect-sensitive.md, sensitivity types',
        [map { $_->[0] } rows('operations/detect-sensitive.md', 'Sensitivity types')], [$types =~ /"([^"]+)"/g]);

# Errors: all codes, and the status and message of every example.
my %documented;
for my $heading ('Error codes', 'Connection errors') {
    push @{$documented{$_->[1]}}, {status => $_->[0], message => $_->[2]} for rows('errors.md', $heading);
}
my $codes = resolved($document->{components}{schemas}{Error})->{properties}{error};
$codes = resolved($codes)->{properties}{code};
compare('errors.md, codes', [sort keys %documented], [sort @{resolved($codes)->{enum}}]);
for my $route (sort keys %operations) {
    for my $status (sort keys %{$operations{$route}{responses}}) {
        my $response = $operations{$route}{responses}{$status};
        $response = $document->{components}{responses}{($response->{'$ref'} =~ m{/([^/]+)$})[0]} if $response->{'$ref'};
        my $examples = $response->{content}{'application/json'}{examples} // {};
        for my $example (map { $_->{value}{error} } grep { ref $_->{value} eq 'HASH' && $_->{value}{error} } values %$examples) {
            my @same = grep { $_->{status} eq $status && $_->{message} eq $example->{message} } @{$documented{$example->{code}}};
            problem("errors.md has no row $status, $example->{code}, $example->{message} ($route)") unless @same;
        }
    }
}

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
