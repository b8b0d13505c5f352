import { measureBoard } from "./browser/board.ts";
import { measureClicks } from "./browser/clicks.ts";
import { measureColdPages } from "./browser/cold-pages.ts";
import { measureCoverage } from "./browser/coverage.ts";
import { measureEditor } from "./browser/editor.ts";
import { measureList } from "./browser/list.ts";
import { measurePalette } from "./browser/palette.ts";
import { measureSlowPages } from "./browser/slow-pages.ts";
import { measureChat } from "./chat.ts";
import { measureBeside } from "./checks/beside.ts";
import { measureColdList } from "./checks/cold-list.ts";
import { measureLoad } from "./checks/load.ts";
import { measureReading } from "./checks/reading.ts";
import { measureStorage } from "./checks/storage.ts";
import { measureClientSize } from "./client-size.ts";
import { measureDates } from "./dates.ts";
import { measureEngines } from "./engines/engines.ts";
import { measureFanOut } from "./fan-out.ts";
import { measureImpact } from "./impact.ts";
import { measureImports } from "./imports.ts";
import { measureIncidents } from "./incidents.ts";
import { measureDiscoveries } from "./lookups/discoveries.ts";
import { measureLookups } from "./lookups/lookups.ts";
import { measurePreviews } from "./lookups/previews.ts";
import { measureMemory } from "./memory.ts";
import { measureFirstByte } from "./people/first-byte.ts";
import { measurePeople } from "./people/people.ts";
import { measureReads } from "./reads.ts";
import { measureRecords } from "./records.ts";
import { measureStart } from "./start.ts";
import type { Row } from "./table.ts";
import { measureWiki } from "./wiki.ts";
import { measureWorst } from "./worst.ts";

/** Every case, by the name that an argument gives it, in the order in which they run. */
export const cases: Readonly<Record<string, () => Promise<Row[]>>> = {
  size: measureClientSize,
  start: measureStart,
  memory: measureMemory,
  reads: measureReads,
  "first-byte": measureFirstByte,
  people: measurePeople,
  records: measureRecords,
  pages: measureColdPages,
  slow: measureSlowPages,
  clicks: measureClicks,
  list: measureList,
  palette: measurePalette,
  editor: measureEditor,
  board: measureBoard,
  coverage: measureCoverage,
  dates: measureDates,
  incidents: measureIncidents,
  impact: measureImpact,
  import: measureImports,
  wiki: measureWiki,
  chat: measureChat,
  engines: measureEngines,
  checks: async () => [...(await measureLoad()), ...(await measureStorage()), ...(await measureReading())],
  beside: measureBeside,
  cold: measureColdList,
  "fan-out": measureFanOut,
  lookups: measureLookups,
  discoveries: measureDiscoveries,
  previews: measurePreviews,
  worst: measureWorst,
};

/** Cases that say how large something is, of which a profile of processor time tells nothing. */
export const unprofiled: ReadonlySet<string> = new Set(["size", "memory"]);
