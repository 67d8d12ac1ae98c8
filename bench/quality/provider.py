"""A provider whose models know the truth of a corpus: one that answers perfectly, and one that makes every mistake of a model.
Both write down which records they assigned to which theme."""
import collections
import dataclasses
import hashlib
import html
import http.server
import json
import random
import re
import threading
import zlib

import phrases
from corpus import fingerprint
from measured_server import listener

RECORD = re.compile(r'<record number="(\d+)">\n(.*?)\n</record>', re.DOTALL)
CODED_RECORD = re.compile(r"<text>(.*?)</text>", re.DOTALL)
NUMBERED_RECORD = re.compile(r'<feedback_record number="(\d+)">(.*?)</feedback_record>', re.DOTALL)
JUDGED_RECORD = re.compile(r"<feedback_record>\s*<text>(.*?)</text>(.*?)</feedback_record>", re.DOTALL)
JUDGED_ITEM = re.compile(r'<item number="(\d+)">(\d+)</item>')
JUDGED_CODE = re.compile(r'<code number="(\d+)">(.*?)</code>', re.DOTALL)
SENTENCE = re.compile(r"^(\d+): (.*)$", re.MULTILINE)
THEME = re.compile(r"^(T\d+(?:\.\d+)?): (.*)$", re.MULTILINE)
CODE_LEVEL = re.compile(r"^Code level \d+: (.*)$", re.MULTILINE)
OPTION = re.compile(r"^(\d+): (.*)$", re.MULTILINE)
CHARACTERS_PER_TOKEN = 4
SENSITIVE = dict(zip((title for _, title, _, _ in phrases.THEMES[::2]), (
    "THEFT", "FRAUD", "CORRUPTION", "HARASSMENT", "EMBEZZLEMENT", "THREATS_AND_PHYSICAL_VIOLENCE")))
REPORT = "People report that the water point is dry, and that the list of families is wrong. " * 15  # of a chunk


def plain_text(text):
    """Of a record that stands in an element or not."""
    return match[1] if (match := CODED_RECORD.search(text)) else text


class knowledge:
    """Recognizes records and sentences after their redaction."""

    def __init__(self, corpus):
        self.corpus, self.by_fingerprint, self.by_word = corpus, collections.defaultdict(list), None
        for position, record in enumerate(corpus.records):
            self.by_fingerprint[fingerprint(record.content)].append(position)
        self.titles = [title for title, _ in corpus.count_themes().most_common()]
        self.themes = {theme.title: theme for theme in corpus.themes}

    def positions(self, text):
        """Of the records with this text; of the most similar record if redaction replaced more words than expected."""
        mark = fingerprint(text)
        return self.by_fingerprint.get(mark) or self.most_similar(mark)

    def most_similar(self, mark):
        if self.by_word is None:
            by_word = collections.defaultdict(list)
            for known in self.by_fingerprint:
                for word in set(known):
                    by_word[word].append(known)
            self.by_word = by_word
        known = sorted((self.by_word[word] for word in set(mark) if word in self.by_word), key=len)[:4]
        similarity = lambda other: len(set(mark) & set(other)) / len(set(mark) | set(other))
        best = max({other for marks in known for other in marks}, key=similarity, default=None)
        return self.by_fingerprint.get(best, [])

    def record(self, text):
        return self.corpus.records[self.positions(text)[0]]

    def themed_sentences(self, record):
        return {fingerprint(text): title for text, title in record.sentences if title}


