// A file, a dry run of it, and the import as a job.
import { getJson, post, put } from "./api.js";
import { button, element, number, table } from "./elements.js";
import { showJob } from "./job.js";
import { showProblems } from "./problems.js";

const MEDIA_TYPES = { csv: "text/csv", json: "application/json", ndjson: "application/x-ndjson", jsonl: "application/x-ndjson", ldif: "text/ldif" };

/** What a file seems to be by its name and its first bytes. */
export async function recognise(file) {
  const start = (await file.slice(0, 4096).text()).trimStart();
  const extension = file.name.toLowerCase().split(".").pop();
  const mediaType =
    MEDIA_TYPES[extension] ??
    (start.startsWith("[") ? MEDIA_TYPES.json : start.startsWith("{") ? MEDIA_TYPES.ndjson : /^(version|dn):/.test(start) ? MEDIA_TYPES.ldif : MEDIA_TYPES.csv);
  const mixed = (mediaType === MEDIA_TYPES.json && start.startsWith("{")) || (mediaType === MEDIA_TYPES.ndjson && /^\{[^\n]*"type"\s*:/.test(start));
  return { mediaType, entity: mixed ? "records" : "users", source: mediaType === MEDIA_TYPES.ldif ? "ldif" : "keycloak" };
}

async function compressed(file) {
  return new Response(file.stream().pipeThrough(new CompressionStream("gzip"))).blob();
}

const options = (names, chosen) => names.map((name) => element("option", { value: name, selected: name === chosen }, name));

function field(label, select) {
  return element("label", {}, label, select);
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
  const fail = (error) => message.replaceChildren(element("p", { className: "error" }, error.message));
  let overview;
  try {
    overview = await getJson(base);
  } catch (error) {
    panel.append(message);
    fail(error);
    return;
  }
  if (signal.aborted) {
    return;
  }

  let file = null;
  const chosen = element("p", { className: "quiet" }, "Users as CSV, NDJSON or JSON, a Keycloak export, or another system's export.");
  const picker = element("input", { type: "file", "aria-label": "File", onchange: () => choose(picker.files[0]) });
  const drop = element("div", { className: "drop" }, element("p", {}, "Drop a file here, or choose one."), picker, chosen);
  const entity = element("select", { name: "entity" });
  const source = element("select", { name: "source" }, ...options(overview.sources, "keycloak"));
  const conflict = element("select", { name: "onConflict" }, ...options(["fail", "skip", "merge", "replace"], "fail"));
  const validation = element("select", { name: "validation" }, ...options(["strict", "lenient", "off"], "strict"));
  entity.append(...options(overview.entities.map((each) => each.name), "users"));
  const form = element(
    "form",
    { onsubmit: (event) => event.preventDefault() },
    field("Records", entity),
    field("Exported by", source),
    field("If a record exists already", conflict),
    field("Validation", validation),
  );
  const dryRun = button("Dry run", () => run(true), true);
  const start = button("Start import", () => run(false));
  const result = element("div");
  let mediaType = null;

  async function choose(picked) {
    if (!picked) {
      return;
    }
    file = picked;
    const recognised = await recognise(picked);
    mediaType = recognised.mediaType;
    entity.value = recognised.entity;
    source.value = recognised.source;
    chosen.textContent = `${picked.name}: ${number(picked.size)} bytes, ${mediaType}`;
    dryRun.disabled = start.disabled = false;
    result.replaceChildren();
    message.replaceChildren();
  }

  async function run(dry) {
    dryRun.disabled = start.disabled = true;
    try {
      const settings = { onConflict: conflict.value, validation: validation.value, source: source.value, dryRun: dry };
      message.textContent = "Compressing and sending the file …";
      const created = await post(`${base}/jobs`, { entity: entity.value, options: settings, source: { type: "upload" } });
      const job = `${base}/jobs/${created.headers.get("Location").split("/").pop()}`;
      const part = await (await put(`${job}/parts/1`, { "Content-Type": mediaType, "Content-Encoding": "gzip" }, await compressed(file))).json();
      await post(`${job}/start`);
      message.textContent = dry ? "Dry run: nothing is written." : "The import runs as a job. It continues when this page is closed.";
      result.replaceChildren(...dropped(part));
      const finished = await showJob(result, job, signal);
      if (finished) {
        await showProblems(result, job, finished);
        message.textContent = finished.state === "failed" ? "" : dry ? "The dry run has ended; nothing was written." : "The import has ended.";
      }
    } catch (error) {
      if (!signal.aborted) {
        fail(error);
      }
    } finally {
      dryRun.disabled = start.disabled = false;
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
