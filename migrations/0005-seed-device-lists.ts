import type { Kysely } from "kysely";

interface Category {
  id: string;
  name: string;
  warranty?: number;
  audit?: number;
  needsSerial?: true;
}

const categories: Category[] = [
  { id: "category-notebook", name: "Notebook", warranty: 24, audit: 12, needsSerial: true },
  { id: "category-monitor", name: "Monitor", warranty: 24, audit: 12, needsSerial: true },
  { id: "category-smartphone", name: "Smartphone", warranty: 24, audit: 12, needsSerial: true },
  { id: "category-tablet", name: "Tablet", warranty: 24, audit: 12, needsSerial: true },
  { id: "category-kamera", name: "Kamera", warranty: 24, audit: 12, needsSerial: true },
  { id: "category-server", name: "Server", warranty: 36, audit: 12, needsSerial: true },
  { id: "category-netzwerk", name: "Netzwerk", warranty: 24, audit: 24, needsSerial: true },
  { id: "category-peripherie", name: "Peripherie", warranty: 24, audit: 24 },
  { id: "category-lizenz-dongle", name: "Lizenz-Dongle", audit: 12, needsSerial: true },
  { id: "category-moebel", name: "Möbel", warranty: 24, audit: 36 },
  { id: "category-sonstiges", name: "Sonstiges", warranty: 24, audit: 24 },
];
const office = { id: "location-buero", name: "Büro" };

const at = "2026-11-20T00:00:00.000Z";

/** What every device needs, so that the first one can be entered in a new portal; a team that has its own keeps it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const tables = db as Kysely<Record<string, Record<string, unknown>>>;
  const isEmpty = async (table: string) => !(await tables.selectFrom(table).select("id").executeTakeFirst());
  if (await isEmpty("device_categories"))
    for (const { id, name, warranty = null, audit = null, needsSerial } of categories) {
      const months = { default_warranty_months: warranty, default_audit_months: audit };
      await tables
        .insertInto("device_categories")
        .values({ ...recordOf(id, name), ...months, needs_serial: needsSerial ? 1 : 0 })
        .execute();
      await makeFindable(tables, "deviceCategory", "t", id, name);
    }
  if (await isEmpty("locations")) {
    await tables
      .insertInto("locations")
      .values({ ...recordOf(office.id, office.name), kind: "office" })
      .execute();
    await makeFindable(tables, "location", "l", office.id, office.name);
  }
}

function recordOf(id: string, name: string) {
  const times = { created_at: at, updated_at: at, created_by_id: null, updated_by_id: null, archived_at: null };
  return { id, name, title: name, sort_title: folded(name), version: 1, ...times };
}

/** The document and the tokens that the server writes for a name. */
async function makeFindable(
  tables: Kysely<Record<string, Record<string, unknown>>>,
  recordType: string,
  letter: string,
  id: string,
  name: string,
): Promise<void> {
  const spellings = [folded(name), folded(name.replaceAll("ö", "oe").replaceAll("ü", "ue"))];
  const runs = [...new Set(spellings)].map((text) => `.${text.split(/[ -]/).join(".")}.`);
  const texts = { title: ` ${runs.join(" ")} `, body: "", context: "", restricted: "" };
  const { number } = await tables
    .insertInto("search_documents")
    .values({ record_type: recordType, record_id: id, parent_id: null, archived: 0, ...texts })
    .returning("number")
    .executeTakeFirstOrThrow();
  const words = runs.flatMap((run) => run.split(".").filter(Boolean));
  const tokens = [...new Set(words.flatMap(piecesOf))].map((piece) => letter + piece);
  await tables
    .insertInto("search_fts")
    .values({ rowid: number, tokens: tokens.join(" ") })
    .execute();
}

function piecesOf(word: string): string[] {
  const trigrams = [...word.slice(2)].map((_, start) => word.slice(start, start + 3));
  return [word.slice(0, 1), word.slice(0, 2), ...trigrams];
}

const folded = (text: string) => text.toLowerCase().normalize("NFKD").replace(/\p{M}/gu, "");
