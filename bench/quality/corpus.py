"""Corpora whose themes, changes, places and channels are known: generated ones, and coded ones from files."""
import bisect
import calendar
import collections
import dataclasses
import datetime
import itertools
import json
import random
import re

import phrases

YEAR = 2025
CHANNELS = {"radio": 0.2, "sms": 0.2, "hotline": 0.35, "focus group": 0.1, "web": 0.15}
PLACES = dict(zip(phrases.PLACES, [0.3, 0.25, 0.2, 0.12, 0.08, 0.045, 0.005]))
# Relative frequency of a theme in each month; 1 without an entry.
RISE, FALL, SPIKE, NEW = "Cash transfers", "Latrines", "Clinic access", "Rent and eviction"
MONTHS = {RISE: [0.4 + 2 * month / 11 for month in range(12)], FALL: [2.4 - 2 * month / 11 for month in range(12)],
          SPIKE: [7 if month == 5 else 0.8 for month in range(12)], NEW: [0] * 7 + [1.6] * 5}
RUMOUR, RUMOUR_DAYS, RUMOUR_RECORDS = "Rumours", (datetime.date(YEAR, 5, 20), datetime.date(YEAR, 5, 21)), 8
# A theme, a key of the metadata, and the value with which it is three times as frequent.
PLANTED_PLACE, PLANTED_CHANNEL = ("Schools", "Corvale"), ("Information", "sms")
PERSON_SHARE, SECOND_THEME_SHARE, NOISE_SHARE = 0.15, 0.25, 0.1
SLOT = re.compile(r"\{(place|person|days|number|phone)\}")
CHOICE = re.compile(r"\{([^{}]*)\}")
PLACEHOLDER = re.compile(r"<[A-Z_]+_\d+>")
WORD = re.compile(r"[^\W\d_]+")


def weights_of(title):
    """By month."""
    return MONTHS.get(title, [1] * 12)


def words(text):
    return WORD.findall(text.lower())


REDACTED_WORDS = frozenset(words(" ".join(phrases.PLACES + [name for names in phrases.PERSONS.values() for name in names])))


def fingerprint(text):
    """The words that redaction is not expected to replace."""
    return tuple(word for word in words(PLACEHOLDER.sub(" ", text)) if word not in REDACTED_WORDS)


@dataclasses.dataclass(frozen=True)
class theme:
    title: str
    definition: str
    sector: str
    aspects: tuple = ()


@dataclasses.dataclass(frozen=True)
class change:
    """A planted change: the kinds of which a test may report one, and the code that carries it."""
    name: str
    code: str
    kinds: frozenset


@dataclasses.dataclass
class record:
    id: str
    date: datetime.date
    metadata: dict
    sentences: list  # (text, title of its theme, or None)
    themes: frozenset = frozenset()
    aspects: frozenset = frozenset()
    codes: frozenset = frozenset()  # labels of all code fields
    text: str = ""

    @property
    def content(self):
        return self.text or " ".join(text for text, _ in self.sentences)

    def wire(self):
        return {"id": self.id, "content": self.content, "metadata": self.metadata}


def related_names(code, carriers):
    """The carriers that are the code, contain it or are part of it, by the levels of their ids."""
    return {carrier for carrier in carriers if f"{carrier}:".startswith(f"{code}:") or f"{code}:".startswith(f"{carrier}:")}