@dataclasses.dataclass
class ledger:
    """The readable answers of a model, read as the server reads them."""
    assigned: dict = dataclasses.field(default_factory=lambda: collections.defaultdict(set))  # title: positions
    without_theme: set = dataclasses.field(default_factory=set)
    unanswered: set = dataclasses.field(default_factory=set)
    failed: set = dataclasses.field(default_factory=set)
    readings: collections.Counter = dataclasses.field(default_factory=collections.Counter)  # by position
    calls: collections.Counter = dataclasses.field(default_factory=collections.Counter)  # by kind
    dropped: int = 0  # numbers of records and sentences and ids of themes that do not exist or repeat

    def reasons(self):
        return {"no_theme": self.without_theme, "not_answered": self.unanswered, "batch_failed": self.failed - set(self.readings)}

    def note_candidates(self, themes, count):
        """`themes`: the candidates of a chunk of `count` records."""
        for theme in themes:
            existing = {number for number in theme["records"] if 1 <= number <= count}
            self.dropped += len(theme["records"]) - len(existing)

    def note(self, batch, sentences, entries, quotes, titles):
        """`batch`, `sentences`: positions, and the numbers of the sentences, by number. `entries`: (number, ids of themes); the first
        about a record counts. `titles`: of the themes, by id."""
        themes_of, title_of, dropped = {}, lambda name: titles.get(name.split(".")[0]), 0
        for number, ids in entries:
            if number not in batch or number in themes_of:
                dropped += 1
                continue
            existing = set(ids) & set(titles)
            dropped += len(ids) - len(existing)
            themes_of[number] = {title_of(name) for name in existing}
        # Without a record, or with themes that do not exist alone, an answer is unreadable.
        if not themes_of or (dropped and not any(themes_of.values())):
            self.failed.update(position for positions in batch.values() for position in positions)
            return
        self.dropped += dropped + sum(title_of(quote["theme"]) not in themes_of.get(quote["record"], ())
                            or quote["sentence"] not in sentences[quote["record"]] for quote in quotes)
        for number, positions in batch.items():
            # Records that an answer leaves out are asked about once more.
            self.readings.update(position for position in positions if position not in self.unanswered)
            self.unanswered.difference_update(positions)
            for title in themes_of.get(number, ()):
                self.assigned[title].update(positions)
            if number not in themes_of:
                self.unanswered.update(positions)
            elif not themes_of[number]:
                self.without_theme.update(positions)


