"""One module a table; each has NAME and run(context) -> Table."""

from . import (citation, contradictory, entailment, evidence, grounding, languages, perturbed, reference_free, speed,
               tau)

ALL = {module.NAME: module for module in (entailment, evidence, tau, citation, contradictory, perturbed, reference_free,
                                          grounding, languages, speed)}
