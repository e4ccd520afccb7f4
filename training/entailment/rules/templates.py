"""Small facts from patterns, for what the texts hold too little of: roles, groups, order, wrong nouns.

Each family returns (premise, [(hypothesis, label), ...]). The hypotheses of one premise share their words, so
that only who, which, when and how many decide. Words are drawn at random; no fact here is meant to be true.
"""

PEOPLE = (
    "Anna Keller|Rosa Marin|David Osei|Li Wenhao|Peter Novak|Fatima Haddad|Tom Bradley|Ingrid Solberg|Marco Bellini|"
    "Yuki Tanaka|Elena Petrova|Samuel Adeyemi|Claire Dupont|Henry Walsh|Nadia Rahman|Oscar Lindgren|Maria Lopez|"
    "James Carter|Priya Nair|Hugo Weber|Grace Kimani|Viktor Horvat|Laura Schmidt|Ahmed Farouk|Julia Costa|Ben Foster"
).split("|")
TEAMS = "Ajax|Porto|Celtic|Lyon|Basel|Norwich|Malmo|Genoa|Brest|Utrecht|Cadiz|Bergen|Parma|Leeds|Turin|Ghent".split("|")
FIRMS = (
    "Northwind|Halden Foods|Merix|Orbis Steel|Lumen Labs|Atlas Rail|Vetra|Caldor|Bluewater Energy|Fennick Motors|"
    "Sonata Media|Corvus Bank|Pinnacle Air|Greenleaf"
).split("|")
PLACES = (
    "Lisbon|Oslo|Boston|Nairobi|Prague|Lima|Dublin|Osaka|Vienna|Toronto|Cairo|Milan|Chicago|Warsaw|Seoul|Lyon|"
    "Glasgow|Havana|Delhi|Zurich"
).split("|")
DRUGS = (
    "metformin|aspirin|losartan|tocilizumab|dexamethasone|ibuprofen|simvastatin|warfarin|rituximab|sertraline|"
    "insulin glargine|amoxicillin|semaglutide|prednisone|bevacizumab|lisinopril|fluoxetine|tamoxifen|apixaban|"
    "heparin|vitamin D|omega-3 supplements|zinc|melatonin|placebo tablets|propranolol"
).split("|")
OUTCOMES = (
    "mortality|blood pressure|hospital admissions|body weight|pain scores|viral load|tumour size|fasting glucose|"
    "LDL cholesterol|length of stay|relapse rates|fever|fatigue|bone density|heart rate|the risk of stroke|"
    "the risk of infection|inflammation|anxiety|sleep duration|kidney function|insulin resistance|liver enzymes"
).split("|")
EVENTS = (
    "nausea|headache|dizziness|rash|diarrhoea|fatigue|bleeding|pneumonia|anaemia|hypotension|vomiting|insomnia|"
    "cough|fever|neutropenia|joint pain|constipation|thrombosis"
).split("|")
GROUPS = [
    ("women", "men"), ("smokers", "non-smokers"), ("older adults", "younger adults"), ("children", "adults"),
    ("vaccinated patients", "unvaccinated patients"), ("the treatment group", "the control group"),
    ("the intervention group", "the placebo group"), ("patients with diabetes", "patients without diabetes"),
    ("urban residents", "rural residents"), ("survivors", "non-survivors"), ("cases", "controls"),
    ("the high-dose group", "the low-dose group"), ("obese patients", "patients of normal weight"),
    ("mice lacking the receptor", "wild-type mice"), ("pregnant women", "non-pregnant women"),
    ("the surgery group", "the medication group"), ("nurses", "physicians"), ("carriers", "non-carriers"),
]  # fmt: skip
MOLECULES = (
    "IL-6|TNF-alpha|p53|BRCA1|miR-21|leptin|VEGF|mTOR|AMPK|cortisol|NF-kB|the ACE2 receptor|EGFR|interferon gamma|"
    "caspase-3|serotonin|dopamine|estrogen|Notch1|STAT3|TGF-beta|insulin|ghrelin|PTEN|Wnt signalling|autophagy"
).split("|")
PARTICIPANTS = (
    "women|men|children|nurses|smokers|students|outpatients|inpatients|volunteers|athletes|veterans|physicians|"
    "pensioners|teenagers|controls|farmers"
).split("|")
METRICS = (
    "mortality|the infection rate|the mean age|serum creatinine|vitamin D concentration|the readmission rate|"
    "the rate of complications|the median survival|blood pressure|the dropout rate|viral load|the relapse rate|"
    "quality of life|body mass index|the response rate|antibody titres"
).split("|")

