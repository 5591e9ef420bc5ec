// The jobs of the realm, newest first, and one of them in detail.
import { getJson } from "./api.js";
import { button, element, number, table, time } from "./elements.js";
import { hasEnded, showJob } from "./job.js";
import { showProblems } from "./problems.js";

const PAGE = 20;

export async function jobsView(panel, realm, signal) {
  const base = `/realms/${encodeURIComponent(realm)}/bulk-import/jobs`;
  const list = element("div");
  const detail = element("div");
  panel.append(list, detail);
  let first = 0;
  let leave = new AbortController();
  signal.addEventListener("abort", () => leave.abort());

  async function open(id) {
    leave.abort();
    leave = new AbortController();
    const own = leave.signal;
    detail.replaceChildren(element("h2", {}, `Job ${id}`));
    const job = await showJob(detail, `${base}/${id}`, own);
    if (job && hasEnded(job) && !own.aborted) {
      await showProblems(detail, `${base}/${id}`, job);
    }
  }

  async function show() {
    const answer = await getJson(`${base}?first=${first}&max=${PAGE}`);
    const jobs = Array.isArray(answer) ? answer : answer.jobs;
    if (signal.aborted) {
      return;
    }
    const rows = jobs.map((job) => [
      button(job.state, () => open(job.id).catch(fail)),
      job.entity + (job.options?.dryRun ? " (dry run)" : ""),
      number(job.counts.created + job.counts.updated + (job.counts.deleted ?? 0)),
      number(job.counts.rejected + job.counts.failed),
      typeof job.owner === "object" ? job.owner?.username : job.owner,
      time(job.createdAt),
    ]);
    list.replaceChildren(
      jobs.length === 0 && first === 0
        ? element("p", {}, "No job has been made in this realm.")
        : table("Jobs", ["State", "Records", "Applied", "Not applied", "Owner", "Created"], rows),
      element(
        "div",
        { className: "actions" },
        first > 0 ? button("Newer", () => turn(-PAGE)) : null,
        jobs.length === PAGE ? button("Older", () => turn(PAGE)) : null,
      ),
    );
  }

  function turn(step) {
    first = Math.max(0, first + step);
    show().catch(fail);
  }

  function fail(error) {
    if (!signal.aborted) {
      detail.replaceChildren(element("p", { className: "error", role: "alert" }, error.message));
    }
  }

  await show().catch(fail);
}
