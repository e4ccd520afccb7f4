"""One module a table; each has NAME and run(context) -> Table."""

from . import (citation, claims, contradictory, entailment, evidence, grounding, languages, perturbed, reference_free, speed,
               tau)

ALL = {module.NAME: module for module in (entailment, evidence, tau, citation, contradictory, claims, perturbed, reference_free,
                                          grounding, languages, speed)}
