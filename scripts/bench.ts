import { findFallen, keepBaseline, readBaseline } from "./bench/baseline.ts";
import { measureChat } from "./bench/chat.ts";
import { measureBeside } from "./bench/checks/beside.ts";
import { measureColdList } from "./bench/checks/cold-list.ts";
import { measureLoad } from "./bench/checks/load.ts";
import { measureReading } from "./bench/checks/reading.ts";
import { measureStorage } from "./bench/checks/storage.ts";
import { measureClientSize } from "./bench/client-size.ts";
import { measureDates } from "./bench/dates.ts";
import { measureFanOut } from "./bench/fan-out.ts";
import { measureImpact } from "./bench/impact.ts";
import { measureImports } from "./bench/imports.ts";
import { measureIncidents } from "./bench/incidents.ts";
import { measureDiscoveries } from "./bench/lookups/discoveries.ts";
import { measureLookups } from "./bench/lookups/lookups.ts";
import { measurePreviews } from "./bench/lookups/previews.ts";
import { measureReads } from "./bench/reads.ts";
import { measureRecords } from "./bench/records.ts";
import { measureStart } from "./bench/start.ts";
import { printTable, type Row } from "./bench/table.ts";
import { measureWiki } from "./bench/wiki.ts";
import { measureWorst } from "./bench/worst.ts";
import { buildApp } from "./build-app.ts";

/**
 * `npm run bench`: every number is a ratio against a limit of the same run, or a size. The machine should be idle.
 * Names of parts as arguments (`size`, `records`, `import` …) run only these. Ends with 1 where a share of the limit has
 * fallen more than 20 percent below the one in bench/baseline.json; `--keep` writes the shares of this run there.
 */
const parts: Record<string, () => Promise<Row[]>> = {
  size: measureClientSize,
  start: measureStart,
  reads: measureReads,
  records: measureRecords,
  dates: measureDates,
  incidents: measureIncidents,
  impact: measureImpact,
  import: measureImports,
  wiki: measureWiki,
  chat: measureChat,
  checks: async () => [...(await measureLoad()), ...(await measureStorage()), ...(await measureReading())],
  beside: measureBeside,
  cold: measureColdList,
  "fan-out": measureFanOut,
  lookups: measureLookups,
  discoveries: measureDiscoveries,
  previews: measurePreviews,
  worst: measureWorst,
};

await buildApp();
const isKept = process.argv.includes("--keep");
const wanted = process.argv.slice(2).filter((name) => !name.startsWith("--"));
const rows: Row[] = [];
for (const [name, measure] of Object.entries(parts)) {
  if (wanted.length === 0 || wanted.includes(name)) rows.push(...(await measure()));
}
const baseline = readBaseline();
printTable(rows, baseline);
if (isKept) keepBaseline(rows);
const fallen = isKept ? [] : findFallen(rows, baseline);
for (const { what } of fallen) console.error(`Über 20 % unter dem früheren Anteil: ${what}`);
process.exit(fallen.length > 0 ? 1 : 0);
