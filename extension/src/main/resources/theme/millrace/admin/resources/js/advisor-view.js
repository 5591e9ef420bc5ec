// The advisor's report: what limits the server now, the change, and its revert.
import { getJson, getText } from "./api.js";
import { button, element, table, time } from "./elements.js";

const TARGETS = { conf: "keycloak.conf", env: "Environment", cr: "Keycloak custom resource", sql: "PostgreSQL" };

function copyable(title, text) {
  return element(
    "section",
    {},
    element("h2", {}, title),
    element("pre", {}, text),
    button("Copy", () => navigator.clipboard.writeText(text)),
  );
}

const steps = (change) =>
  (change ?? [])
    .map((step) => `${step.name ?? step.text ?? ""}: ${step.from ?? "not set"} → ${step.to ?? "not set"}`)
    .join("\n");

function findingRow(finding) {
  return [
    `${finding.severity}${finding.principal ? " (principal)" : ""}`,
    element("div", {}, element("strong", {}, finding.title), element("div", { className: "quiet" }, finding.rule), element("div", {}, finding.why)),
    steps(finding.change?.apply),
    time(finding.since),
  ];
}

export async function advisorView(panel, realm, signal) {
  const plan = element("div");
  const fail = (error) => panel.append(element("p", { className: "error", role: "alert" }, error.message));
  let report;
  try {
    report = await getJson("/realms/master/advisor/report");
  } catch (error) {
    fail(error);
    return;
  }
  if (signal.aborted) {
    return;
  }
  const principal = report.findings.find((finding) => finding.principal);
  const showPlan = (target) =>
    getText(`/realms/master/advisor/plan?profile=production&target=${target}`, "text/plain, */*;q=0.5").then(
      (text) => plan.replaceChildren(copyable(`Plan for ${TARGETS[target]}`, text)),
      fail,
    );
  panel.append(
    element("p", {}, principal ? `${principal.title}, since ${time(principal.since)}.` : "Nothing limits the server at the moment."),
    table(`Findings of node ${report.node}`, ["Severity", "Finding", "Change", "Since"], report.findings.map(findingRow)),
    element("h2", {}, "Plan"),
    element("div", { className: "actions" }, ...Object.entries(TARGETS).map(([target, name]) => button(name, () => showPlan(target)))),
    plan,
  );
}
