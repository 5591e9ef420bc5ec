// Elements of the page. Texts of records reach the page as text only, never as markup.

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
  const act = (event) => made.getAttribute("aria-disabled") !== "true" && action(event);
  const made = element("button", { type: "button", className: primary ? "primary" : "", onclick: act }, text);
  return made;
}

/** Switches a button off or on; unlike a disabled one it keeps the focus of the keyboard. */
export function setBusy(made, busy) {
  made.setAttribute("aria-disabled", String(busy));
}

/** A button that has to be pressed twice; it forgets the first press when the focus leaves it. */
export function confirmed(name, action) {
  let asked = false;
  const ask = (now) => {
    asked = now;
    made.textContent = now ? `Confirm: ${name.toLowerCase()}` : name;
  };
  const press = (event) => {
    if (!asked) {
      ask(true);
    } else if (event.detail < 2) {
      // The second click of a double click is no confirmation.
      ask(false);
      action();
    }
  };
  const made = button(name, press);
  made.setAttribute("aria-live", "polite");
  made.addEventListener("blur", () => ask(false));
  made.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && asked) {
      event.preventDefault();
      event.stopPropagation();
      ask(false);
    }
  });
  return made;
}

/** A heading that can take the focus when what it names appears. */
export function heading(text) {
  return element("h2", { tabIndex: -1 }, text);
}

export function problem(error) {
  return element("p", { className: "error" }, error.message);
}

/** On a narrow screen each row becomes a block, and each cell has the heading of its column before it. */
export function table(caption, headings, rows) {
  const cells = (row) => row.map((cell, column) => element("td", { "data-label": headings[column] }, cell ?? ""));
  return element(
    "div",
    { className: "scroll" },
    element(
      "table",
      {},
      element("caption", {}, caption),
      element("thead", {}, element("tr", {}, ...headings.map((each) => element("th", { scope: "col" }, each)))),
      element("tbody", {}, ...rows.map((row) => element("tr", {}, ...cells(row)))),
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
