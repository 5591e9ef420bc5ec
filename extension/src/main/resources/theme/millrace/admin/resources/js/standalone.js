// The page at an address of its own: for an administrator who is logged in to the admin console of the same host.
import { consoleUrl, currentRealm, getJson, isMasterRealm, signIn } from "./api.js";
import { element } from "./elements.js";
import { MillracePage } from "./page.js";

function message(text, ...children) {
  const shown = element("main", { className: "millrace-message", role: "status" }, element("p", {}, text), ...children);
  document.body.append(shown);
  return shown;
}

/** The realms that an administrator of the master realm may choose. */
async function realms(page) {
  const names = (await getJson("/realms?briefRepresentation=true")).map((each) => each.realm).sort();
  const options = names.map((name) => element("option", { value: name, selected: name === currentRealm() }, name));
  const choose = (event) => {
    location.hash = `#/${encodeURIComponent(event.target.value)}`;
    page.open();
  };
  const chooser = element("select", { "aria-label": "Realm", onchange: choose }, ...options);
  window.addEventListener("hashchange", () => {
    if (chooser.value !== currentRealm()) {
      chooser.value = currentRealm();
      page.open();
    }
  });
  return chooser;
}

async function start() {
  customElements.define("millrace-page", MillracePage);
  const waiting = message("Looking for a session of the admin console …");
  try {
    await signIn();
  } catch (error) {
    waiting.remove();
    const link = element("a", { href: consoleUrl() }, "Log in to the admin console");
    message(error.message, element("p", {}, link, ", then reload this page."));
    return;
  }
  waiting.remove();
  const page = element("millrace-page", {});
  page.standalone = true;
  document.body.append(page);
  if (isMasterRealm()) {
    page.chooser = await realms(page).catch((error) => element("span", { className: "quiet" }, `The realms cannot be listed: ${error.message}`));
  }
  page.open();
}

start();