@dataclasses.dataclass
class corpus:
    records: list
    themes: list
    changes: list
    is_generated: bool = False
    places: str = "place"  # key of the metadata
    channels: str = "channel"

    def count_themes(self, records=None):
        return collections.Counter(title for item in (self.records if records is None else records) for title in item.themes)

    def count_codes(self, records=None):
        return collections.Counter(code for item in (self.records if records is None else records) for code in item.codes)

    def wire(self):
        return [item.wire() for item in self.records]

    def in_language(self, language):
        return dataclasses.replace(self, records=[item for item in self.records if item.metadata.get("language") == language])

    def with_shuffled_dates(self, seed):
        """The same records with the dates of others."""
        dates = [(item.date, item.metadata["created"]) for item in self.records]
        random.Random(seed).shuffle(dates)
        shuffled = [dataclasses.replace(item, date=date, metadata=item.metadata | {"created": created})
                    for item, (date, created) in zip(self.records, dates)]
        return dataclasses.replace(self, records=shuffled, changes=[])

    def with_change(self, kind, count, seed):
        """A change of a code with `count` records or few more, whose dates are drawn anew by the profile of the kind."""
        source, frequencies = random.Random(seed), self.count_codes()
        carriers = {change.code for change in self.changes}
        code = min((name for name in frequencies if not related_names(name, carriers)),
                   key=lambda name: (frequencies[name] < count, abs(frequencies[name] - count), name))
        year = self.records[0].date.year
        records = []
        for item in self.records:
            if code in item.codes:
                month = source.choices(range(1, 13), PROFILES[kind])[0]
                date = datetime.date(year, month, source.randint(1, calendar.monthrange(year, month)[1]))
                item = dataclasses.replace(item, date=date, metadata=item.metadata | {"created": f"{date}"})
            records.append(item)
        return dataclasses.replace(self, records=records, changes=[change(kind, code, frozenset([kind]))])


