// The problems and warnings of a job by code, with examples, and all of them as a table to download.
import { getTable, getText } from "./api.js";
import { button, element, number, problem as shown, save, table } from "./elements.js";

const EXAMPLES = 5;
const PAGE = 1000;
const MOST_PAGES = 20;
/** More bytes than a header row of outcomes has. */
const HEADER = 4096;

const byCount = (counts) => Object.entries(counts ?? {}).sort((a, b) => b[1] - a[1]);

const text = (outcome, problem) =>
  `line ${outcome.line}${outcome.key ? ` (${outcome.key})` : ""}: ${problem.field ? `${problem.field}: ` : ""}${problem.detail}`;

/** Whether each code has as many examples as are shown, or all that exist. */
const complete = (found, counts) => counts.every(([code, count]) => (found.get(code)?.length ?? 0) >= Math.min(count, EXAMPLES));

/** Reads outcomes until each code has its examples, or MOST_PAGES were read. */
async function examples(path, counts, list, statuses) {
  const found = new Map();
  for (const status of statuses) {
    let after = "";
    for (let page = 0; page < MOST_PAGES && after !== null && !complete(found, counts); page++) {
      const query = `max=${PAGE}${status && `&status=${status}`}${after && `&after=${encodeURIComponent(after)}`}`;
      const lines = (await getText(`${path}/outcomes?${query}`, "application/x-ndjson")).split("\n").filter(Boolean).map((line) => JSON.parse(line));
      after = lines.at(-1)?.next ?? null;
      for (const outcome of lines.filter((line) => line.status)) {
        for (const problem of outcome[list] ?? []) {
          const known = found.get(problem.code) ?? [];
          if (known.length < EXAMPLES) {
            known.push(text(outcome, problem));
          }
          found.set(problem.code, known);
        }
      }
    }
  }
  return found;
}

function byCode(caption, counts, found) {
  const cell = (code) => element("div", {}, ...(found.get(code) ?? []).map((each) => element("div", {}, each)));
  const rows = table(caption, ["Code", "Records", "Examples"], counts.map(([code, count]) => [code, number(count), cell(code)]));
  if (!complete(found, counts)) {
    rows.append(element("p", { className: "quiet" }, `Examples are from the first ${number(MOST_PAGES * PAGE)} outcomes. The CSV file has all of them.`));
  }
  return rows;
}

/** A button that saves the outcomes of these statuses as one table. */
function download(label, name, path, statuses, message) {
  const start = async () => {
    const parts = [];
    for (const status of statuses) {
      const part = await getTable(`${path}/outcomes?max=10000${status && `&status=${status}`}`);
      parts.push(parts.length === 0 ? part : part.slice((await part.slice(0, HEADER).text()).indexOf("\n") + 1));
    }
    save(new Blob(parts, { type: "text/csv" }), name);
  };
  const fail = (error) => message.replaceChildren(shown(error));
  return button(label, () => start().catch(fail));
}

/** Appends a section to the panel; if the panel is replaced meanwhile, nothing more appears in it. */
export async function showProblems(panel, path, job) {
  const section = element("section", { "aria-label": "Problems and warnings" });
  panel.append(section);
  const problems = byCount(job.problemsByCode);
  const warnings = byCount(job.warningsByCode);
  const message = element("div", { role: "alert" });
  if (problems.length === 0 && warnings.length === 0) {
    section.append(element("p", {}, "No problems and no warnings."));
  }
  if (problems.length > 0) {
    section.append(byCode("Problems", problems, await examples(path, problems, "problems", ["rejected", "failed"])));
  }
  if (warnings.length > 0) {
    section.append(byCode("Warnings", warnings, await examples(path, warnings, "warnings", [""])));
  }
  if (job.notices?.length > 0) {
    section.append(element("ul", { "aria-label": "Notices" }, ...job.notices.map((notice) => element("li", {}, notice.detail))));
  }
  section.append(
    element(
      "div",
      { className: "actions" },
      problems.length > 0 ? download("All problems as CSV", "problems.csv", path, ["rejected", "failed"], message) : null,
      download("All outcomes as CSV", "outcomes.csv", path, [""], message),
    ),
    message,
  );
}
