import { statSync } from "node:fs";
import path from "node:path";
import { entriesOf, keysOf } from "../../../contract/narrowing.ts";
import { type SizeKey, type SizeLine, sizeLabels } from "../../../contract/system/sizes.ts";
import { storeFile } from "../../checks/store/open-store.ts";
import { keptDays } from "../../checks/store/roll-up.ts";
import { findDatabaseFile } from "../../db/database-size.ts";
import { isPostgres } from "../../db/postgres/is-postgres.ts";
import { readMemorySizes, readTableSizes, type TableSizes } from "../../db/table-sizes.ts";
import { keptDeliveryDays } from "../../jobs/deliveries.ts";
import { keptMailDays } from "../../mail/old-mails.ts";
import { openApart } from "../../run-apart.ts";
import { readSettings } from "../../settings/read-settings.ts";
import type { PersonContext } from "../../trpc/context.ts";

/** By the names of tables; what none of them names counts to the records. */
const tablesOf: Partial<Record<SizeKey, RegExp>> = {
  free: /^$/,
  catalog: /^pg_catalog$/,
  history: /^(changes|audit_links)$/,
  search: /^(search_|file_words)/,
  notifications: /^notification/,
  messages: /^(mails|mail_attempts|webhook_deliveries|channel_deliveries)$/,
  findings: /^(lookups|lookup_|change_events|registry_|dmarc_|legal_|preview|discover|lookalikes|link_checks)/,
  pages: /^(pages|page_|chat|feedback)/,
};

const apart = openApart({
  patienceMs: 60_000,
  tooMuch: "Die Datenbank ließ sich nicht in einer Minute vermessen; versuche es später noch einmal.",
});
const measure = apart(
  path.resolve(import.meta.dirname, "../../db/table-sizes.ts"),
  readTableSizes,
  () => Number.POSITIVE_INFINITY,
);

/** What takes how much space, and how long it stays. */
export async function readSizes({ db, person }: Pick<PersonContext, "db" | "person">): Promise<SizeLine[]> {
  const file = await findDatabaseFile(db);
  const tables = file ? await measure(person.id, file) : await readMemorySizes(db);
  const checks = file && statSync(storeFile(path.dirname(file)), { throwIfNoEntry: false });
  const bytes = { ...sumUp(tables), results: (checks || undefined)?.size ?? 0 };
  const kept = await keptOf(db);
  // Postgres uses the room of deleted rows again by itself; SQLite's own tables are too small to be named.
  const foreign: SizeKey = isPostgres(db) ? "free" : "catalog";
  const keys = keysOf(sizeLabels).filter((key) => key !== foreign);
  return keys.map((key) => ({ key, bytes: bytes[key] ?? 0, kept: kept[key] }));
}

function sumUp(tables: TableSizes): Partial<Record<SizeKey, number>> {
  const sums: Partial<Record<SizeKey, number>> = {};
  for (const [table, bytes] of Object.entries(tables)) {
    const key = entriesOf(tablesOf).find(([, names]) => names?.test(table))?.[0] ?? "records";
    sums[key] = (sums[key] ?? 0) + bytes;
  }
  return sums;
}

const inPrivacy = "einstellbar unter „Datenschutz“";
const daysOrGood = (days: number | null) => (days === null ? "unbegrenzt" : `${days} Tage`);

async function keptOf(db: PersonContext["db"]): Promise<Record<SizeKey, string>> {
  const { signInDays, historyDays, notificationDays } = await readSettings(db, "privacy");
  return {
    records: "bis jemand sie löscht",
    pages: "bis jemand sie löscht; Versionen bleiben bei ihrer Seite",
    history: `${daysOrGood(historyDays)}, Anmeldungen ${daysOrGood(signInDays)}; ${inPrivacy}`,
    search: "entsteht aus den Einträgen und wird jeden Tag mit ihnen verglichen",
    notifications: `gelesene ${daysOrGood(notificationDays)}; ${inPrivacy}`,
    messages: `E-Mails ${keptMailDays} Tage, Zustellungen ${keptDeliveryDays} Tage`,
    findings: "der letzte Stand und was sich geändert hat",
    free: "jede Nacht zurückgegeben; „techcenter vacuum“ schreibt die Datenbank ganz neu",
    catalog: "gehört zu jeder Datenbank dort",
    results: `einzelne ${keptDays.results} Tage, je Stunde ${Math.round(keptDays.hours / 30.5)} Monate, je Tag ${Math.round(keptDays.days / 365)} Jahre`,
  };
}