# base, past, participle
_ROLE_VERBS = [
    ("beat", "beat", "beaten"), ("defeat", "defeated", "defeated"), ("acquire", "acquired", "acquired"),
    ("sue", "sued", "sued"), ("buy", "bought", "bought"), ("criticize", "criticized", "criticized"),
    ("hire", "hired", "hired"), ("teach", "taught", "taught"), ("replace", "replaced", "replaced"),
    ("succeed", "succeeded", "succeeded"), ("praise", "praised", "praised"), ("invite", "invited", "invited"),
    ("accuse", "accused", "accused"), ("outperform", "outperformed", "outperformed"), ("support", "supported", "supported"),
]  # fmt: skip
_TEAM_VERBS = {"beat", "defeat", "outperform"}
_FIRM_VERBS = {"acquire", "sue", "buy", "outperform", "criticize", "replace"}
_MOLECULE_VERBS = [
    ("inhibits", "inhibited", "activates"), ("activates", "activated", "inhibits"), ("regulates", "regulated", None),
    ("induces", "induced", "blocks"), ("suppresses", "suppressed", "enhances"), ("upregulates", "upregulated", "downregulates"),
    ("degrades", "degraded", "stabilizes"), ("phosphorylates", "phosphorylated", "dephosphorylates"),
]  # fmt: skip


def upper(text: str) -> str:
    if text.startswith(("mTOR", "miR", "p53")):
        return text
    return text[:1].upper() + text[1:]


def be(noun: str) -> str:
    """was or were, by the noun's form."""
    plural = noun.endswith("s") and not noun.endswith(("ss", "sis", "us", "diabetes", "rate of complications"))
    return "were" if plural else "was"


def _two(rng, values):
    return rng.sample(values, 2)


def _year(rng) -> int:
    return rng.randrange(1950, 2024)


def roles(rng):
    """Agent and patient, in both voices."""
    base, past, part = rng.choice(_ROLE_VERBS)
    pool = TEAMS if base in _TEAM_VERBS and rng.random() < 0.5 else FIRMS if base in _FIRM_VERBS and rng.random() < 0.6 else PEOPLE
    a, b = _two(rng, pool)
    tail = rng.choice(["", f" in {_year(rng)}", f" in {rng.choice(PLACES)}", " last week", " after long talks", " twice"])
    active, passive = f"{a} {past} {b}", f"{b} was {part} by {a}"
    wrong_active, wrong_passive = f"{b} {past} {a}", f"{a} was {part} by {b}"
    premise = rng.choice([active, passive]) + tail + "."
    return premise, [
        (rng.choice([active, passive]) + rng.choice(["", tail]) + ".", "entail"),
        (rng.choice([wrong_active, wrong_passive]) + rng.choice(["", tail]) + ".", "contradict"),
        (f"{a} did not {base} {b}.", "contradict"),
    ]


def molecules(rng):
    """Cause and effect between molecules."""
    a, b = _two(rng, MOLECULES)
    c = rng.choice([m for m in MOLECULES if m not in (a, b)])
    verb, part, opposite = rng.choice(_MOLECULE_VERBS)
    place = rng.choice(["", " in hepatocytes", " in T cells", " in the liver", " in tumour cells", " in vitro", " in mice"])
    lead = rng.choice(["", "We show that ", "These data indicate that ", "In this model, "])
    active, passive = f"{a} {verb} {b}", f"{b} is {part} by {a}"
    premise = upper(lead + rng.choice([active, passive]) + place + ".")
    out = [
        (upper(rng.choice([active, passive]) + rng.choice(["", place]) + "."), "entail"),
        (upper(rng.choice([f"{b} {verb} {a}", f"{a} is {part} by {b}"]) + place + "."), "contradict"),
        (upper(f"{a} {verb} {c}{place}."), "neutral"),
    ]
    if opposite:
        out.append((upper(f"{a} {opposite} {b}{place}."), "contradict"))
    return premise, out


