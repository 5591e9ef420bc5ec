/** In the console, scroll bars and form controls follow its theme and not the preference of the browser, which the theme may override. */
export const consoleStyle = new CSSStyleSheet();
consoleStyle.replaceSync(`
  millrace-page { color-scheme: light; }
  html.pf-v5-theme-dark millrace-page { color-scheme: dark; }
`);

// Colours follow the console's PatternFly theme, light or dark; the values behind them are for a page without it.
export const style = new CSSStyleSheet();
style.replaceSync(`
  :host {
    --own-text: #151515; --own-quiet: #6a6e73; --own-surface: #fff; --own-border: #d2d2d2; --own-accent: #06c;
    --text: var(--pf-v5-global--Color--100, var(--own-text));
    --quiet: var(--pf-v5-global--Color--200, var(--own-quiet));
    --surface: var(--pf-v5-global--BackgroundColor--100, var(--own-surface));
    --border: var(--pf-v5-global--BorderColor--100, var(--own-border));
    --accent: var(--pf-v5-global--primary-color--100, var(--own-accent));
    font-family: var(--pf-v5-global--FontFamily--text, system-ui, sans-serif);
  }
  @media (prefers-color-scheme: dark) {
    :host { --own-text: #e0e0e0; --own-quiet: #aaabac; --own-surface: #1b1d21; --own-border: #444548; --own-accent: #92c5f9; }
  }
  dialog { box-sizing: border-box; width: min(72rem, 100vw); max-width: 100vw; height: 100vh; max-height: 100vh; margin: 0 auto; padding: 1rem 1.5rem;
    border: 0; color: var(--text); background: var(--surface); overflow: auto; }
  dialog::backdrop { background: rgb(3 3 3 / 62%); }
  header { position: relative; padding-right: 2.5rem; display: flex; flex-wrap: wrap; align-items: baseline; gap: .5rem 1rem; }
  h1 { font-size: 1.5rem; margin: 0; }
  h2 { font-size: 1.125rem; margin: 1.25rem 0 .5rem; }
  h3 { font-size: 1rem; margin: 1rem 0 .5rem; }
  #realm, .quiet { color: var(--quiet); }
  #close { position: absolute; top: 0; right: 0; font-size: 1.5rem; border: 0; padding: 0 .5rem; }
  [role=tablist] { display: flex; gap: .25rem; margin: 1rem 0; border-bottom: 1px solid var(--border); }
  [role=tab] { border: 0; border-bottom: 3px solid transparent; border-radius: 0; }
  [role=tab][aria-selected=true] { border-bottom-color: var(--accent); font-weight: 600; }
  button, select, input { font: inherit; color: inherit; background: var(--surface); border: 1px solid var(--border); border-radius: 3px; padding: .375rem .75rem; }
  button { cursor: pointer; }
  button:disabled, button[aria-disabled=true] { cursor: default; opacity: .6; }
  button.primary { color: var(--surface); background: var(--accent); border-color: var(--accent); }
  :focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
  .drop { border: 2px dashed var(--border); border-radius: 6px; padding: 1.5rem; text-align: center; }
  .drop.over { border-color: var(--accent); }
  form { display: grid; grid-template-columns: repeat(auto-fit, minmax(12rem, 1fr)); gap: .75rem; margin: 1rem 0; }
  label { display: grid; gap: .25rem; min-width: 0; }
  .purpose { max-width: 20rem; }
  input[type=file] { max-width: 100%; box-sizing: border-box; }
  .actions { display: flex; flex-wrap: wrap; align-items: baseline; gap: .5rem; margin: 1rem 0; }
  progress { width: 100%; accent-color: var(--accent); }
  .scroll { overflow-x: auto; }
  table { width: 100%; border-collapse: collapse; }
  caption { text-align: left; font-weight: 600; padding: .5rem 0; }
  th, td { text-align: left; vertical-align: top; padding: .375rem .75rem .375rem 0; border-bottom: 1px solid var(--border); overflow-wrap: break-word; }
  th { white-space: nowrap; }
  td { white-space: pre-line; }
  td ul { margin: .25rem 0; padding-left: 1rem; }
  pre { overflow-x: auto; padding: .75rem; border: 1px solid var(--border); }
  .actions:focus:not(:focus-visible), h2:focus:not(:focus-visible) { outline: none; }
  .error { border-left: 4px solid #c9190b; padding: .5rem .75rem; }
  dl { display: grid; grid-template-columns: max-content 1fr; gap: .25rem 1rem; margin: .5rem 0; }
  dt { color: var(--quiet); }
  dd { margin: 0; }
  @media (max-width: 40rem) {
    dialog { padding: .75rem; }
    td { overflow-wrap: anywhere; }
    thead { position: absolute; clip-path: inset(50%); width: 1px; height: 1px; overflow: hidden; }
    tbody tr { display: block; padding: .5rem 0; border-bottom: 1px solid var(--border); }
    td { display: grid; grid-template-columns: 7rem minmax(0, 1fr); justify-items: start; gap: .5rem; padding: .125rem 0; border: 0; }
    td::before { content: attr(data-label); color: var(--quiet); }
    td:empty { display: none; }
    dl { grid-template-columns: 7rem minmax(0, 1fr); }
  }
`);