class writer:
    """Writes records from the phrases."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.themes = {title: (sector, definition, aspects) for sector, title, definition, aspects in phrases.THEMES}
        self.titles = [title for title in self.themes if title != RUMOUR]
        self.fingerprints = set()

    def choose(self, weights):
        """A key by its weight; faster than random.choices for a few keys."""
        sums = list(itertools.accumulate(weights.values()))
        return list(weights)[bisect.bisect(sums, self.random.random() * sums[-1], hi=len(sums) - 1)]

    def sentence(self, pattern, slots):
        text = SLOT.sub(lambda match: slots[match[1]](), pattern)
        while "{" in text:
            text = CHOICE.sub(lambda match: self.random.choice(match[1].split("|")), text)
        return text

    def slots(self, language, place):
        number = self.random.randint
        return {"place": lambda: place, "person": lambda: self.random.choice(phrases.PERSONS[language]),
                "days": lambda: str(number(3, 40)), "number": lambda: str(number(12, 990)),
                "phone": lambda: f"+31 6 {number(10, 99)} {number(10, 99)} {number(10, 99)} {number(10, 99)}"}

    def place_and_channel(self, title):
        """Weighted by the theme where a difference is planted."""
        def favoured(weights, planted):
            return {value: weight * (3 if (title, value) == planted else 1) for value, weight in weights.items()}

        return self.choose(favoured(PLACES, PLANTED_PLACE)), self.choose(favoured(CHANNELS, PLANTED_CHANNEL))

    def date(self, title):
        month = self.choose(dict(enumerate(weights_of(title)))) + 1
        last = (datetime.date(YEAR + month // 12, month % 12 + 1, 1) - datetime.timedelta(1)).day
        return datetime.date(YEAR, month, self.random.randint(1, last))

    def write(self, number, title, date):
        """A record of the theme, or of none. No two records have the same fingerprint, also without the first words of
        sentences."""
        place, channel = self.place_and_channel(title)
        titles = [title] if title else []
        if title and title != RUMOUR and self.random.random() < SECOND_THEME_SHARE:
            titles.append(self.choose({other: weights_of(other)[date.month - 1] for other in self.titles if other != title}))
        language = self.choose(dict(zip(phrases.LANGUAGES, [0.35, 0.2, 0.2, 0.1, 0.15])))
        while True:
            sentences, aspects = self.sentences(language, place, titles)
            # Redaction takes the capital letter of some sentences for that of a name.
            mark = fingerprint(" ".join(text.split(" ", 1)[-1] for text, _ in sentences))
            if mark not in self.fingerprints:
                break
        self.fingerprints.add(mark)
        sectors = sorted({self.themes[name][0] for name in titles})
        levels = [sectors, titles, sorted(aspects)] if titles else [["Other"]] * 3  # the same label on three levels
        metadata = {"created": f"{date} 08:15:00", "place": place, "channel": channel, "language": language}
        metadata |= {f"coding_level_{level + 1}": labels for level, labels in enumerate(levels)}
        return record(f"Form-{number:06}", date, metadata, sentences, frozenset(titles), frozenset(aspects),
                      frozenset(label for labels in levels for label in labels))

    def sentences(self, language, place, titles):
        slots, chance = self.slots(language, place), self.random.random
        openings = [pattern for pattern in phrases.OPENINGS[language] if "{person}" not in pattern or chance() < PERSON_SHARE]
        sentences = [(self.sentence(self.random.choice(openings), slots), None)] if chance() < 0.7 else []
        aspects = set()
        for title in titles:
            aspect = self.random.choice(list(self.themes[title][2]))
            aspects.add(aspect)
            patterns = self.themes[title][2][aspect][language]
            for pattern in self.random.sample(patterns, 1 if chance() < 0.8 else 2):
                sentences.append((self.sentence(pattern, slots), title))
        if not titles:
            patterns = phrases.NOISE[language]
            sentences += [(self.sentence(pattern, slots), None) for pattern in self.random.sample(patterns, self.random.randint(1, 2))]
        if chance() < 0.6:
            sentences.append((self.sentence(self.random.choice(phrases.CLOSINGS[language]), slots), None))
        return sentences, aspects


def generate(count, seed=2026, repeated_ids=True):
    """A corpus of `count` records in five languages. Every 200th may repeat the id of the record before it."""
    source = writer(seed)
    plan = [(RUMOUR, source.random.choice(RUMOUR_DAYS)) for _ in range(RUMOUR_RECORDS)]
    weights = {title: sum(weights_of(title)) for title in source.titles}
    weights |= {None: sum(weights.values()) * NOISE_SHARE / (1 - NOISE_SHARE)}
    while len(plan) < count:
        title = source.choose(weights)
        plan.append((title, source.date(title)))
    source.random.shuffle(plan)
    records = [source.write(number, title, date) for number, (title, date) in enumerate(plan)]
    for number in range(199, count if repeated_ids else 0, 200):
        records[number].id = records[number - 1].id
    themes = [theme(title, definition, sector, tuple(aspects))
              for title, (sector, definition, aspects) in source.themes.items()]
    changes = [change("rise", RISE, frozenset(["rise"])), change("fall", FALL, frozenset(["fall"])),
               change("spike", SPIKE, frozenset(["spike"])), change("new theme", NEW, frozenset(["new"])),
               change("rumour", RUMOUR, frozenset(["spike", "new"]))]
    return corpus(records, themes, changes, is_generated=True)


def framework(generated, described=True):
    """The themes as a coding framework of three levels: sector, theme, aspect."""
    patterns = {title: aspects for _, title, _, aspects in phrases.THEMES}
    source = writer(1)

    def node(identifier, name, children=(), **details):
        return {"id": identifier, "name": name, "children": list(children)} | (details if described else {})

    def aspect_node(title, aspect):
        examples = [source.sentence(pattern, source.slots(language, "Abra"))
                    for language in phrases.LANGUAGES for pattern in patterns[title][aspect][language][:1]]
        return node(aspect, aspect, examples=examples)

    sectors = collections.defaultdict(list)
    for item in generated.themes:
        sectors[item.sector].append(node(item.title, item.title, [aspect_node(item.title, aspect) for aspect in item.aspects],
                                         description=item.definition))
    return {"root_codes": [node(sector, sector, nodes) for sector, nodes in sectors.items()]}


MAX_TITLE_LENGTH = 120
PLANTED_ROW = re.compile(r"# \| (\w+) +\| *\d+ *\| ([^|]+?) *\|")
KINDS = {"rumour": ["spike", "new"], "cross_code": ["rise"], "spike": ["spike"], "step": ["step_up"], "emerging": ["rise"],
         "declining": ["fall"]}

# Relative frequency in each month for changes of each kind that are drawn anew: a rise and a fall by a factor of 6, a step
# by 5, a peak of 8, as the comments of a corpus describe them.
PROFILES = {"rise": [1 + 5 * month / 11 for month in range(12)], "fall": [6 - 5 * month / 11 for month in range(12)],
            "step_up": [1] * 8 + [5] * 4, "step_down": [5] * 4 + [1] * 8,
            "spike": [8 if month in (5, 6) else 1 for month in range(12)],
            "new": [0] * 7 + [1] * 5, "vanished": [1] * 5 + [0] * 7}


def read(path, framework_path=None):
    """A coded corpus: YAML or JSON records with `metadata.codes`, comma-separated ids with `:` between their levels. Its
    themes are the last level but one. Comments at the beginning of a YAML file may list planted changes by the last level."""
    with open(path, encoding="utf-8") as file:
        text = file.read()
    if path.endswith(".json"):
        loaded = json.loads(text)
    else:
        import yaml
        loaded = yaml.load(text, getattr(yaml, "CSafeLoader", yaml.SafeLoader))
    names = category_names(framework_path)
    records, themes = [], {}
    for item in loaded if isinstance(loaded, list) else loaded["feedback_records"]:
        details = item.get("metadata") or {}
        codes = [code.strip() for code in str(details.get("codes") or "").split(",") if code.strip()]
        parents = [title_of(code) for code in codes]
        for parent in parents:
            themes.setdefault(parent, theme(parent, names.get(parent, parent), ""))
        levels = [sorted({":".join(code.split(":")[:depth]) for code in codes}) for depth in (2, 3, 4)]
        created = str(details.get("created", ""))
        metadata = {"created": created, "place": details.get("region"), "channel": details.get("source")}
        metadata |= {f"coding_level_{level + 1}": labels for level, labels in enumerate(levels)}
        records.append(record(str(item["id"]), datetime.date.fromisoformat(created[:10]), metadata, [], frozenset(parents),
                              frozenset(codes), frozenset(label for labels in levels for label in labels), item["content"]))
    return corpus(records, list(themes.values()), planted_changes(text, records))


def title_of(code):
    """The last level but one of a code, with those above it as far as a title may be long."""
    return code.rsplit(":", 1)[0][-MAX_TITLE_LENGTH:]


def category_names(path):
    if not path:
        return {}
    return {title_of(code["code_id"]): category["name"] for _, _, category, code in framework_codes(path)}


def framework_codes(path):
    with open(path, encoding="utf-8") as file:
        types = json.load(file)["types"]
    return [(i, j, category, code) for i, kind in enumerate(types) for j, category in enumerate(kind["categories"])
            for code in category["codes"]]


def framework_paths(path):
    """The ids of the levels of each code, as the server names those without an id."""
    return {code["code_id"]: (f"type-{i}", f"category-{i}-{j}", code["code_id"]) for i, j, _, code in framework_codes(path)}


def planted_changes(text, records):
    """From the table in the comments. A change of several codes is expected of the level above them."""
    labels, changes = {code for item in records for code in item.aspects}, []
    for pattern, carriers in PLANTED_ROW.findall(text.split("\n- ")[0]):
        ids = [label for label in labels for carrier in carriers.split(" + ") if label.rsplit(":", 1)[-1] == carrier]
        if not ids or pattern not in KINDS:
            continue
        code = ids[0] if len(ids) == 1 else collections.Counter(label.rsplit(":", 1)[0] for label in ids).most_common(1)[0][0]
        changes.append(change(pattern, code, frozenset(KINDS[pattern])))
    return changes
