"""Changes of a sentence in English, German, Spanish, French and Italian: its figures, its negation, a word turned
into its opposite.

Every function takes (text, language, random) and returns the changed text, or None where no rule fits surely. A
change contradicts the sentence. Only plain sentences are touched: no questions, one clause before the verb.
"""

import re

MONTHS = {
    "en": "January February March April May June July August September October November December",
    "de": "Januar Februar März April Mai Juni Juli August September Oktober November Dezember",
    "es": "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre",
    "fr": "janvier février mars avril mai juin juillet août septembre octobre novembre décembre",
    "it": "gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre",
}
# A number after one of these is a label, not a quantity.
_LABEL = re.compile(
    r"(§+|\b(art|arts|artikel|artikels|absatz|abs|satz|nummer|nr|kapitel|buchstabe|anhang|artículo|artículos|"
    r"apartado|párrafo|número|núm|capítulo|letra|anexo|ley|article|articles|section|paragraph|paragraphe|alinéa|"
    r"numéro|no|n|chapitre|point|annexe|loi|articolo|articoli|comma|paragrafo|numero|capitolo|lettera|allegato|"
    r"legge|punto|chapter|annex|regulation|verordnung|reglamento|règlement|regolamento|richtlinie|directiva|"
    r"directive|direttiva|seite|page|página|pagina)\.?[°º]?|\d\s*(und|y|et|e|and|to|bis|a|à|al|o|ou|oder|or))\s*$",
    re.I,
)
# A bound or a hedge: another number there need not contradict.
_BOUND = re.compile(
    r"\b(at least|at most|more than|less than|fewer than|up to|over|under|about|around|nearly|almost|mindestens|"
    r"höchstens|mehr als|weniger als|über|unter|bis zu|rund|etwa|fast|circa|ca\.|al menos|como mínimo|como máximo|"
    r"más de|menos de|hasta|unos|unas|casi|cerca de|au moins|au plus|plus de|moins de|jusqu'à|environ|près de|"
    r"almeno|al massimo|più di|meno di|oltre|fino a|circa|quasi)\s*[$€£]?$",
    re.I,
)
_NUMBER = re.compile(r"(?<![\w.,\-–/(\[:])(\d{1,3}(?:[.  ]\d{3})+|\d+)(?:([.,])(\d{1,2}))?(?![\w\-–/\]:)]|[.,]\d)")
NUMBER_WORDS = {
    "en": "two three four five six seven eight nine ten twelve",
    "de": "zwei drei vier fünf sechs sieben acht neun zehn zwölf",
    "es": "dos tres cuatro cinco seis siete ocho nueve diez doce",
    "fr": "deux trois quatre cinq six sept huit neuf dix douze",
    "it": "due tre quattro cinque sei sette otto nove dieci dodici",
}
OPPOSITES = {
    "en": "increased/decreased rose/fell allowed/forbidden highest/lowest larger/smaller before/after won/lost "
    "first/last oldest/youngest more/less accepted/rejected north/south east/west true/false",
    "de": "stieg/sank stiegen/sanken zugenommen/abgenommen erlaubt/verboten gestattet/untersagt größte/kleinste "
    "höchste/niedrigste größer/kleiner gewann/verlor gewonnen/verloren ältesten/jüngsten öffentlich/geheim "
    "angenommen/abgelehnt nördlich/südlich östlich/westlich Norden/Süden Osten/Westen mehr/weniger früher/später "
    "kostenlos/kostenpflichtig zulässig/unzulässig wirksam/unwirksam",
    "es": "aumentó/disminuyó aumentado/disminuido subió/bajó permitido/prohibido mayor/menor ganó/perdió "
    "primera/última primero/último norte/sur aceptó/rechazó aprobado/rechazado "
    "antes/después mejor/peor máximo/mínimo",
    "fr": "augmenté/diminué autorisé/interdit autorisée/interdite gagné/perdu premier/dernier première/dernière "
    "nord/sud avant/après meilleur/pire maximal/minimal accepté/refusé supérieur/inférieur "
    "supérieure/inférieure",
    "it": "aumentato/diminuito salito/sceso consentito/vietato permesso/vietato maggiore/minore vinto/perso "
    "prima/dopo nord/sud est/ovest accettato/respinto migliore/peggiore "
    "massimo/minimo superiore/inferiore",
}
_VERBS = {
    "en": "is are was were can will would must shall may",
    "es": "es son fue fueron era eran está están estaba ha han había puede pueden podrá podrán debe deben deberá "
    "deberán tiene tienen tenía será serán",
    "fr": "est sont était étaient a ont avait avaient peut peuvent doit doivent sera seront fut furent",
    "it": "è sono era erano fu furono ha hanno aveva può possono deve devono sarà saranno viene vengono",
}
_VERB = {language: "(" + "|".join(verbs.split()) + ")" for language, verbs in _VERBS.items()}
# Before the verb, these open a clause of their own: the negation would not be the sentence's.
_OPENS = {
    "en": r"\b(if|whether|that|who|which|when|where|while|because|although|unless|what)\b",
    "es": r"\b(que|si|cuando|como|donde|quien|quienes|porque|aunque|cual|cuales|cuyo|cuya)\b",
    "fr": r"\b(que|qui|si|quand|dont|où|lorsque|comme|parce)\b|\b(qu|lorsqu)['’]",
    "it": r"\b(che|chi|se|quando|dove|cui|come|perché|sebbene|quale|quali)\b",
}
_NEGATIVE = {
    "en": r"\b(not|no|never|none|nor|nobody|nothing|without|cannot)\b|n't",
    "de": r"\b(nicht|nichts|nie|niemals|niemand|kein\w*|weder|ohne|sondern|kaum)\b",
    "es": r"\b(no|ni|nunca|nadie|nada|ningún|ninguno|ninguna|sin|sino|tampoco|apenas)\b",
    "fr": r"\b(ne|ni|jamais|personne|rien|aucun|aucune|sans|nul|nulle|pas)\b|\bn['’]",
    "it": r"\b(non|né|mai|nessuno|nessun|nessuna|niente|nulla|senza|bensì|neppure|neanche)\b",
}
_BESIDES = {  # with these a negation says something else
    "en": r" (only|just|merely|necessarily|yet|also|always|still|often)\b",
    "de": r"\b(nicht (nur|mehr|einmal|immer|allein|zuletzt|selten)|noch nicht)\b",
    "es": r"\b(no (solo|sólo|solamente|únicamente|obstante|siempre)|aún no|todavía no|ya no)\b",
    "fr": r"\b(seulement|uniquement|toujours|encore|plus)\b",
    "it": r"\b(non (solo|soltanto|solamente|sempre|ancora|più)|ancora)\b",
}
_GERMAN_HELPER = r"\b(ist|sind|war|waren|wird|werden|wurde|wurden|hat|haben|hatte|hatten|kann|können|konnte|darf|dürfen|soll|sollen|muss|müssen)\b"
# The last verb: a participle or an infinitive, and what may stand behind it.
_GERMAN_LAST = "(?:werden|worden|haben|sein|können|müssen|sollen|dürfen)"
_GERMAN_END = rf" (?!{_GERMAN_LAST})([a-zäöü]*ge\w+(?:t|en)|[a-zäöü]+iert|(?:be|er|ent|ver|zer)\w+(?:t|en)|[a-zäöü]{{3,}}en)( {_GERMAN_LAST})?\.$"
_GERMAN_SCOPE = r"\b(auch|nur|ausschließlich|immer|oft|selten|meist\w*|stets|sehr|viele\w*|alle\w*|jede\w*|einige\w*|manche\w*|zu|um)\b"


