"""Word lists shared by the rules."""

# Each line is a pair of opposites; both directions are used. Only words whose exchange keeps the grammar.
_ANTONYMS = """
increase decrease|increases decreases|increased decreased|increasing decreasing
improve worsen|improves worsens|improved worsened|improving worsening
rose fell|rising falling|raised lowered|raises lowers
gain lose|gains loses|gained lost|gaining losing
lowered raised|elevated reduced|enhanced impaired|enhances impairs|enhance impair
accelerated slowed|accelerates slows|accelerate slow
strengthened weakened|strengthens weakens|strengthen weaken
activated inhibited|activates inhibits|activate inhibit
inhibits promotes|inhibited promoted|inhibit promote|inhibition activation
suppresses stimulates|suppressed stimulated|suppress stimulate
upregulated downregulated|up-regulated down-regulated|upregulation downregulation
prevented caused|prevents causes|prevent cause
protects harms|protective harmful|beneficial harmful
expanded shrank|expand shrink|grew shrank
higher lower|highest lowest|high low|greater smaller|greatest smallest|larger smaller|largest smallest
more less|longer shorter|longest shortest|older younger|oldest youngest|faster slower|fastest slowest
earlier later|earliest latest|better worse|best worst|stronger weaker|strongest weakest
heavier lighter|taller shorter|tallest shortest|wider narrower|richer poorer
most fewest|maximum minimum|majority minority|above below
effective ineffective|efficient inefficient|safe unsafe|stable unstable|sufficient insufficient
adequate inadequate|successful unsuccessful|successfully unsuccessfully|able unable|similar different
accurate inaccurate|reliable unreliable|possible impossible|likely unlikely|common uncommon
frequent rare|frequently rarely|often rarely|popular unpopular|legal illegal|known unknown
complete incomplete|appropriate inappropriate|necessary unnecessary|consistent inconsistent
positive negative|positively negatively|benign malignant|symptomatic asymptomatic|severe mild
severely mildly|direct indirect|directly indirectly|voluntary compulsory|permanent temporary
permanently temporarily|public private|rural urban|major minor|large small|big small|strong weak
rich poor|old new|ancient modern|domestic foreign|internal external|inner outer|upper lower
northern southern|eastern western|north south|east west|northeast southwest|northwest southeast
early late|hot cold|warm cool|wet dry|hard soft|heavy light|wide narrow|thick thin|deep shallow
male female|men women|man woman|boys girls|boy girl|father mother|son daughter|brother sister
husband wife|uncle aunt|nephew niece|king queen|actor actress
won lost|win lose|wins loses|winner loser|victory defeat|defeated lost_to
bought sold|buy sell|opened closed|opens closes|began ended|begins ends|starts ends
joined left|entered left|arrived departed|accepted rejected|accepts rejects|approved rejected
supported opposed|supports opposes|allowed prohibited|allows prohibits|permitted forbidden
succeeded failed|success failure|succeed fail|confirmed denied|remembered forgot|praised criticized
praised criticised|loved hated|loves hates|built demolished|hired fired|admitted denied|attacked defended
inside outside|present absent|presence absence|acquired sold|included excluded|includes excludes
including excluding|same different|always never|first last|beginning end|amateur professional
"""


def _pairs(text: str) -> list[tuple[str, str]]:
    out = []
    for line in text.strip().splitlines():
        for pair in line.split("|"):
            a, b = pair.split()
            if "_" not in a + b:
                out.append((a, b))
    return out


def _both_ways(pairs) -> dict[str, list[str]]:
    table: dict[str, list[str]] = {}
    for a, b in pairs:
        table.setdefault(a, []).append(b)
        table.setdefault(b, []).append(a)
    return table


ANTONYMS = _both_ways(_pairs(_ANTONYMS))

# Exchanges that keep the meaning in nearly every sentence.
SYNONYMS = _both_ways(
    [
        ("movie", "film"), ("movies", "films"), ("started", "began"), ("received", "got"),
        ("approximately", "about"), ("roughly", "approximately"), ("purchased", "bought"),
        ("assisted", "helped"), ("obtained", "got"), ("resided", "lived"), ("physicians", "doctors"),
        ("physician", "doctor"), ("demonstrated", "showed"),
        ("hypertension", "high blood pressure"), ("constructed", "built"),
        ("myocardial infarction", "heart attack"), ("myocardial infarctions", "heart attacks"),
        ("renal", "kidney"), ("hepatic", "liver"), ("pulmonary", "lung"), ("numerous", "many"),
        ("mortality", "death rate"), ("however", "nevertheless"), ("primarily", "mainly"),
        ("located", "situated"), ("attempted", "tried"), ("declined", "fell"), ("improved", "enhanced"),
        ("reduced", "lowered"), ("reduces", "lowers"), ("decreased", "dropped"), ("quickly", "rapidly"),
        ("significant", "considerable"), ("ended", "finished"), ("passed away", "died"),
        ("completed", "finished"), ("large", "big"), ("currently", "now"), ("founded", "established"),
        ("afterwards", "later"), ("sufficient", "enough"), ("nearly", "almost"), ("subsequently", "later"),
        ("evaluated", "assessed"), ("investigated", "studied"), ("elevated", "raised"),
        ("aimed", "sought"), ("therapy", "treatment"), ("adverse events", "side effects"),
        ("participants", "subjects"), ("requires", "needs"), ("required", "needed"),
    ]
)  # fmt: skip

