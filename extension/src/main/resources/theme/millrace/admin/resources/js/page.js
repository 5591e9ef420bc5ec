// The page: a dialog over the admin console with a tab for imports, one for jobs and, for administrators of the server, the advisor.
import { currentRealm, getJson } from "./api.js";
import { advisorView } from "./advisor-view.js";
import { element } from "./elements.js";
import { importView } from "./import-view.js";
import { FINAL } from "./job.js";
import { jobsView } from "./jobs-view.js";
import { consoleStyle, style } from "./style.js";

const VIEWS = [
  { id: "import", title: "Import", view: importView },
  { id: "jobs", title: "Jobs", view: jobsView },
  { id: "advisor", title: "Advisor", view: advisorView, available: () => getJson("/realms/master/advisor") },
];

export class MillracePage extends HTMLElement {
  /** Whether this is the whole page and not a dialog over the console; set before the element is attached. */
  standalone = false;
  #dialog;
  #panel;
  #tabs = [];
  #leave = new AbortController();
  /** The realm that the page was opened for; the address may change under the dialog. */
  #realm;

  connectedCallback() {
    const root = this.attachShadow({ mode: "open" });
    root.adoptedStyleSheets = [style];
    if (!this.standalone) {
      document.adoptedStyleSheets.push(consoleStyle);
    }
    const tabs = element("div", { role: "tablist", "aria-label": "Views" });
    for (const [index, view] of VIEWS.entries()) {
      const tab = element("button", { type: "button", role: "tab", id: `tab-${view.id}`, "aria-controls": "panel", onclick: () => this.#show(index) }, view.title);
      tab.hidden = Boolean(view.available);
      tab.autofocus = index === 0;
      this.#tabs.push(tab);
      tabs.append(tab);
    }
    tabs.addEventListener("keydown", (event) => this.#move(event));
    this.#panel = element("div", { role: "tabpanel", id: "panel", tabIndex: 0 });
    this.#dialog = element(
      "dialog",
      { "aria-label": "Bulk import", onclose: () => this.#leave.abort() },
      element(
        "header",
        {},
        element("h1", {}, "Bulk import"),
        element("span", { id: "realm" }),
        this.standalone
          ? null
          : element("button", { type: "button", id: "close", "aria-label": "Close", onclick: () => this.#dialog.close() }, "×"),
      ),
      tabs,
      this.#panel,
    );
    root.append(this.#dialog);
  }

  /** A control to choose another realm. */
  set chooser(control) {
    this.shadowRoot.getElementById("realm").after(control);
  }

  open() {
    this.#realm = currentRealm();
    this.shadowRoot.getElementById("realm").textContent = `Realm ${this.#realm}`;
    if (!this.standalone) {
      this.#dialog.showModal();
    } else if (!this.#dialog.open) {
      this.#dialog.show();
    }
    this.#show(0);
    for (const [index, view] of VIEWS.entries()) {
      if (view.available) {
        // Of another failure the view tells the reason.
        view.available().then(
          () => (this.#tabs[index].hidden = false),
          (error) => (this.#tabs[index].hidden = FINAL.includes(error.status)),
        );
      }
    }
  }

  #show(index) {
    this.#leave.abort();
    this.#leave = new AbortController();
    for (const [other, tab] of this.#tabs.entries()) {
      tab.setAttribute("aria-selected", String(other === index));
      tab.tabIndex = other === index ? 0 : -1;
    }
    this.#panel.setAttribute("aria-labelledby", this.#tabs[index].id);
    this.#panel.replaceChildren();
    VIEWS[index].view(this.#panel, this.#realm, this.#leave.signal);
  }

  #move(event) {
    const visible = this.#tabs.filter((tab) => !tab.hidden);
    const at = visible.indexOf(this.shadowRoot.activeElement);
    const next = { ArrowRight: at + 1, ArrowLeft: at - 1 + visible.length, Home: 0, End: visible.length - 1 }[event.key];
    if (next !== undefined) {
      event.preventDefault();
      const tab = visible[next % visible.length];
      tab.focus();
      tab.click();
    }
  }
}