def languages() -> list[str]:
    return list(MONTHS)


def _is_plain(text: str) -> bool:
    return not text.endswith("?") and 3 <= len(text.split()) <= 40


def _swap(text: str, match: re.Match, new: str) -> str:
    return text[: match.start()] + new + text[match.end() :]


def _as_written(old: str, new: str) -> str:
    if old.isupper():
        return new.upper()
    return new[:1].upper() + new[1:] if old[:1].isupper() else new


def _other_value(match: re.Match, language: str, rng) -> str:
    """Another number in the same form, clearly apart."""
    whole, mark, digits = match.group(1), match.group(2), match.group(3)
    separator = next((c for c in whole if not c.isdigit()), "")
    value = int(re.sub(r"\D", "", whole))
    if not separator and not mark and 1000 <= value <= 2050:  # a year
        return str(value + rng.choice([-30, -20, -12, -8, -5, -4, -3, -2, -1, 1, 2, 3, 5]))
    factor = rng.choice([0.4, 0.5, 0.6, 1.5, 2, 2.5, 3])
    new = max(1, round(value * factor))
    if value >= 10 and rng.random() < 0.4:
        new = max(1, value + rng.choice([-7, -5, -3, -2, 2, 3, 4, 6, 8]))
    if new == value:
        new = value + 2
    text = str(new)
    if separator:
        text = f"{new:,}".replace(",", separator)
    return f"{text}{mark}{digits}" if mark else text


def number(text: str, language: str, rng):
    """A plain number becomes another; days of a month stay in the month."""
    found = []
    for match in _NUMBER.finditer(text):
        before, after = text[: match.start()], text[match.end() :]
        if match.group() in ("0", "1") or _LABEL.search(before) or _BOUND.search(before):
            continue
        if re.match(r"\s?(o|ó|u|oder|or|ou|bis|to|à)\s\d|\.\s?(Artikel|Absatz)", after):
            continue
        found.append(match)
    if not found:
        return None
    match = rng.choice(found)
    after = text[match.end() :]
    month = "|".join(MONTHS[language].split())
    if re.match(rf"(\.|st|nd|rd|th|º|er)?\s(de )?({month})\b", after, re.I):
        day = rng.choice([d for d in range(2, 28) if str(d) != match.group()])
        return _swap(text, match, str(day))
    return _swap(text, match, _other_value(match, language, rng))


