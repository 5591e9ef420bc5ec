// Adds "Bulk import" to the navigation of Keycloak's admin console. A page in a frame, such as the silent login's, is left alone.
import { MillracePage } from "./page.js";

function navigationItem(page) {
  const list = document.createElement("ul");
  list.className = "pf-v5-c-nav__list";
  list.id = "millrace-navigation";
  const item = document.createElement("li");
  item.className = "pf-v5-c-nav__item";
  const button = document.createElement("button");
  button.type = "button";
  button.className = "pf-v5-c-nav__link";
  button.textContent = "Bulk import";
  button.addEventListener("click", () => page.open());
  item.append(button);
  list.append(item);
  return list;
}

function start() {
  customElements.define("millrace-page", MillracePage);
  const page = document.createElement("millrace-page");
  document.body.append(page);
  const item = navigationItem(page);
  // The console renders its navigation again when the realm changes.
  const attach = () => {
    const navigation = document.querySelector("#page-sidebar nav, nav.pf-v5-c-nav");
    if (navigation && !navigation.contains(item)) {
      navigation.append(item);
    }
  };
  new MutationObserver(attach).observe(document.body, { childList: true, subtree: true });
  attach();
}

if (window.top === window) {
  start();
}
