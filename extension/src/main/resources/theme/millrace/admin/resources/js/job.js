// One job: its progress, and what its owner can do with it.
import { events, getFile, getJson, post } from "./api.js";
import { button, duration, element, number, save, time } from "./elements.js";

const ENDED = ["completed", "completed-with-errors", "cancelled", "failed"];
/** Counts that are not outcomes of records. */
const APART = ["read", "warnings"];
const ACTIONS = { pause: ["running"], resume: ["paused"], cancel: ["open", "running", "paused"] };

export const hasEnded = (job) => ENDED.includes(job.state);

const canUndo = (job) =>
  hasEnded(job) &&
  job.source?.type !== "undo" &&
  !job.options?.dryRun &&
  job.counts.created + job.counts.updated > 0 &&
  !job.counts.deleted;

/** A button that has to be pressed twice. */
function confirmed(name, action) {
  const first = button(name, () => first.replaceWith(button(`Confirm: ${name.toLowerCase()}`, action)));
  return first;
}

function facts(job, done) {
  const counted = Object.entries(job.counts).filter(([name, count]) => name !== "read" && count > 0);
  return [
    ["State", job.state + (job.problem ? `: ${job.problem.detail ?? job.problem.code}` : "")],
    ["Records", `${number(done)} of ${job.total === null ? "an unknown number" : number(job.total)}`],
    ["Rate", `${number(Math.round(job.recordsPerSecond?.overall ?? 0))} records/s`],
    ["Remaining", job.state === "running" ? duration(job.etaSeconds) : null],
    ["Outcomes", counted.map(([name, count]) => `${name} ${number(count)}`).join(", ") || "none yet"],
    ["Not imported", job.notImported?.length ? job.notImported.join(", ") : null],
    ["Owner", typeof job.owner === "object" ? job.owner?.username : job.owner],
    ["Started", time(job.startedAt)],
    ["Finished", time(job.finishedAt)],
  ].filter(([, text]) => text);
}

function actions(path, job, fail, undo) {
  const act = (name) => post(`${path}/${name}`).then(() => {}, fail);
  const buttons = Object.entries(ACTIONS)
    .filter(([, states]) => states.includes(job.state))
    .map(([name]) => button(name[0].toUpperCase() + name.slice(1), () => act(name)));
  const counts = job.counts;
  if (hasEnded(job) && counts.rejected + counts.failed + counts.unprocessed > 0) {
    buttons.push(button("Retry file", () => getFile(`${path}/retry-file`).then(({ blob, name }) => save(blob, name ?? "retry"), fail)));
  }
  if (canUndo(job)) {
    buttons.push(confirmed("Undo", () => undo().catch(fail)));
  }
  return buttons;
}

/** What a job looks like; an update keeps its buttons, and with them the focus of the keyboard, until the state changes. */
function drawing(view, path, fail, undo) {
  const progress = element("progress", { "aria-label": "Progress" });
  const list = element("dl");
  const bar = element("div", { className: "actions" });
  let state = null;
  view.replaceChildren(progress, list, bar);
  return (job) => {
    const done = Object.entries(job.counts).reduce((sum, [name, count]) => (APART.includes(name) ? sum : sum + count), 0);
    progress.max = job.total || 1;
    progress.value = done;
    list.replaceChildren(...facts(job, done).flatMap(([name, text]) => [element("dt", {}, name), element("dd", {}, text)]));
    if (job.state !== state) {
      state = job.state;
      bar.replaceChildren(...actions(path, job, fail, undo));
    }
  };
}

/** Follows a job until it has ended; returns its last document, or null if the user left. */
export async function showJob(panel, path, signal) {
  const view = element("section", { "aria-label": "Job" });
  const message = element("div", { role: "alert" });
  const fail = (error) => message.replaceChildren(element("p", { className: "error" }, error.message));
  panel.append(view, message);
  async function undo() {
    const made = await (await post(`${path}/undo`)).json();
    view.querySelector(".actions").replaceChildren();
    panel.append(element("h2", {}, `Undo job ${made.id}`));
    const ended = await showJob(panel, path.replace(/[^/]+$/, made.id), signal);
    if (ended) {
      panel.append(element("p", { role: "status" }, `The undo has ended: ${ended.state}.`));
    }
  }
  const draw = drawing(view, path, fail, undo);
  let job = await getJson(path);
  draw(job);
  while (!hasEnded(job) && !signal.aborted) {
    try {
      for await (const next of events(path + "/events", signal)) {
        job = next;
        message.replaceChildren();
        draw(job);
      }
      job = await getJson(path);
      draw(job);
    } catch (error) {
      if (signal.aborted) {
        return null;
      }
      fail(error);
    }
    if (!hasEnded(job)) {
      // The stream broke or was ended, for example because the node stopped: another one answers.
      await new Promise((resolve) => setTimeout(resolve, 1000));
    }
  }
  return signal.aborted ? null : job;
}
