// Small helpers to build the page. Texts of records reach the page as text only, never as markup.

export function element(name, properties = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (key.startsWith("on")) {
      made.addEventListener(key.slice(2), value);
    } else if (key.includes("-") || key === "role" || key === "for" || key === "scope") {
      made.setAttribute(key, value);
    } else {
      made[key] = value;
    }
  }
  made.append(...children.filter((child) => child !== null && child !== undefined));
  return made;
}

export function button(text, action, primary = false) {
  return element("button", { type: "button", className: primary ? "primary" : "", onclick: action }, text);
}

export function table(caption, headings, rows) {
  return element(
    "div",
    { className: "scroll" },
    element(
      "table",
      {},
      element("caption", {}, caption),
      element("thead", {}, element("tr", {}, ...headings.map((heading) => element("th", { scope: "col" }, heading)))),
      element("tbody", {}, ...rows.map((cells) => element("tr", {}, ...cells.map((cell) => element("td", {}, cell ?? ""))))),
    ),
  );
}

export const number = (value) => (value ?? 0).toLocaleString();

export function duration(seconds) {
  if (seconds === null || seconds === undefined) {
    return "unknown";
  }
  const whole = Math.max(0, Math.round(seconds));
  const parts = [
    [Math.floor(whole / 3600), "h"],
    [Math.floor((whole % 3600) / 60), "min"],
    [whole % 60, "s"],
  ].filter(([amount], index) => amount > 0 || (index === 2 && whole < 60));
  return parts.map(([amount, unit]) => `${amount} ${unit}`).join(" ");
}

export function time(text) {
  return text ? new Date(text).toLocaleString([], { dateStyle: "medium", timeStyle: "medium" }) : "";
}

export function save(blob, name) {
  const url = URL.createObjectURL(blob);
  element("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
