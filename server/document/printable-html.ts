import { element, escapeHtml } from "../../contract/document/html.ts";
import { zoned } from "../../contract/time/time-zone.ts";

const moments = zoned(
  (timeZone) => new Intl.DateTimeFormat("de-DE", { dateStyle: "medium", timeStyle: "short", timeZone }),
);

/** Day and time by the portal's clock, as printed documents say it. */
export const moment = (at: Date): string => moments().format(at);

const look = `body{font:11pt/1.5 system-ui,sans-serif;max-width:46rem;margin:2rem auto;padding:0 1rem;color:#1a1718}
h1{font-size:18pt;margin:0 0 .25rem}h2{font-size:13pt;margin:1.75rem 0 .5rem;break-after:avoid}p{margin:.25rem 0}
table{border-collapse:collapse;width:100%}th,td{text-align:left;vertical-align:top;padding:.35rem .75rem .35rem 0;border-bottom:1px solid #ccc;overflow-wrap:anywhere}
th{font-weight:600}tr{break-inside:avoid}.sign{display:flex;gap:3rem;margin-top:4rem}.sign p{flex:1;border-top:1px solid #1a1718;padding-top:.35rem}
@media print{body{margin:0;max-width:none;padding:0}}`;

/** For tables of many columns. */
const wideLook =
  "@page{size:A4 landscape}body{max-width:none;font-size:8.5pt}th{overflow-wrap:normal}.fixed{white-space:nowrap}";

/** A document that needs nothing from elsewhere, for the screen, paper and PDF; the parts are HTML, empty ones are left out. */
export function printableHtml(title: string, parts: readonly string[], { isWide = false } = {}): string {
  const body = [element("h1", {}, escapeHtml(title)), ...parts].filter(Boolean).join("\n");
  const head = `<meta charset="utf-8"><title>${escapeHtml(title)}</title><style>${look}${isWide ? wideLook : ""}</style>`;
  return `<!doctype html>\n<html lang="de"><head>${head}</head><body>${body}</body></html>\n`;
}

/** A table of cells that are HTML. */
export function printableTable(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (tag: string, cells: readonly string[]) =>
    element("tr", {}, cells.map((cell) => element(tag, {}, cell)).join(""));
  return element("table", {}, line("th", heads) + rows.map((cells) => line("td", cells)).join(""));
}