def month(text: str, language: str, rng):
    """Another month, where a number stands beside it ("May" may be a verb)."""
    names = MONTHS[language].split()
    found = [
        m
        for m in re.finditer(r"\b(" + "|".join(names) + r")\b", text, 0 if language in ("en", "de") else re.I)
        if re.search(r"\d", text[max(0, m.start() - 6) : m.end() + 9])
    ]
    if not found:
        return None
    match = rng.choice(found)
    new = rng.choice([n for n in names if n.lower() != match.group().lower()])
    return _swap(text, match, _as_written(match.group(), new))


def number_word(text: str, language: str, rng):
    words = NUMBER_WORDS[language].split()
    found = [
        m
        for m in re.finditer(r"(?<![\w-])(" + "|".join(words) + r")(?![\w-]| (bis|oder|o|ou|or|a|à|to) )", text)
        if not _BOUND.search(text[: m.start()]) and not _LABEL.search(text[: m.start()])
    ]
    if not found:
        return None
    match = rng.choice(found)
    return _swap(text, match, rng.choice([w for w in words if w != match.group()]))


def opposite(text: str, language: str, rng):
    """One word becomes its opposite, in a sentence without negation."""
    if re.search(_NEGATIVE[language], text, re.I):
        return None
    other = {}
    for pair in OPPOSITES[language].split():
        left, right = pair.split("/")
        other |= {left: right, right: left}
    found = [m for m in re.finditer(r"\b(" + "|".join(other) + r")\b", text)]
    if len(found) != 1:
        return None
    if re.match(r" (oder|als auch|o|ou|or|que|als|di|de)\b", text[found[0].end() :]) and language == "de":
        return None
    return _swap(text, found[0], other[found[0].group()])


def _negated(language: str, subject: str, verb: str) -> str:
    if language == "en":
        return "cannot" if verb == "can" else f"{verb} not"
    if language == "fr":
        short = verb[0] in "aeéiou"
        if subject:
            return f"ne s'{verb} pas"
        return f"n'{verb} pas" if short else f"ne {verb} pas"
    return f"{'no' if language == 'es' else 'non'} {subject}{verb}"


def negation_added(text: str, language: str, rng):
    """The main verb is denied."""
    if not _is_plain(text) or re.search(_NEGATIVE[language], text, re.I):
        return None
    if language == "de":
        end = re.search(_GERMAN_END, text)
        helper = re.search(_GERMAN_HELPER, text)
        if not end or not helper or "," in text or ";" in text or helper.end() >= end.start():
            return None
        if re.search(_GERMAN_SCOPE, text[: end.start()], re.I):
            return None
        return text[: end.start()] + " nicht" + text[end.start() :]
    reflexive = r"(?<!\w)(s['’])?" if language == "fr" else r"\b(se |si )?" if language in ("es", "it") else r"\b()"
    for match in re.finditer(reflexive + r"\b" + _VERB[language] + r"\b", text):
        before = text[: match.start()]
        if not before or re.search(_OPENS[language], before, re.I):
            return None
        if language == "fr" and re.search(r"['’]$|\b(y|en|le|la|les|lui|leur|se|me|te|nous|vous) $", before):
            return None
        if language in ("es", "it") and re.search(r"\b(lo|la|le|les|los|las|li|gli|ci|ne|vi|mi|ti|y|e|o) $", before):
            return None
        if re.match(_BESIDES[language] if language in ("en",) else r" (también|anche|aussi)\b", text[match.end() :]):
            return None
        return _swap(text, match, _negated(language, match.group(1) or "", match.group(2)))
    return None


def negation_removed(text: str, language: str, rng):
    """The statement without its one negation."""
    if not _is_plain(text) or re.search(_BESIDES[language], text, re.I):
        return None
    marks = re.findall(_NEGATIVE[language], text, re.I)
    wanted = 2 if language == "fr" else 1
    if len(marks) != wanted:
        return None
    if language == "de":
        if "," in text or ";" in text or not re.search(r"\w nicht \w", text):
            return None
        return text.replace(" nicht ", " ", 1)
    if language == "en":
        new = re.sub(r"\b(is|are|was|were|will|would|must|shall|may|has|have) not\b", r"\1", text, count=1)
    elif language == "fr":
        new = re.sub(r"\b(n['’]|ne )" + _VERB["fr"] + r" pas\b", r"\2", text, count=1)
    else:
        word = "no" if language == "es" else "non"
        new = re.sub(rf"\b{word} ((?:se |si )?{_VERB[language]})\b", r"\1", text, count=1)
    return new if new != text else None


CHANGES = {
    "number": number,
    "month": month,
    "number_word": number_word,
    "opposite": opposite,
    "negation_added": negation_added,
    "negation_removed": negation_removed,
}
