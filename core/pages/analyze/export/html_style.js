// The style of a report. It is text of the file, because a report loads nothing.

export const style = `
:root { --page: #ffffff; --surface: #f5f6fa; --raised: #eef1f8; --ink: #171a2b; --muted: #596079; --line: #d5d9e6; --accent: #2f5bea; --heat: #2f5bea; color-scheme: light; }
@media screen and (prefers-color-scheme: dark) {
  :root { --page: #0d101c; --surface: #161a2a; --raised: #212740; --ink: #eceefa; --muted: #a2a9c3; --line: #2a3150; --accent: #86a2ff; --heat: #4f6fe0; color-scheme: dark; }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--ink); font: 15px/1.5 system-ui, "Segoe UI", Roboto, "Noto Sans", "DejaVu Sans", Arial, sans-serif; overflow-wrap: anywhere; }
main, header, footer { max-width: 60rem; margin: 0 auto; padding: 0 1.25rem; }
header { padding-top: 2rem; }
h1 { font-size: 1.75rem; line-height: 1.25; margin: 0 0 0.75rem; letter-spacing: -0.015em; }
h2 { font-size: 1.3rem; margin: 2.25rem 0 0.6rem; }
h3 { font-size: 1.05rem; margin: 1.25rem 0 0.35rem; }
p { margin: 0 0 0.6rem; white-space: pre-line; }
ul, ol { margin: 0.4rem 0; padding-inline-start: 1.6rem; }
a { color: var(--accent); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: 4px; }
.filters { border: 1px solid var(--line); border-radius: 12px; background: var(--surface); padding: 0.75rem 1rem; margin: 1rem 0; }
.filters summary { cursor: pointer; font-weight: 600; }
.filters fieldset { border: 0; margin: 0.75rem 0 0; padding: 0; min-width: 0; }
.filters legend { font-weight: 600; padding: 0; }
.filters label { display: inline-flex; gap: 0.4rem; align-items: center; min-height: 1.75rem; margin-inline-end: 1.25rem; }
.filters .picks { max-height: 14rem; overflow: auto; columns: 16rem; }
.filters .picks label { display: flex; break-inside: avoid; }
.filters input { flex: none; width: 1.1rem; height: 1.1rem; accent-color: var(--accent); }
.filters button { font: inherit; margin-top: 0.75rem; padding: 0.3rem 0.9rem; border: 1px solid var(--muted); border-radius: 8px; background: var(--page); color: var(--ink); cursor: pointer; }
nav ul { display: flex; flex-wrap: wrap; gap: 0.25rem 1.25rem; list-style: none; padding: 0; }
.scroll { overflow-x: auto; margin: 0.75rem 0; }
figure.scroll { margin-inline: 0; }
.chart { display: block; width: 100%; min-width: 36rem; max-width: 48rem; height: auto; }
table { border-collapse: collapse; width: 100%; font-size: 0.9rem; }
th, td { text-align: start; vertical-align: top; padding: 0.35rem 0.6rem; border-bottom: 1px solid var(--line); font-variant-numeric: tabular-nums; overflow-wrap: break-word; }
tbody th { font-weight: 400; min-width: 8rem; }
td { min-width: 4.5rem; }
.theme, .record { border: 1px solid var(--line); border-radius: 12px; padding: 0.75rem 1rem; margin: 0.75rem 0; background: var(--surface); }
.theme h3, .record h3 { margin-top: 0; }
.record p { margin: 0.25rem 0 0; }
.muted { color: var(--muted); font-size: 0.9rem; }
blockquote { margin: 0.6rem 0; padding-inline-start: 0.9rem; border-inline-start: 3px solid var(--accent); font-style: italic; white-space: pre-line; }
footer { margin-top: 2.5rem; padding-block: 1rem 2rem; border-top: 1px solid var(--line); }
.filter-note, .print-note { display: none; }
.filter-note { font-weight: 600; }
body:has(.pick:checked, .least:checked) .filter-note { display: block; }
body:has(.pick:checked) .of { display: none; }
body:has(#least-2:checked) .below-2, body:has(#least-5:checked) .below-5, body:has(#least-10:checked) .below-10 { display: none !important; }
body:not(:has(#show-quotes:checked)) blockquote.of-theme { display: none; }
@page { size: A4; margin: 16mm; }
@media print {
  body { font-size: 9.5pt; line-height: 1.4; }
  main, header, footer { max-width: none; padding: 0; }
  header { padding-top: 0; }
  .filters, nav { display: none; }
  h1 { font-size: 17pt; }
  h2 { font-size: 12.5pt; margin-top: 1.2em; }
  h1, h2, h3 { break-after: avoid; }
  tr, blockquote, figure, .theme, .record { break-inside: avoid; }
  thead { display: table-header-group; }
  .scroll { overflow: visible; }
  figure.scroll { margin: 0.3rem 0; }
  .chart { min-width: 0; max-width: 100%; max-height: 62mm; }
  .theme, .record { background: none; padding: 0.4rem 0.7rem; margin: 0.4rem 0; }
  th, td { padding: 0.15rem 0.4rem; }
  td { min-width: 0; }
  body:has(.beyond):not(:has(#print-all:checked)) .print-note { display: block; }
  body:not(:has(#print-all:checked)) .beyond { display: none !important; }
}
`;

/** The rules that show what belongs to a theme whose box is checked. */
export const pickRules = (count) => Array.from({ length: count }, (_, at) => `body:has(#pick-${at}:checked) .t${at} { display: revert; }`).join("\n");
