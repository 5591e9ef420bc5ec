// The problems of a job by code, with examples, and all of them as a table to download.
import { getBlob, getText } from "./api.js";
import { button, element, number, save, table } from "./elements.js";

const EXAMPLES = 5;
const LOOKED_AT = 1000;

async function examples(path) {
  const byCode = new Map();
  for (const status of ["rejected", "failed"]) {
    const lines = (await getText(`${path}/outcomes?status=${status}&max=${LOOKED_AT}`, "application/x-ndjson")).split("\n").filter(Boolean);
    for (const outcome of lines.map((line) => JSON.parse(line)).filter((line) => line.status)) {
      for (const problem of outcome.problems ?? []) {
        const found = byCode.get(problem.code) ?? [];
        if (found.length < EXAMPLES) {
          found.push(`line ${outcome.line}${outcome.key ? ` (${outcome.key})` : ""}: ${problem.field ? `${problem.field}: ` : ""}${problem.detail}`);
        }
        byCode.set(problem.code, found);
      }
    }
  }
  return byCode;
}

const byCount = (counts) => Object.entries(counts ?? {}).sort((a, b) => b[1] - a[1]);

export async function showProblems(panel, path, job) {
  const problems = byCount(job.problemsByCode);
  const warnings = byCount(job.warningsByCode);
  if (problems.length === 0 && warnings.length === 0) {
    panel.append(element("p", {}, "No problems and no warnings."));
    return;
  }
  if (problems.length > 0) {
    const found = await examples(path);
    panel.append(
      table(
        "Problems",
        ["Code", "Records", "Examples"],
        problems.map(([code, count]) => [
          code,
          number(count),
          element("div", {}, ...(found.get(code) ?? []).map((text) => element("div", {}, text))),
        ]),
      ),
    );
  }
  if (warnings.length > 0) {
    panel.append(table("Warnings", ["Code", "Records"], warnings.map(([code, count]) => [code, number(count)])));
  }
  const download = () => getBlob(`${path}/outcomes?max=100000`, "text/csv").then((blob) => save(blob, "outcomes.csv"));
  panel.append(element("div", { className: "actions" }, button("All as CSV", download)));
}
