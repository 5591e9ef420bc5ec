// The jobs of the realm, newest first, and one of them in detail.
import { getJson } from "./api.js";
import { button, element, heading, number, problem, table, time } from "./elements.js";
import { FINAL, hasEnded, ownerOf, showJob } from "./job.js";
import { showProblems } from "./problems.js";

const PAGE = 20;
/** Between two requests for the list while one of its jobs runs, in milliseconds. */
const REFRESH = 3000;

export async function jobsView(panel, realm, signal) {
  const base = `/realms/${encodeURIComponent(realm)}/bulk-import/jobs`;
  const list = element("div");
  const message = element("div", { role: "alert" });
  const detail = element("div");
  panel.append(list, message, detail);
  let first = 0;
  let shown = "";
  let timer = null;
  let leave = new AbortController();
  signal.addEventListener("abort", () => {
    leave.abort();
    clearTimeout(timer);
  });

  async function open(id) {
    leave.abort();
    leave = new AbortController();
    const own = leave.signal;
    const title = heading(`Job ${id}`);
    detail.replaceChildren(title);
    title.focus();
    const job = await showJob(detail, `${base}/${id}`, own, refresh);
    if (job && !own.aborted) {
      await showProblems(detail, `${base}/${id}`, job);
    }
  }

  function stateButton(job) {
    const made = button(job.state, () => open(job.id).catch(fail));
    made.setAttribute("aria-label", `${job.state}: job of ${job.entity}, created ${time(job.createdAt)}`);
    made.dataset.focus = job.id;
    return made;
  }

  function turnButton(name, step) {
    const made = button(name, () => turn(step));
    made.dataset.focus = name;
    return made;
  }

  /** Replaces the list; the focus of the keyboard stays on the same job. */
  function draw(jobs) {
    const key = list.getRootNode().activeElement?.dataset.focus;
    const rows = jobs.map((job) => [
      stateButton(job),
      job.entity + (job.options?.dryRun ? " (dry run)" : ""),
      number(job.counts.created + job.counts.updated + (job.counts.deleted ?? 0)),
      number(job.counts.rejected + job.counts.failed),
      ownerOf(job),
      time(job.createdAt),
    ]);
    list.replaceChildren(
      jobs.length === 0 && first === 0
        ? element("p", {}, "The realm has no jobs.")
        : table("Jobs", ["State", "Records", "Applied", "Not applied", "Owner", "Created"], rows),
      element(
        "div",
        { className: "actions" },
        first > 0 ? turnButton("Newer", -PAGE) : null,
        jobs.length === PAGE ? turnButton("Older", PAGE) : null,
      ),
    );
    if (key) {
      const buttons = [...list.querySelectorAll("button")];
      (buttons.find((each) => each.dataset.focus === key) ?? buttons[0])?.focus();
    }
  }

  async function show() {
    const page = first;
    let again = true;
    try {
      const jobs = await getJson(`${base}?first=${page}&max=${PAGE}`, signal);
      const text = JSON.stringify([page, jobs]);
      if (page === first && text !== shown) {
        shown = text;
        draw(jobs);
      }
      message.replaceChildren();
      again = jobs.some((job) => !hasEnded(job) && job.state !== "open");
    } catch (error) {
      again = !FINAL.includes(error.status);
      throw error;
    } finally {
      if (page === first) {
        clearTimeout(timer);
        timer = again && !signal.aborted ? setTimeout(refresh, REFRESH) : null;
      }
    }
  }

  function refresh() {
    return show().catch(fail);
  }

  function turn(step) {
    first = Math.max(0, first + step);
    refresh();
  }

  function fail(error) {
    if (!signal.aborted) {
      message.replaceChildren(problem(error));
    }
  }

  await refresh();
}
