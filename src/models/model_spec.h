#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/status.h"
#include "models/evidence_calibration.h"
#include "types/relation.h"

namespace gloss {

/// What a model does in the pipeline.
enum class ModelRole { kEmbedder, kEntailment, kDecomposer, kWriter };

/// "embedder", "entailment", "decomposer", "writer".
std::string_view ModelRoleName(ModelRole role);

/// Turns logits into calibrated probabilities and a decision (docs/formats/model_spec.md).
struct Calibration {
  float temperature = 1.0F;              ///< Logits are divided by it before the softmax.
  float entailment_threshold = 0.0F;     ///< Least probability for the label entailment; 0: argmax.
  float contradiction_threshold = 0.0F;  ///< Looked at before entailment; 0: argmax.
  std::string tuned_on;                  ///< Data sets and splits.
  /// Name of the embedder whose cosines `evidence` was fitted with; empty: not stated.
  std::string embedder;
  std::optional<EvidenceCalibration> evidence;  ///< Of the default method; absent: by label.
};

/// Calibrated probabilities and label of raw logits (indexed by Relation). Contradiction is decided
/// before entailment; neither reaching its threshold, the pair is neutral.
RelationScores Calibrate(const std::array<float, 3>& logits, const Calibration& calibration);

/// One file of weights.
struct ModelFile {
  std::string file;         ///< Name, as ModelSpec::file.
  std::string sha256;       ///< Empty: not pinned.
  uint64_t size_bytes = 0;  ///< 0: not stated.
};

/// Description of a model file: one JSON file models/<name>.json each.
struct ModelSpec {
  std::string name;  ///< "entailment-minilm-v2".
  ModelRole role = ModelRole::kEntailment;
  /// File name, looked for beside the spec and in the model cache. Empty: on servers only.
  std::string file;
  std::string sha256;            ///< Of the file; checked before loading. Empty: not pinned.
  uint64_t size_bytes = 0;       ///< 0: not stated.
  std::string licence;           ///< SPDX id.
  std::string base;              ///< What it was made from.
  std::string source;            ///< Where set-up takes it from; empty when it ships.
  int max_tokens = 0;            ///< Longest input; 0: the model's own limit.
  bool is_default = false;       ///< Taken for its role when the user names none.
  std::string template_name;     ///< "pair", "chatml", "" …
  std::vector<Relation> labels;  ///< Relation of each output, for entailment heads.
  Calibration calibration;
  std::vector<std::string> languages;  ///< ISO 639-1 codes it is made for; empty: not stated.
  std::string repo;          ///< "OWNER/REPO" on a hub, for `models pull`; empty: not there.
  std::string revision;      ///< Commit of the repository; empty: "main".
  std::string quantisation;  ///< "Q4_K_M", for people.
  /// All parts of a split GGUF file, the first being `file`; empty: one file.
  std::vector<ModelFile> parts;
  /// Low-rank weights that are applied on those of `file` (LoRA); generative models only. In the
  /// specs of a registry `file` is the path where it was found.
  std::optional<ModelFile> adapter;
  /// Decomposers: id of the prompt that it was trained with; empty: the product's own.
  std::string prompt;
  std::string query_prefix;    ///< Embedders: what claims, not sentences, get in front.
  std::string passage_prefix;  ///< Embedders: what sentences, not claims, get in front.
  std::string pooling;         ///< Embedders: "mean", "cls" or "last"; empty: as the file says.
  /// Entailment: the label is the next token of a generative model that is asked in words.
  bool asks_in_words = false;
  std::string remote_name;  ///< What servers call it; empty: as `name`.
  /// URL, without credentials, of the server that computes it, set when it is connected; empty: in
  /// this process.
  std::string server;
};

/// The files of a model: its parts, or its one file; none for models on servers only. Without the
/// adapter, which ships beside its spec.
std::vector<ModelFile> FilesOf(const ModelSpec& spec);

/// What a claim is embedded as.
std::string QueryText(const ModelSpec& spec, std::string_view claim);

/// What a sentence of a source is embedded as.
std::string PassageText(const ModelSpec& spec, std::string_view sentence);

/// Those of `languages` that the model is not made for, without repetition; none when its spec does
/// not say. "" is a language that is not known: no model is made for it.
std::vector<std::string> UncoveredLanguages(const ModelSpec& spec,
                                            std::span<const std::string> languages);

/// Parses a spec. Errors: kParseError with the field's name.
Result<ModelSpec> ParseModelSpec(std::string_view json);

/// The specs of a list of folders and where their files are found. Immutable after Load;
/// thread-safe.
class ModelRegistry {
 public:
  /// Reads every *.json of `spec_folders` that is a spec (has a "role"), later folders adding to
  /// the earlier; the files of models are looked for beside their spec, then in `file_folders`.
  /// A spec of an earlier folder overrides one of the same name in a later folder.
  /// Errors: a spec that does not parse, two specs with one name in one folder.
  static Result<ModelRegistry> Load(const std::vector<std::string>& spec_folders,
                                    const std::vector<std::string>& file_folders);

  const std::vector<ModelSpec>& specs() const { return specs_; }

  /// Errors: kNotFound, with the names that exist and the nearest one.
  Result<ModelSpec> Find(std::string_view name) const;

  /// The default model of a role: the first spec with it, in order of name, that says "default".
  Result<ModelSpec> DefaultFor(ModelRole role) const;

  /// The default model of a role for texts in these languages (ISO 639-1; "" or none at all: not
  /// known): of the specs that say "default" the one made for most of them, then the one made for
  /// fewest others (for most, where a language is not known or none is made for it), then the first
  /// in order of name.
  Result<ModelSpec> DefaultFor(ModelRole role, std::span<const std::string> languages) const;

  /// The embedder to use with an entailment model for texts in these languages: the one that its
  /// calibration was fitted with; where that is not stated, the default one for the languages as
  /// far as `judge` is made for them. A calibration holds for the cosines of one embedder. Errors:
  /// kNotFound.
  Result<ModelSpec> EmbedderFor(const ModelSpec& judge,
                                std::span<const std::string> languages) const;

  /// Path of the spec's file; its adapter is there as well. Errors: kModelUnavailable with the
  /// places looked at and the remedy.
  Result<std::string> Locate(const ModelSpec& spec) const;

  /// Path of the model's card, with its figures and limits: <name>.md beside the spec; empty: none.
  std::string CardOf(const ModelSpec& spec) const;

  /// Checks the file, its other parts beside it and its adapter against the spec's sizes and
  /// hashes; where the
  /// spec pins none, against the hash that was kept when it was pulled (model_lock.h).
  /// Errors: kModelUnavailable "…: damaged: sha256 is …, should be …".
  static Status Verify(const ModelSpec& spec, const std::string& path);

 private:
  /// Where the files of a spec are looked for, in order.
  std::vector<std::string> FoldersOf(const ModelSpec& spec) const;

  std::vector<ModelSpec> specs_;
  std::vector<std::string> spec_folder_of_;
  std::vector<std::string> file_folders_;
};

}  // namespace gloss
