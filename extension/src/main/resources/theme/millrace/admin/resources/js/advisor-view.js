// The advisor's report: what limits the server now, the change and its revert, the effect of earlier changes, and plans.
import { getJson } from "./api.js";
import { button, element, heading, number, problem, table, time } from "./elements.js";

const ADVISOR = "/realms/master/advisor";
const TARGETS = { conf: "keycloak.conf", env: "Environment", cr: "Keycloak custom resource", sql: "PostgreSQL" };
const PROFILES = { production: "Findings of this report", migration: "Bulk load for 24 hours" };

/** Where there is no clipboard, or the browser refuses it, the text is selected. */
async function copy(text, shown) {
  try {
    await navigator.clipboard.writeText(text);
    return "Copied.";
  } catch {
    getSelection().selectAllChildren(shown);
    return document.execCommand("copy") ? "Copied." : "The text is selected. Copy it with the keyboard.";
  }
}

function copyable(title, text) {
  const shown = element("pre", { tabIndex: 0, "aria-label": title }, text);
  const result = element("span", { role: "status", className: "quiet" });
  const act = async () => (result.textContent = await copy(text, shown));
  return element("section", {}, element("h3", {}, title), shown, element("div", { className: "actions" }, button("Copy", act), result));
}

const list = (title, texts) =>
  texts?.length ? element("section", {}, element("h3", {}, title), element("ul", {}, ...texts.map((text) => element("li", {}, text)))) : null;

const step = (each) => `${each.name ?? each.text ?? ""}: ${each.from ?? "not set"} → ${each.to ?? "not set"}`;
const steps = (change) => (change ?? []).map(step).join("\n");

/** "10.7 %", "1 node", "2 nodes", "1 entry per core": units are in the plural. */
function quantity(value, unit = "") {
  if (typeof value !== "number") {
    return `${value} ${unit}`;
  }
  if (unit === "ratio") {
    return `${number(100 * value)} %`;
  }
  const [noun, ...rest] = unit.split(" per ");
  const singular = /series$|^m?s$/.test(noun) ? noun : noun.replace(/ies$/, "y").replace(/(ss|ch)es$/, "$1").replace(/([^s])s$/, "$1");
  return `${number(value)} ${value === 1 ? [singular, ...rest].join(" per ") : unit}`;
}

function observation({ signal, value, unit, threshold }) {
  const compared = threshold === undefined || threshold === null ? "" : `, threshold ${quantity(threshold, unit)}`;
  return `${signal} ${quantity(value, unit)}${compared}`;
}

function findingRow(finding) {
  return [
    `${finding.severity}${finding.principal ? " (principal)" : ""}`,
    element(
      "div",
      {},
      element("strong", {}, finding.title),
      element("div", { className: "quiet" }, finding.rule),
      element("div", {}, finding.why),
      element("ul", { className: "quiet", "aria-label": "Evidence" }, ...finding.observed.map((each) => element("li", {}, observation(each)))),
    ),
    steps(finding.change?.apply),
    steps(finding.change?.revert),
    time(finding.since),
  ];
}

function nameOf(change) {
  if (change.kind === "mark") {
    return change.label;
  }
  const values = change.from || change.to ? `: ${change.from ?? "not set"} → ${change.to ?? "not set"}` : "";
  return `${change.kind} ${change.name ?? ""}${values}`;
}

function effectOf(change) {
  const together = change.together > 1 ? [`${change.together} changes within a minute, measured together`] : [];
  const significant = change.effects
    .filter((effect) => effect.significant)
    .map((effect) => `${effect.requests} ${effect.measure}: ${number(effect.before)} → ${number(effect.after)}`);
  const measured = change.effects.length === 0 ? ["too few measurements before or after"] : significant.length > 0 ? significant : ["no significant difference"];
  return [...measured, ...together].join("\n");
}

function changeRow(change) {
  const advice = change.advice ? `${change.advice.rule}: ${change.advice.summary}` : "";
  return [time(change.at), nameOf(change), effectOf(change), advice, steps(change.advice?.revert)];
}

async function changesSection() {
  const { changes } = await getJson(`${ADVISOR}/changes`);
  return changes.length === 0
    ? element("p", {}, "No change of a setting or version, no restart and no mark was seen.")
    : table("Changes, the latest first", ["Time", "Change", "Effect", "Finding", "Revert"], changes.map(changeRow));
}

/** Buttons for each target, and the plan that was chosen last. */
function planSection(fail) {
  const plan = element("div", { "aria-live": "polite" });
  const profile = element("select", { name: "profile" }, ...Object.entries(PROFILES).map(([value, name]) => element("option", { value }, name)));
  let turns = 0;
  async function show(target) {
    const turn = ++turns;
    const made = await getJson(`${ADVISOR}/plan?profile=${profile.value}&target=${target}`);
    if (turn !== turns) {
      return; // another target was chosen meanwhile
    }
    const parts = [
      made.restart ? element("p", {}, "A restart is needed.") : null,
      copyable(`Apply: ${TARGETS[target]}`, made.apply.text),
      copyable(`Revert: ${TARGETS[target]}`, made.revert.text),
      list("Not in this target", made.elsewhere.map(step)),
      list("Reasons", made.reasons),
      list("Notes", made.notes),
    ];
    plan.replaceChildren(...parts.filter((part) => part !== null));
  }
  const targets = Object.entries(TARGETS).map(([target, name]) => button(name, () => show(target).catch(fail)));
  return [heading("Plan"), element("label", { className: "purpose" }, "Purpose", profile), element("div", { className: "actions" }, ...targets), plan];
}

export async function advisorView(panel, realm, signal) {
  const message = element("div", { role: "alert" });
  const fail = (error) => message.replaceChildren(problem(error));
  panel.append(message);
  let report;
  try {
    report = await getJson(`${ADVISOR}/report`, signal);
  } catch (error) {
    if (!signal.aborted) {
      fail(error);
    }
    return;
  }
  const changes = element("div");
  panel.append(
    element("p", {}, element("strong", {}, report.summary)),
    ...(report.doNow ? [element("p", {}, report.doNow)] : []),
    report.findings.length === 0
      ? element("p", {}, `Node ${report.node} has no findings.`)
      : table(`Findings of node ${report.node}`, ["Severity", "Finding", "Change", "Revert", "Since"], report.findings.map(findingRow)),
    ...planSection(fail),
    heading("Changes and their effect"),
    changes,
  );
  await changesSection().then((section) => changes.replaceChildren(section), fail);
}
