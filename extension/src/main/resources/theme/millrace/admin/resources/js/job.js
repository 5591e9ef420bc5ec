// One job: its progress, and what its owner can do with it.
import { events, getBlob, getJson, post } from "./api.js";
import { button, duration, element, number, save, time } from "./elements.js";

const ENDED = ["completed", "completed-with-errors", "cancelled", "failed"];
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

function draw(view, path, job, fail, undo) {
  const done = Object.entries(job.counts).reduce((sum, [name, count]) => (name === "read" ? sum : sum + count), 0);
  const facts = [
    ["State", job.state + (job.problem ? `: ${job.problem.detail ?? job.problem.code}` : "")],
    ["Records", `${number(done)} of ${job.total === null ? "an unknown number" : number(job.total)}`],
    ["Rate", `${number(Math.round(job.recordsPerSecond?.overall ?? 0))} records/s`],
    ["Remaining", job.state === "running" ? duration(job.etaSeconds) : null],
    ["Outcomes", Object.entries(job.counts).filter(([name, count]) => name !== "read" && count > 0).map(([name, count]) => `${name} ${number(count)}`).join(", ") || "none yet"],
    ["Not imported", job.notImported?.length ? JSON.stringify(job.notImported) : null],
    ["Owner", typeof job.owner === "object" ? job.owner?.username : job.owner],
    ["Started", time(job.startedAt)],
    ["Finished", time(job.finishedAt)],
  ];
  const act = (name) => post(`${path}/${name}`).then(() => {}, fail);
  const actions = Object.entries(ACTIONS)
    .filter(([, states]) => states.includes(job.state))
    .map(([name]) => button(name[0].toUpperCase() + name.slice(1), () => act(name)));
  const counts = job.counts;
  if (hasEnded(job) && counts.rejected + counts.failed + counts.unprocessed > 0) {
    actions.push(button("Retry file", () => getBlob(`${path}/retry-file`, "*/*").then((blob) => save(blob, "retry"), fail)));
  }
  if (canUndo(job)) {
    actions.push(confirmed("Undo", () => undo().catch(fail)));
  }
  view.replaceChildren(
    element("progress", { max: job.total || 1, value: done, "aria-label": "Progress" }),
    element("dl", {}, ...facts.filter(([, text]) => text).flatMap(([name, text]) => [element("dt", {}, name), element("dd", {}, text)])),
    element("div", { className: "actions" }, ...actions),
  );
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
  let job = await getJson(path);
  draw(view, path, job, fail, undo);
  while (!hasEnded(job) && !signal.aborted) {
    try {
      for await (const next of events(path + "/events", signal)) {
        job = next;
        message.replaceChildren();
        draw(view, path, job, fail, undo);
      }
      job = await getJson(path);
      draw(view, path, job, fail, undo);
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
