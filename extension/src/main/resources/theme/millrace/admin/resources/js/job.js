// One job: its progress, and what its owner can do with it.
import { getFile, getJson, post, remove } from "./api.js";
import { button, confirmed, duration, element, heading, number, problem, save, time } from "./elements.js";

const ENDED = ["completed", "completed-with-errors", "cancelled", "failed"];
/** Counts that are not outcomes of records. */
const APART = ["read", "warnings"];
/** Statuses after which further requests are useless: no session, no permission, no job. */
export const FINAL = [401, 403, 404];

const SHORTEST_PAUSE = 1000;
/** Between requests for a job that does not change, or while the server does not answer. */
const LONGEST_PAUSE = 10_000;

export const hasEnded = (job) => ENDED.includes(job.state);

export const ownerOf = (job) => (typeof job.owner === "object" ? job.owner?.username : job.owner);

const canUndo = (job) =>
  hasEnded(job) &&
  job.source?.type !== "undo" &&
  !job.options?.dryRun &&
  job.counts.created + job.counts.updated > 0 &&
  !job.counts.deleted;

function facts(job, done) {
  const counted = Object.entries(job.counts).filter(([name, count]) => name !== "read" && count > 0);
  return [
    ["State", job.state + (job.problem ? `: ${job.problem.detail ?? job.problem.code}` : "")],
    ["Records", `${number(done)} of ${job.total === null ? "an unknown number" : number(job.total)}`],
    ["Rate", `${number(Math.round(job.recordsPerSecond?.overall ?? 0))} records/s`],
    ["Remaining", job.state === "running" ? duration(job.etaSeconds) : null],
    ["Outcomes", counted.map(([name, count]) => `${name} ${number(count)}`).join(", ") || "none yet"],
    ["Not imported", job.notImported?.length ? job.notImported.join(", ") : null],
    ["Owner", ownerOf(job)],
    ["Started", time(job.startedAt)],
    ["Finished", time(job.finishedAt)],
  ].filter(([, text]) => text);
}

/** @param steps what the buttons do: act (a step of the life cycle), retryFile, undo and erase */
function actions(job, steps) {
  const counts = job.counts;
  const ended = hasEnded(job);
  const has = (wanted, ...made) => (wanted ? made : []);
  return [
    ...has(job.state === "running", button("Pause", () => steps.act("pause"))),
    ...has(job.state === "paused", button("Resume", () => steps.act("resume"))),
    ...has(!ended, confirmed("Cancel", () => steps.act("cancel"))),
    ...has(ended && counts.rejected + counts.failed + counts.unprocessed > 0, button("Retry file", steps.retryFile)),
    ...has(canUndo(job), confirmed("Undo", steps.undo)),
    ...has(ended, confirmed("Delete job", steps.erase)),
  ];
}

const focused = (node) => node.getRootNode().activeElement;

/** What a job looks like; an update keeps its buttons until the state changes, and the focus of the keyboard among them. */
function drawing(view, steps) {
  const progress = element("progress", { "aria-label": "Progress" });
  const list = element("dl");
  const bar = element("div", { className: "actions", role: "group", "aria-label": "Actions", tabIndex: -1 });
  let state = null;
  view.replaceChildren(progress, list, bar);
  return (job) => {
    const done = Object.entries(job.counts).reduce((sum, [name, count]) => (APART.includes(name) ? sum : sum + count), 0);
    if (job.total === null && !hasEnded(job)) {
      progress.removeAttribute("value");
    } else {
      progress.max = job.total || 1;
      progress.value = hasEnded(job) && !job.total ? 1 : done;
    }
    list.replaceChildren(...facts(job, done).flatMap(([name, text]) => [element("dt", {}, name), element("dd", {}, text)]));
    if (job.state !== state) {
      state = job.state;
      const hadFocus = bar.contains(focused(bar));
      bar.replaceChildren(...actions(job, steps));
      if (hadFocus) {
        (bar.firstElementChild ?? bar).focus();
      }
    }
  };
}

/** Resolves after a time, or earlier if the user leaves or a step changes the job. */
function pause(milliseconds, wake) {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    wake(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}

/**
 * Follows a job until it has ended; returns its last document, or null if the user left, the job was deleted, or it cannot be read any more.
 *
 * <p>It asks for the document and not for the stream of events, which a proxy may hold back: each second while the job changes, less often
 * while it does not or the server cannot be reached.
 *
 * @param changed called after the job was undone or deleted
 */
export async function showJob(panel, path, signal, changed = () => {}) {
  const view = element("section", { "aria-label": "Job" });
  const message = element("div", { role: "alert" });
  const fail = (error) => message.replaceChildren(problem(error));
  let wakeUp = () => {};
  let erased = false;
  /** A document that was requested before a step began or ended may be older than what the step answered. */
  let steps = 0;
  signal.addEventListener("abort", () => wakeUp());
  const connection = element("div", { role: "status" });
  panel.append(view, message, connection);

  async function act(name) {
    message.replaceChildren();
    steps++;
    try {
      draw(await (await post(`${path}/${name}`)).json());
    } finally {
      steps++;
      wakeUp();
    }
  }

  async function undo() {
    const made = await (await post(`${path}/undo`)).json();
    changed();
    view.querySelector(".actions").replaceChildren();
    const title = heading(`Undo job ${made.id}`);
    panel.append(title);
    title.focus();
    const ended = await showJob(panel, path.replace(/[^/]+$/, made.id), signal, changed);
    if (ended) {
      panel.append(element("p", { role: "status" }, `The undo has ended: ${ended.state}.`));
    }
  }

  async function erase() {
    await remove(path);
    erased = true;
    const note = element("p", { role: "status", tabIndex: -1 }, "The job and its outcomes were deleted.");
    panel.replaceChildren(note);
    note.focus();
    changed();
  }

  const draw = drawing(view, {
    act: (name) => act(name).catch(fail),
    retryFile: () => getFile(`${path}/retry-file`).then(({ blob, name }) => save(blob, name ?? "retry"), fail),
    undo: () => undo().catch(fail),
    erase: () => erase().catch(fail),
  });

  let last = "";
  for (let wait = SHORTEST_PAUSE; !signal.aborted; ) {
    try {
      const before = steps;
      const job = await getJson(path, signal);
      if (before !== steps) {
        continue;
      }
      connection.replaceChildren();
      draw(job);
      if (hasEnded(job)) {
        return erased ? null : job;
      }
      const text = JSON.stringify([job.state, job.counts]);
      wait = text === last ? Math.min(2 * wait, LONGEST_PAUSE) : SHORTEST_PAUSE;
      last = text;
    } catch (error) {
      if (signal.aborted) {
        return null;
      }
      connection.replaceChildren(problem(error));
      if (FINAL.includes(error.status)) {
        return null;
      }
      wait = Math.min(2 * wait, LONGEST_PAUSE);
    }
    await pause(wait, (wake) => (wakeUp = wake));
  }
  return null;
}