def groups(rng):
    """A comparison of two groups, from either side."""
    g, h = rng.choice(GROUPS)
    if rng.random() < 0.5:
        g, h = h, g
    metric = rng.choice(METRICS)
    more, less = rng.choice([("higher", "lower"), ("significantly higher", "significantly lower"), ("greater", "lower")])
    if rng.random() < 0.5:
        more, less = less, more
    there = rng.choice([f"{metric} {be(metric)} {more} in {g} than in {h}", f"compared with {h}, {metric} {be(metric)} {more} in {g}",
                        f"{metric} {be(metric)} {less} in {h} than in {g}", f"{g} had {more} {metric.removeprefix('the ')} than {h}"])  # fmt: skip
    figures = rng.choice(["", f" ({rng.randrange(12, 60)}% versus {rng.randrange(61, 95)}%)" if "low" in more else f" ({rng.randrange(61, 95)}% versus {rng.randrange(12, 60)}%)"])
    if not there.startswith((f"{metric} {be(metric)} {more}", "compared")):
        figures = ""
    other = rng.choice([m for m in METRICS if m != metric])
    return upper(there + figures + "."), [
        (upper(rng.choice([f"{metric} {be(metric)} {more} in {g} than in {h}.", f"{metric} {be(metric)} {less} in {h} than in {g}."])), "entail"),
        (upper(rng.choice([f"{metric} {be(metric)} {more} in {h} than in {g}.", f"{metric} {be(metric)} {less} in {g} than in {h}."])), "contradict"),
        (upper(f"there was no difference in {metric} between {g} and {h}."), "contradict"),
        (upper(f"{other} {be(other)} {more} in {g} than in {h}."), "neutral"),
    ]


def shares(rng):
    """Two percentages with two groups: each belongs to one."""
    event = rng.choice(EVENTS)
    g, h = rng.choice(GROUPS)
    if rng.random() < 0.5:
        g, h = h, g
    p, q = rng.sample(range(2, 90), 2)
    premise = rng.choice([
        f"{event} occurred in {p}% of {g} and in {q}% of {h}.",
        f"{event} was reported by {p}% of {g} compared with {q}% of {h}.",
        f"{p}% of {g} and {q}% of {h} had {event}.",
    ])  # fmt: skip
    other = rng.choice([e for e in EVENTS if e != event])
    more = g if p > q else h
    fewer = h if p > q else g
    return upper(premise), [
        (upper(rng.choice([f"{event} occurred in {p}% of {g}.", f"{q}% of {h} had {event}."])), "entail"),
        (upper(rng.choice([f"{event} occurred in {q}% of {g}.", f"{p}% of {h} had {event}."])), "contradict"),
        (f"{upper(event)} was more common in {more} than in {fewer}.", "entail"),
        (f"{upper(event)} was more common in {fewer} than in {more}.", "contradict"),
        (upper(f"{other} occurred in {p}% of {g}."), "neutral"),
    ]


def counts(rng):
    """Two or three numbers with nouns."""
    a, b, c = rng.sample(PARTICIPANTS, 3)
    n, m, k = rng.sample(range(12, 900), 3)
    verb = rng.choice([("enrolled", "were enrolled"), ("included", "were included"), ("recruited", "were recruited")])
    who = rng.choice(["The trial", "The study", "The cohort", "The survey"])
    premise = f"{who} {verb[0]} {n} {a}, {m} {b} and {k} {c}." if rng.random() < 0.4 else f"{who} {verb[0]} {n} {a} and {m} {b}."
    return premise, [
        (rng.choice([f"{who} {verb[0]} {n} {a}.", f"{m} {b} {verb[1]}."]), "entail"),
        (rng.choice([f"{who} {verb[0]} {m} {a}.", f"{n} {b} {verb[1]}."]), "contradict"),
        (f"More {a if n > m else b} than {b if n > m else a} {verb[1]}.", "entail"),
        (f"More {b if n > m else a} than {a if n > m else b} {verb[1]}.", "contradict"),
        (f"{who} {verb[0]} {rng.randrange(12, 900)} {rng.choice([p for p in PARTICIPANTS if p not in (a, b, c)])}.", "neutral"),
    ]


