import type { KeptDeafness } from "../deafness.ts";
import { openCertificates } from "./certificates.ts";
import { openStoreFile, type StoreFile } from "./open-store.ts";
import { openPoints } from "./points.ts";
import { openResults } from "./results.ts";
import { openRollUp } from "./roll-up.ts";
import { openSchedule } from "./schedule.ts";

/** A revision may be that of many checks, in the order of their ids. */
export interface Position {
  revision: number;
  id: string;
}

export interface Store {
  sqlite: StoreFile;
  schedule: ReturnType<typeof openSchedule>;
  results: ReturnType<typeof openResults>;
  points: ReturnType<typeof openPoints>;
  rollUp: ReturnType<typeof openRollUp>;
  certificates: ReturnType<typeof openCertificates>;
  /** Up to which change the checks of the portal have been taken over. */
  position(): Position;
  setPosition(position: Position): void;
  /** When nobody could report. */
  deafness(): KeptDeafness;
  keepDeafness(deafness: KeptDeafness): void;
  close(): void;
}

/** Opens the checker's own database for its one writer; `:memory:` is one that nobody keeps. */
export function openStore(file: string): Store {
  const sqlite = openStoreFile(file);
  const get = sqlite.prepare("select value from meta where name = ?").pluck();
  const set = sqlite.prepare("insert or replace into meta (name, value) values (?, ?)");
  const schedule = openSchedule(sqlite);
  const points = openPoints(sqlite);
  schedule.releaseAll();
  return {
    sqlite,
    schedule,
    points,
    results: openResults(sqlite, points),
    rollUp: openRollUp(sqlite),
    certificates: openCertificates(sqlite),
    position: () => JSON.parse(String(get.get("position") ?? '{"revision":0,"id":""}')),
    setPosition: ({ revision, id }) => void set.run("position", JSON.stringify({ revision, id })),
    deafness: () => JSON.parse(String(get.get("deafness") ?? '{"times":[],"lostSince":null}')),
    keepDeafness: (deafness) => void set.run("deafness", JSON.stringify(deafness)),
    close: () => void sqlite.close(),
  };
}