class perfect_model:
    name = "perfect stub"

    def __init__(self, corpus):
        self.known, self.ledger, self.lock = knowledge(corpus), ledger(), threading.Lock()

    def answer(self, schema, user, random_numbers):
        """The kind of the call, and the output. A schema is recognized by its members."""
        members = schema.get("properties", {}) if schema else {}
        if "assignments" in members:
            return "assignment", self.assign(user, random_numbers)
        if "themes" in members:
            merges = "inclusion" in json.dumps(members)
            return ("merge", self.merge(user)) if merges else ("candidates", self.candidates(user, random_numbers))
        if "sensitivity_types" in members:
            return "sensitivity", self.finding(CODED_RECORD.search(user)[1])
        if "records" in members:
            read = self.finding if "sensitivity_types" in json.dumps(members) else self.picks(user)
            kind = "sensitivities" if read == self.finding else "code picks"
            return kind, {"records": self.numbered(NUMBERED_RECORD.findall(user), read, random_numbers)}
        if "scores" in members:
            return "code judges", {"scores": self.judge_items(user)}
        if "selected" in members:
            return "code pick", self.pick(user, random_numbers)
        if "score" in members:
            return "code judge", self.judge_code(user, random_numbers)
        if members:
            return "judge", {"quality_score": 0.8, "uncertainty_explanation": "The records support it."}
        if "<analysis_to_score>" in user:  # the judge of a chunk shares the prefix of its map call, which has no schema
            return "judge", "QUALITY_SCORE: 0.8\nUNCERTAINTY_EXPLANATION: The records support it."
        return "text", self.text()

    def candidates(self, user, random_numbers):
        records = collections.defaultdict(list)
        texts = RECORD.findall(user)
        for number, text in texts:
            for title in self.themes_of(text):
                records[title].append(int(number))
        themes = [{"title": title, "definition": self.known.themes[title].definition, "records": numbers[:5]}
                  for title, numbers in records.items()]
        themes = self.further_candidates(themes, random_numbers)
        with self.lock:
            self.ledger.note_candidates(themes, len(texts))
        return {"themes": themes}

    def further_candidates(self, themes, random_numbers):
        return themes

    def merge(self, user):
        """From records, or from candidates by their titles."""
        records = RECORD.findall(user)
        titles = {title for _, text in records for title in self.themes_of(text)}
        text = "" if records else html.unescape(user)
        return {"themes": [self.theme(title) for title in self.known.titles if title in titles or title in text]}

    def theme(self, title):
        theme = self.known.themes[title]
        return {"title": title, "definition": theme.definition, "inclusion": f"The record is about this: {theme.definition}",
                "sub_themes": [{"title": aspect, "definition": aspect} for aspect in theme.aspects]}

    def themes_of(self, text):
        return sorted(self.known.record(html.unescape(text)).themes)

    def ids_of(self, text, ids):
        """`ids` by title, of themes and of their aspects."""
        record = self.known.record(text)
        return [ids[title] for title in sorted(record.themes) + sorted(record.aspects) if title in ids]

    def assign(self, user, random_numbers):
        titles = dict(THEME.findall(html.unescape(user[:user.index("<records>")])))
        ids = {title: name for name, title in titles.items()}
        batch = {int(number): html.unescape(text) for number, text in RECORD.findall(user)}
        texts = {number: SENTENCE.sub(r"\2", text) for number, text in batch.items()}
        positions = {number: self.known.positions(text) for number, text in texts.items()}
        sentences = {number: {int(sentence) for sentence, _ in SENTENCE.findall(text)} for number, text in batch.items()}
        entries = self.entries({number: self.ids_of(text, ids) for number, text in texts.items()}, ids, random_numbers)
        if entries is None:
            with self.lock:
                self.ledger.failed.update(position for group in positions.values() for position in group)
            return "These records speak of many things."
        quotes = self.quotes(batch, ids)
        with self.lock:
            self.ledger.note(positions, sentences, entries, quotes, titles)
        return {"assignments": [{"record": number, "themes": names} for number, names in entries], "quotes": quotes}

    def entries(self, ids_by_number, ids, random_numbers):
        return list(ids_by_number.items())

    def quotes(self, batch, ids):
        quotes = {}
        for number, text in batch.items():
            themed = self.known.themed_sentences(self.known.record(SENTENCE.sub(r"\2", text)))
            for sentence, line in SENTENCE.findall(text):
                title = themed.get(fingerprint(line))
                if title in ids:
                    quotes.setdefault(title, {"theme": ids[title], "record": number, "sentence": int(sentence)})
        return list(quotes.values())

    def text(self):
        with self.lock:
            counts = {title: len(positions) for title, positions in self.ledger.assigned.items() if positions}
        return "\n".join(f"- {title}: {count} records" for title, count in sorted(counts.items())) or REPORT

    def picks(self, user):
        """A function of the text of a record. The options are those of the message."""
        options = OPTION.findall(html.unescape(user[user.index("<options>"):user.index("</options>")]))

        def pick(text):
            aspects = self.known.record(html.unescape(text)).aspects
            return {"selected": [int(number) for number, path in options if path.split(" > ")[-1] in aspects]}

        return pick

    def pick(self, user, _):
        return self.picks(user)(CODED_RECORD.search(user)[1])

    def judge_code(self, user, _):
        return self.score(CODED_RECORD.search(user)[1], CODE_LEVEL.findall(html.unescape(user)))

    def score(self, text, levels):
        fits = set(levels) <= self.known.record(html.unescape(text)).codes
        return {"score": 0.9 if fits else 0.1, "explanation": "It is plainly said." if fits else "It is about something else."}

    def judge_items(self, user):
        levels = {number: CODE_LEVEL.findall(html.unescape(lines)) for number, lines in JUDGED_CODE.findall(user)}
        return [{"item": int(item), "levels": [self.score(text, levels[code][:n + 1]) for n in range(len(levels[code]))]}
                for text, items in JUDGED_RECORD.findall(user) for item, code in JUDGED_ITEM.findall(items)]

    def finding(self, text):
        """Half of the themes are sensitive, each in its own way."""
        types = sorted(SENSITIVE[title] for title in self.themes_of(plain_text(text)) if title in SENSITIVE)
        return {"sensitivity_types": types, "explanation": f"It speaks of {', '.join(types)}." if types else ""}

    def numbered(self, records, read, random_numbers):
        """Entries of an answer about several records. `read` answers for a text, which may be an element."""
        return [{"record": int(number)} | read(plain_text(text)) for number, text in records]