def mixed_effects(rng):
    """An effect on one outcome and none on another."""
    drug, other_drug = _two(rng, DRUGS)
    y, z, w = rng.sample(OUTCOMES, 3)
    down = rng.random() < 0.6
    past, opposite, noun = ("reduced", "increased", "reduction") if down else ("increased", "reduced", "increase")
    premise = rng.choice([
        f"{drug} {past} {y} but had no effect on {z}.",
        f"treatment with {drug} significantly {past} {y}, whereas {z} did not change.",
        f"{z} {be(z)} not affected by {drug}, but {y} {be(y)} {past}.",
        f"no effect of {drug} on {z} was seen, although it {past} {y}.",
    ])  # fmt: skip
    return upper(premise), [
        (upper(rng.choice([f"{drug} {past} {y}.", f"{drug} led to a{'n' if noun[0] in 'aeiou' else ''} {noun} in {y}.", f"{drug} did not affect {z}."])), "entail"),
        (upper(rng.choice([f"{drug} {past} {z}.", f"{drug} {opposite} {y}.", f"{drug} had no effect on {y}."])), "contradict"),
        (upper(rng.choice([f"{other_drug} {past} {y}.", f"{drug} {past} {w}.", f"{drug} {past} {y} more than {other_drug}."])), "neutral"),
    ]  # fmt: skip


def order(rng):
    """Before and after."""
    a, b = rng.choice([_two(rng, DRUGS), _two(rng, FIRMS), _two(rng, PEOPLE)])
    verb = "was introduced" if a in DRUGS else "was founded" if a in FIRMS else "was elected"
    n, m = sorted(rng.sample(range(1940, 2024), 2))
    dated = rng.random() < 0.4
    premise = f"{a} {verb} in {n} and {b} in {m}." if dated else rng.choice([f"{a} {verb} before {b}.", f"{b} {verb} after {a}.", f"{a} {verb} {rng.randrange(2, 30)} years before {b}."])
    return upper(premise), [
        (upper(rng.choice([f"{a} {verb} before {b}.", f"{b} {verb} after {a}."])), "entail"),
        (upper(rng.choice([f"{b} {verb} before {a}.", f"{a} {verb} after {b}."])), "contradict"),
        (upper(f"{a} and {b} were {verb.split()[1]} in the same year."), "contradict"),
    ]


def two_facts(rng):
    """Two people with two places or firms: who belongs where."""
    a, b = _two(rng, PEOPLE)
    kind = rng.choice(["born", "works", "lives", "studied"])
    x, y = _two(rng, FIRMS if kind == "works" else PLACES)
    verb = {"born": "was born in", "works": "works for", "lives": "lives in", "studied": "studied in"}[kind]
    joiner = rng.choice([" and ", ", while ", ", whereas "])
    premise = f"{a} {verb} {x}{joiner}{b} {verb} {y}."
    return premise, [
        (rng.choice([f"{a} {verb} {x}.", f"{b} {verb} {y}."]), "entail"),
        (rng.choice([f"{a} {verb} {y}.", f"{b} {verb} {x}."]), "contradict"),
        (f"{rng.choice([p for p in PEOPLE if p not in (a, b)])} {verb} {x}.", "neutral"),
    ]


def speakers(rng):
    """Two people who say opposite things."""
    a, b = _two(rng, PEOPLE)
    drug, outcome = rng.choice(DRUGS), rng.choice(OUTCOMES)
    yes, no = f"{drug} reduces {outcome}", f"{drug} does not reduce {outcome}"
    premise = rng.choice([
        f"According to {a}, {yes}, but {b} argues that {no}.",
        f"{a} said that {yes}; {b} disagreed.",
        f"While {a} claims that {yes}, {b} says that {no}.",
    ])  # fmt: skip
    return premise, [
        (rng.choice([f"{a} says that {yes}.", f"According to {a}, {yes}."]), "entail"),
        (rng.choice([f"{b} says that {yes}.", f"{a} says that {no}.", f"According to {a}, {no}."]), "contradict"),
        (f"{rng.choice([p for p in PEOPLE if p not in (a, b)])} says that {yes}.", "neutral"),
        (upper(f"{yes}."), "neutral"),
    ]