# Main verbs: past -> base. Used for "did not", "does not" and their removal.
_VERBS = """
received receive|moved move|won win|played play|worked work|became become|served serve|died die
married marry|graduated graduate|attended attend|studied study|released release|joined join
produced produce|appeared appear|wrote write|directed direct|founded found|made make|began begin
started start|took take|gave give|led lead|held hold|ran run|lived live|returned return|lost lose
left leave|went go|came come|grew grow|spent spend|built build|taught teach|published publish
performed perform|recorded record|signed sign|created create|developed develop|established establish
increased increase|decreased decrease|improved improve|reduced reduce|caused cause|showed show
found find|reported report|helped help|scored score|finished finish|earned earn|opened open
closed close|sold sell|bought buy|reached reach|retired retire|represented represent|competed compete
defeated defeat|replaced replace|succeeded succeed|contained contain|included include
featured feature|covered cover|used use|supported support|opposed oppose|visited visit|met meet
remained remain|stayed stay|continued continue|entered enter|arrived arrive|traveled travel
travelled travel|discovered discover|designed design|invented invent|introduced introduce
changed change|believed believe|thought think|felt feel|said say|claimed claim|agreed agree
refused refuse|voted vote|fought fight|killed kill|survived survive|suffered suffer|acquired acquire
owned own|managed manage|coached coach|toured tour|debuted debut|achieved achieve|gained gain
rose rise|fell fall|brought bring|sent send|got get|told tell|wanted want|needed need|sang sing
knew know|saw see|kept keep|drove drive|flew fly|sailed sail|crossed cross|passed pass|failed fail
induced induce|inhibited inhibit|promoted promote|prevented prevent|affected affect|enhanced enhance
activated activate|expressed express|exhibited exhibit|demonstrated demonstrate|revealed reveal
predicted predict|correlated correlate|differed differ|occurred occur|required require
identified identify|provided provide|experienced experience|lasted last|belonged belong|adopted adopt
"""

PAST_TO_BASE = {p.split()[0]: p.split()[1] for line in _VERBS.strip().splitlines() for p in line.split("|")}
BASE_TO_PAST = {base: past for past, base in PAST_TO_BASE.items() if past != "travelled"}


def third_person(base: str) -> str:
    if base in ("go", "do"):
        return base + "es"
    if base.endswith(("s", "sh", "ch", "x", "z")):
        return base + "es"
    if base.endswith("y") and base[-2] not in "aeiou":
        return base[:-1] + "ies"
    return base + "s"


# Third-person forms that are hardly ever nouns.
_PRESENT = """receive produce become contain include provide require reduce cause inhibit improve belong
consist serve live make give take hold run leave come go grow teach appear induce prevent enhance activate
express exhibit demonstrate reveal correlate differ occur remain cover affect promote believe think
represent predict lead reside suggest increase decrease"""
THIRD_TO_BASE = {third_person(base): base for base in _PRESENT.split()}
THIRD_NOUNS = {"increases", "decreases", "causes", "leads", "covers", "lives", "leaves", "affects", "runs"}

MONTHS = ("January February March April May June July August September October November December").split()
WEEKDAYS = "Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split()
NUMBER_WORDS = (
    "two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
    "seventeen eighteen nineteen twenty"
).split()
ORDINALS = "first second third fourth fifth sixth seventh eighth ninth tenth".split()
NEGATIONS = {
    "not", "no", "never", "none", "neither", "nor", "nobody", "nothing", "without", "cannot", "n't",
    "unable", "failed", "lack", "lacks", "lacked", "hardly", "rarely", "barely", "few", "little",
}  # fmt: skip

STOPWORDS = set(
    """a an the of in on at by for with from to and or but as is are was were be been being it its he she
    they his her their him them that this these those which who whom whose has have had do does did not no
    also then there where when while after before during into than so such very can could will would may
    might should must if because i we you our us one other more most all some any each both""".split()
)


def words(text: str) -> list[str]:
    import re

    return re.findall(r"[A-Za-z0-9]+(?:[-'’.][A-Za-z0-9]+)*", text)


def content_words(text: str) -> set[str]:
    return {w.lower() for w in words(text) if w.lower() not in STOPWORDS}


def stem(word: str) -> str:
    for end in ("ies", "es", "s", "ed", "ing", "ly"):
        if word.endswith(end) and len(word) - len(end) >= 4:
            return word[: -len(end)]
    return word


def stems(text: str) -> set[str]:
    return {stem(w) for w in content_words(text)}