class sloppy_model(perfect_model):
    """Makes each mistake with a probability; without probabilities, all of them."""
    name = "sloppy stub"
    WRONG_NUMBER = 98765
    MISTAKES = {
        "miss": (0.05, "misses a theme of a record"),
        "add": (0.03, "adds a theme to a record"),
        "drop": (0.03, "leaves a record out"),
        "repeat": (0.02, "answers twice for a record"),
        "invent": (0.02, "names records and themes that do not exist"),
        "fail": (0.02, "answers a batch in prose"),
        "quote": (1, "writes quotes, and names sentences that do not exist"),
        "number": (1, "writes a wrong number"),
    }

    def __init__(self, corpus, **rates):
        super().__init__(corpus)
        self.rates = collections.defaultdict(float, rates or {name: rate for name, (rate, _) in self.MISTAKES.items()})

    def further_candidates(self, themes, random_numbers):
        if random_numbers.random() < self.rates["invent"]:
            for theme in themes:
                theme["records"] += [0, 10_000, theme["records"][0]]
            themes.append({"title": "Invented", "definition": "Nothing says this.", "records": [10_001]})
        return themes

    def entries(self, ids_by_number, ids, random_numbers):
        chance = lambda name: random_numbers.random() < self.rates[name]
        if chance("fail"):
            return None
        entries, themes = [], sorted(name for name in ids.values() if "." not in name)
        for number, names in ids_by_number.items():
            missed = {name for name in names if "." not in name and chance("miss")}
            names = [name for name in names if name.split(".")[0] not in missed]
            if chance("add"):
                names.append(random_numbers.choice(themes))
            if chance("invent"):
                names += ["T999", "T1.99", "water"]
            if not chance("drop"):
                entries.append((number, names))
            if chance("repeat"):
                entries.append((number, [random_numbers.choice(themes)]))
            if chance("invent"):
                entries.append((len(ids_by_number) + 1 + number, themes[:1]))
        random_numbers.shuffle(entries)
        return entries

    def quotes(self, batch, ids):
        if not self.rates["quote"]:
            return super().quotes(batch, ids)
        quotes = []
        for theme in sorted(ids.values()):
            quotes += [{"theme": theme, "record": 1, "sentence": 99, "text": "We are all very happy here."},
                       {"theme": theme, "record": 9999, "sentence": 1}, {"theme": "T77", "record": 1, "sentence": 1}]
        return quotes

    def text(self):
        number = f"\n- In all, {self.WRONG_NUMBER} records say so." if self.rates["number"] else ""
        return super().text() + number

    def pick(self, user, random_numbers):
        answer = super().pick(user, random_numbers)
        wrong = [random_numbers.randint(0, 30)] if random_numbers.random() < self.rates["add"] else []
        return {"selected": [9999, -1, *wrong, *answer["selected"], *answer["selected"]]}

    def judge_code(self, user, random_numbers):
        if random_numbers.random() < self.rates["fail"]:
            return {"score": 17, "explanation": ""}
        return super().judge_code(user, random_numbers)


