// A file, a dry run of it, and the import as a job.
import { getJson } from "./api.js";
import { button, element, number, problem, setBusy, table } from "./elements.js";
import { showJob } from "./job.js";
import { showProblems } from "./problems.js";
import { recognise } from "./source.js";
import { upload } from "./upload.js";

const options = (names, chosen) => names.map((name) => element("option", { value: name, selected: name === chosen }, name));

function field(label, select) {
  return element("label", {}, label, select);
}

/** Chooses a value if the server offers it. */
function select(control, value, otherwise) {
  control.value = [...control.options].some((each) => each.value === value) ? value : otherwise;
}

/** What of the file is not imported: fields that Keycloak has no place for, and sections of an export. */
function dropped(part) {
  const fields = (part.fields ?? []).filter((field) => field.to === null).map((field) => [field.field, number(field.records)]);
  const values = (part.fields ?? []).filter((field) => field.firstOnly > 0).map((field) => [`${field.field}: all values but one`, number(field.firstOnly)]);
  const some = (part.fields ?? []).filter((field) => field.dropped > 0).map((field) => [`${field.field}: in some records`, number(field.dropped)]);
  const sections = (part.notImported ?? []).map((section) => [section, ""]);
  const rows = [...fields, ...some, ...values, ...sections];
  return rows.length === 0 ? [] : [table("Not imported", ["Field or section", "Records"], rows)];
}

export async function importView(panel, realm, signal) {
  const base = `/realms/${encodeURIComponent(realm)}/bulk-import`;
  const message = element("div", { role: "status", "aria-live": "polite" });
  const fail = (error) => message.replaceChildren(problem(error));
  let overview;
  try {
    overview = await getJson(base, signal);
    if (!overview.jobs.available) {
      throw new Error(`This page imports files as jobs, which this server does not offer: ${overview.jobs.reason}`);
    }
  } catch (error) {
    if (!signal.aborted) {
      panel.append(message);
      fail(error);
    }
    return;
  }
  if (signal.aborted) {
    return;
  }

  let file = null;
  let what = null;
  let choices = 0;
  /** The options of the last dry run of this file, or null. */
  let tried = null;
  /** Ends the upload, or following the job, of the file that is shown. */
  let leave = new AbortController();
  signal.addEventListener("abort", () => leave.abort());
  const chosen = element("p", { className: "quiet" }, "Users as CSV, NDJSON or JSON, a Keycloak export, or another system's export.");
  const picker = element("input", { type: "file", "aria-label": "File", onchange: () => choose(picker.files[0]).catch(fail) });
  const drop = element("div", { className: "drop" }, element("p", {}, "Drop a file here, or choose one."), picker, chosen);
  const entity = element("select", { name: "entity" });
  const source = element("select", { name: "source" }, ...options(overview.sources, "keycloak"));
  const conflict = element("select", { name: "onConflict" }, ...options(["fail", "skip", "merge", "replace"], "fail"));
  const validation = element("select", { name: "validation" }, ...options(["strict", "lenient", "off"], "strict"));
  entity.append(...options(overview.entities.map((each) => each.name), "users"));
  const form = element(
    "form",
    { onsubmit: (event) => event.preventDefault(), onchange: compare },
    field("Records", entity),
    field("Exported by", source),
    field("If a record exists already", conflict),
    field("Validation", validation),
  );
  const dryRun = button("Dry run", () => run(true), true);
  const start = button("Start import", () => run(false));
  const result = element("div");

  const request = (dry) => ({
    entity: entity.value,
    options: { onConflict: conflict.value, validation: validation.value, source: source.value, dryRun: dry },
    source: { type: "upload" },
  });

  function compare() {
    if (tried !== null) {
      const same = tried === JSON.stringify(request(true));
      message.textContent = same ? "" : "The options differ from those of the dry run. Its result does not apply to them: run it again before the import.";
    }
  }

  async function choose(picked) {
    if (!picked) {
      return;
    }
    leave.abort();
    file = tried = null;
    dryRun.disabled = start.disabled = true;
    result.replaceChildren();
    message.replaceChildren();
    chosen.textContent = picked.name;
    const turn = ++choices;
    const found = await recognise(picked);
    if (turn !== choices) {
      return; // another file was chosen meanwhile
    }
    what = found;
    file = picked;
    select(entity, what.entity, "users");
    select(source, what.source, "keycloak");
    chosen.textContent = `${picked.name}: ${number(picked.size)} bytes, ${what.mediaType}${what.gzip ? ", gzip" : ""}`;
    dryRun.disabled = start.disabled = false;
  }

  async function run(dry) {
    leave = new AbortController();
    const own = leave.signal;
    setBusy(dryRun, true);
    setBusy(start, true);
    try {
      const wanted = request(dry);
      result.replaceChildren();
      const progress = (text) => (message.textContent = `${text} Leaving this view or choosing another file stops the upload.`);
      const { job, part } = await upload(`${base}/jobs`, wanted, file, what, own, progress);
      tried = dry ? JSON.stringify(wanted) : null;
      message.textContent = dry ? "Dry run: nothing is written." : "The import runs as a job. It continues when this page is closed.";
      result.replaceChildren(...dropped(part));
      const finished = await showJob(result, job, own);
      if (finished && !own.aborted) {
        await showProblems(result, job, finished);
      }
      if (finished && !own.aborted) {
        message.textContent = finished.state === "failed" ? "" : dry ? "The dry run has ended; nothing was written." : "The import has ended.";
      }
    } catch (error) {
      if (!own.aborted || error.isLeftOpen) {
        fail(error);
      }
    } finally {
      if (leave.signal === own) {
        setBusy(dryRun, false);
        setBusy(start, false);
      }
    }
  }

  for (const kind of ["dragover", "dragleave", "drop"]) {
    drop.addEventListener(kind, (event) => {
      event.preventDefault();
      drop.classList.toggle("over", kind === "dragover");
    });
  }
  drop.addEventListener("drop", (event) => choose(event.dataTransfer.files[0]).catch(fail));
  dryRun.disabled = start.disabled = true;
  panel.append(drop, form, element("div", { className: "actions" }, dryRun, start), message, result);
}