def bounds(rng):
    """At least, at most, more than: what follows and what does not."""
    n = rng.randrange(20, 900)
    noun = rng.choice(PARTICIPANTS)
    verb = rng.choice(["took part", "were treated", "were examined", "completed the study"])
    low, high = int(n * 0.6), int(n * 1.6)
    if rng.random() < 0.5:
        return f"{rng.choice(['At least', 'More than'])} {n} {noun} {verb}.", [
            (f"{rng.choice(['At least', 'More than'])} {low} {noun} {verb}.", "entail"),
            (f"{rng.choice(['Fewer than', 'At most'])} {low} {noun} {verb}.", "contradict"),
            (f"{rng.choice(['More than', 'At least'])} {high} {noun} {verb}.", "neutral"),
        ]
    return f"{rng.choice(['Fewer than', 'At most'])} {n} {noun} {verb}.", [
        (f"{rng.choice(['Fewer than', 'At most'])} {high} {noun} {verb}.", "entail"),
        (f"More than {high} {noun} {verb}.", "contradict"),
        (f"{rng.choice(['Fewer than', 'At most'])} {low} {noun} {verb}.", "neutral"),
    ]


def absence(rng):
    """Nobody in one group."""
    g, h = rng.choice(GROUPS)
    if rng.random() < 0.5:
        g, h = h, g
    if g in ("cases", "controls"):
        g, h = "women", "men"
    event = rng.choice(EVENTS)
    n = rng.randrange(2, 20)
    premise = rng.choice([
        f"No cases of {event} were seen in {g}.",
        f"{upper(event)} did not occur in {g}, but {n} cases were seen in {h}.",
        f"There was no {event} among {g}.",
    ])  # fmt: skip
    out = [
        (rng.choice([f"Nobody among {g} had {event}.", f"{upper(event)} did not occur in {g}."]), "entail"),
        (rng.choice([f"{upper(event)} occurred in {g}.", f"There were cases of {event} among {g}.", f"{n} cases of {event} were seen in {g}."]), "contradict"),
    ]  # fmt: skip
    if h not in premise:
        out.append((f"There was no {event} among {h}.", "neutral"))
    else:
        out.append((f"There was no {event} among {h}.", "contradict"))
    return premise, out


def quantities(rng):
    """All, some, none, most of a group."""
    noun = rng.choice(PARTICIPANTS)
    thing = rng.choice(["received the vaccine", "reported side effects", "recovered", "finished the course", "lost weight",
                        "tested positive", "answered the questionnaire", "returned for follow-up"])  # fmt: skip
    level = rng.choice(["all", "most", "some", "no", "few"])
    text = {"all": f"All {noun}", "most": f"Most of the {noun}", "some": f"Some of the {noun}", "no": f"None of the {noun}", "few": f"Only a few {noun}"}
    premise = f"{text[level]} {thing}."
    label = {
        "all": {"some": "entail", "most": "entail", "no": "contradict", "few": "contradict"},
        "most": {"some": "entail", "no": "contradict", "few": "contradict", "all": "neutral"},
        "some": {"no": "contradict", "all": "neutral", "most": "neutral"},
        "no": {"some": "contradict", "all": "contradict", "most": "contradict"},
        "few": {"most": "contradict", "all": "contradict", "some": "entail", "no": "contradict"},
    }[level]
    return premise, [(f"{text[k]} {thing}.", v) for k, v in label.items()]


FAMILIES = {
    "roles": (roles, 1.2), "molecules": (molecules, 1.2), "groups": (groups, 1.6), "shares": (shares, 1.0),
    "counts": (counts, 1.0), "mixed_effects": (mixed_effects, 1.4), "order": (order, 0.7), "two_facts": (two_facts, 1.0),
    "speakers": (speakers, 0.6), "bounds": (bounds, 0.5), "absence": (absence, 0.6), "quantities": (quantities, 0.3),
}  # fmt: skip


def generate(rng, scale: int):
    """Yields (family, premise, hypothesis, label); `scale` premises for a family of weight 1."""
    for name, (family, weight) in FAMILIES.items():
        for _ in range(int(scale * weight)):
            premise, answers = family(rng)
            for hypothesis, label in rng.sample(answers, min(2, len(answers))):
                if hypothesis != premise or label == "entail":
                    yield name, premise, hypothesis, label
