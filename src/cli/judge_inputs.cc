#include "cli/judge_inputs.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <utility>

#include "base/file_system.h"
#include "cli/ground_inputs.h"
#include "grounding/input_json.h"
#include "judge/judge_input_json.h"

namespace gloss::cli {
namespace {

struct RunFile {
  std::string run;
  std::string path;
};

/// "b=texts.jsonl": run b. A file whose own name has "=" is taken as it is where it is there.
RunFile RunFileOf(const std::string& argument, bool several) {
  std::error_code error;
  const size_t equals = argument.find('=');
  if (equals != std::string::npos && equals > 0 && !std::filesystem::exists(argument, error)) {
    return {argument.substr(0, equals), argument.substr(equals + 1)};
  }
  return {several ? std::filesystem::path(argument).stem().string() : "", argument};
}

bool IsRecords(const std::string& path) {
  const std::string extension = std::filesystem::path(path).extension().string();
  return extension == ".jsonl" || extension == ".ndjson";
}

/// What a record leaves open is as the command line has it.
JudgeTask Merge(JudgeTask own, const JudgeTask& common) {
  own.instructions.insert(own.instructions.end(), common.instructions.begin(),
                          common.instructions.end());
  if (own.words == 0) own.words = common.words;
  if (own.style.empty()) own.style = common.style;
  if (own.language.empty()) own.language = common.language;
  return own;
}

Result<JudgeItem> ItemOf(InputRecord record, size_t number, const std::string& run,
                         const VerifyRequest& base, const JudgeTask& common) {
  JudgeItem item;
  item.cited = base;
  item.cited.id = record.id.empty() ? std::to_string(number) : record.id;
  const std::string where = "record " + item.cited.id;
  auto task = ReadJudgeTask(record.extra);
  if (!task.ok()) return task.status().WithContext(where);
  item.task = Merge(*std::move(task), common);
  auto own_run = ReadRunName(record.extra);
  if (!own_run.ok()) return own_run.status().WithContext(where);
  item.run = own_run->empty() ? run : *own_run;
  item.cited.question = record.question;
  if (!record.language.empty()) item.cited.load.language = record.language;
  item.cited.text.uri = where;
  item.cited.text.text = std::move(record.response);
  std::vector<TextInput> sources;
  for (size_t i = 0; i < record.sources.size(); ++i) {
    InputSource& source = record.sources[i];
    TextInput input;
    input.id = std::move(source.id);
    input.title = std::move(source.title);
    input.uri =
        source.uri.empty() ? fmt::format("{}, source {}", where, i + 1) : std::move(source.uri);
    input.text = std::move(source.text);
    sources.push_back(std::move(input));
  }
  item.cited.sources.insert(item.cited.sources.begin(), sources.begin(), sources.end());
  return item;
}

Status AddRecords(const RunFile& file, const JudgeInputs& inputs, const VerifyRequest& base,
                  JudgeInputList* list) {
  GLOSS_ASSIGN_OR_RETURN(const std::string bytes, ReadFile(file.path));
  InputJsonOptions options;
  options.require_sources = base.sources.empty();
  auto records = ReadInputRecords(bytes, options);
  if (!records.ok()) return records.status().WithContext(file.path);
  for (size_t i = 0; i < records->size(); ++i) {
    auto& record = (*records)[i];
    auto item = record.ok() ? ItemOf(*std::move(record), i + 1, file.run, base, inputs.task)
                            : Result<JudgeItem>(record.status());
    if (item.ok()) {
      list->items.push_back(*std::move(item));
    } else {
      list->failures.push_back(item.status().WithContext(file.path));
    }
  }
  return Status::Ok();
}

}  // namespace

Result<JudgeInputList> ReadJudgeInputs(const JudgeInputs& inputs, const VerifyRequest& base) {
  VerifyRequest with_sources = base;
  GLOSS_ASSIGN_OR_RETURN(with_sources.sources, SourceFiles(inputs.sources));
  JudgeInputList list;
  for (const std::string& argument : inputs.texts) {
    const RunFile file = RunFileOf(argument, inputs.texts.size() > 1);
    if (IsRecords(file.path)) {
      GLOSS_RETURN_IF_ERROR(AddRecords(file, inputs, with_sources, &list));
      continue;
    }
    JudgeItem item;
    item.cited = with_sources;
    item.cited.text.uri = file.path;
    item.cited.is_json = file.path.ends_with(".json");
    if (item.cited.sources.empty() && !item.cited.is_json) {
      return Status(StatusCode::kInvalidArgument,
                    "no source: name what the text cites with --source FILE");
    }
    item.run = file.run;
    item.task = inputs.task;
    // Runs are compared by id: texts on the same sources are on one task.
    item.cited.id = inputs.texts.size() > 1 ? "text" : std::filesystem::path(file.path).filename();
    list.items.push_back(std::move(item));
  }
  return list;
}

}  // namespace gloss::cli