class careless_model(perfect_model):
    """Knows the answers, and makes the mistakes of lists about several records in every one of them: another order, records that are
    left out once, a second and wrong answer, numbers that do not exist."""
    name = "careless stub"

    def __init__(self, corpus):
        super().__init__(corpus)
        self.omitted, self.omissions = set(), 0

    def numbered(self, records, read, random_numbers):
        entries = super().numbered(records, read, random_numbers)
        left_out = self.left_out((int(number), text) for number, text in records)
        entries = [entry for entry in entries if entry["record"] not in left_out]
        random_numbers.shuffle(entries)
        wrong = {"selected": [0]} if entries and "selected" in entries[0] else {"sensitivity_types": ["FRAUD"], "explanation": "No."}
        repeated = [{"record": entry["record"]} | wrong for entry in entries]
        return entries + repeated + [{"record": number} | wrong for number in (len(records), 99_999)]

    def judge_items(self, user):
        codes = dict(JUDGED_CODE.findall(user))
        left_out = self.left_out((int(item), text + codes[code]) for text, items in JUDGED_RECORD.findall(user)
                                 for item, code in JUDGED_ITEM.findall(items))
        scores = [entry for entry in super().judge_items(user) if entry["item"] not in left_out]
        wrong = [{"score": 0.0, "explanation": "It does not fit."}] * 3
        return scores[::-1] + [{"item": entry["item"], "levels": wrong} for entry in scores] + [{"item": 99_999, "levels": wrong}]

    def left_out(self, items):
        """A third of them, and none twice. `items`: numbers with what they ask about."""
        with self.lock:
            omitted = {number: what for number, what in items if zlib.crc32(what.encode()) % 3 == 0 and what not in self.omitted}
            self.omitted.update(omitted.values())
            self.omissions += len(omitted)
        return omitted.keys()


class stub:
    """Serves a model on a free port. The same message gets the same answer, in any order of the calls."""

    def __init__(self, model, seed=7):
        self.model, self.seed = model, seed

    def __enter__(self):
        outer = self

        class handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            disable_nagle_algorithm = True

            def do_POST(self):
                body = self.rfile.read(int(self.headers["Content-Length"]))
                answer = outer.completion(json.loads(body))
                self.send_response(200)
                self.send_header("Content-Length", str(len(answer)))
                self.end_headers()
                self.wfile.write(answer)

            def log_message(self, *_):
                pass

        self.server = listener(handler)
        self.thread = threading.Thread(target=self.server.serve_forever)
        self.thread.start()
        return self

    def __exit__(self, *failure):
        self.server.shutdown()
        self.thread.join()
        self.server.server_close()

    def completion(self, request):
        contents = [message["content"] for message in request["messages"]]
        user, *further = [message["content"] for message in request["messages"] if message["role"] != "system"]
        schema = request.get("response_format", {}).get("json_schema", {}).get("schema")
        # `further`: the rejected answer and the server's objection. The model may answer otherwise then.
        digest = hashlib.sha256(f"{self.seed}{user}{''.join(further)}".encode()).digest()
        kind, output = self.model.answer(schema, user, random.Random(digest))
        with self.model.lock:
            self.model.ledger.calls[kind] += 1
        text = output if isinstance(output, str) else json.dumps(output, ensure_ascii=False)
        tokens = {"prompt_tokens": sum(map(len, contents)) // CHARACTERS_PER_TOKEN,
                  "completion_tokens": len(text) // CHARACTERS_PER_TOKEN}
        return json.dumps({"model": "stub", "usage": tokens,
                           "choices": [{"finish_reason": "stop", "message": {"content": text}}]}).encode()

    def settings(self):
        return {"LLM_MODEL": "openai/stub", "LLM_API_KEY": "unused", "LLM_PRICE_UNKNOWN": "allow",
                "LLM_ASK_SERVER": "false", "LLM_API_BASE": f"http://127.0.0.1:{self.server.server_address[1]}/v1"}
