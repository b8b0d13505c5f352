import { measureChat } from "./bench/chat.ts";
import { measureLoad } from "./bench/checks/load.ts";
import { measureReading } from "./bench/checks/reading.ts";
import { measureStorage } from "./bench/checks/storage.ts";
import { measureClientSize } from "./bench/client-size.ts";
import { measureDates } from "./bench/dates.ts";
import { measureFanOut } from "./bench/fan-out.ts";
import { measureImports } from "./bench/imports.ts";
import { measureIncidents } from "./bench/incidents.ts";
import { measureReads } from "./bench/reads.ts";
import { measureRecords } from "./bench/records.ts";
import { measureStart } from "./bench/start.ts";
import { printTable, type Row } from "./bench/table.ts";
import { measureWiki } from "./bench/wiki.ts";
import { measureWorst } from "./bench/worst.ts";
import { buildApp } from "./build-app.ts";

/**
 * `npm run bench`: every number is a ratio against a limit of the same run, or a size. The machine should be idle.
 * Names of parts as arguments (`size`, `records`, `import` …) run only these.
 */
const parts: Record<string, () => Promise<Row[]>> = {
  size: measureClientSize,
  start: measureStart,
  reads: measureReads,
  records: measureRecords,
  dates: measureDates,
  incidents: measureIncidents,
  import: measureImports,
  wiki: measureWiki,
  chat: measureChat,
  checks: async () => [...(await measureLoad()), ...(await measureStorage()), ...(await measureReading())],
  "fan-out": measureFanOut,
  worst: measureWorst,
};

await buildApp();
const wanted = process.argv.slice(2);
const rows: Row[] = [];
for (const [name, measure] of Object.entries(parts)) {
  if (wanted.length === 0 || wanted.includes(name)) rows.push(...(await measure()));
}
printTable(rows);
process.exit(0);
