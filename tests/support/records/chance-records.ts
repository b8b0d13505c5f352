import { declarationOf } from "../../../contract/records/declarations.ts";
import type { Field, Input } from "../../../contract/records/fields.ts";
import type { RecordType } from "../../../contract/records/record-types.ts";
import type { RecordBody } from "../../../contract/records/rows.ts";
import type { Api } from "../../../server/features/router.ts";
import type { Chance } from "../../../server/sample/chance.ts";
import { leastBody } from "./records.ts";

/** Texts that files, spreadsheets and readers of cells are known to stumble over. */
const awkward = [
  "Böhm & Söhne",
  "=1+1",
  "+49 (0) Rufbereit",
  "@Ecke",
  'sagt "Hallo"; dann, nichts',
  "Müller, Meier; Schulz",
  "Server (alt)",
  "Kunde (Alias)",
  "_x0041_ und _x000D_",
  "007",
  "1.234",
  "12/31/2026",
  "ﬁne 🦊 👩‍💻 ß İ",
  "Tab\tdarin",
  "<b>&amp;</b>",
  "Ja",
  "Zwei  Leerzeichen",
];

/** What a cell alone cannot be told from an empty or a guarded one. */
const ambiguous = ["'=1+1", "-", "null", "n/a"];

/** Records that a new one may refer to, by type; people under „user“. */
export type Known = Partial<Record<RecordType | "user", readonly string[]>>;

/** A record of a type with every field that people may write filled by chance; what the rules refuse is left out. */
export async function createByChance(api: Api, chance: Chance, type: RecordType, known: Known) {
  const { fields } = declarationOf(type);
  const least = await leastBody(api, type);
  const body: RecordBody = { ...least };
  for (const [name, field] of Object.entries(fields)) {
    const isKey = name in least && !(field.kind === "text" && field.format === "plain");
    if (field.readOnly || field.shownWhen || isKey || chance.percent(15)) continue;
    const value = inputOf(chance, field, known);
    if (value !== undefined) body[name] = value;
  }
  for (const [name, field] of Object.entries(fields)) {
    const isShown = field.shownWhen?.in.includes((body[field.shownWhen.field] ?? null) as never);
    const value = isShown && inputOf(chance, field, known);
    if (value) body[name] = value;
  }
  return (await createWhatMayBe(api, type, body, least)).id;
}

interface Refusal {
  fields?: Record<string, string[]>;
  issues?: { path: string[] }[];
}

/** Rules over several fields refuse some combinations; the fields that they name are left out then. */
async function createWhatMayBe(
  api: Api,
  type: RecordType,
  body: RecordBody,
  least: RecordBody,
): Promise<{ id: string }> {
  try {
    return await api[type].create({ body });
  } catch (error) {
    const { fields = {}, issues = [] } = (error as { cause?: Refusal }).cause ?? {};
    const paths = [...Object.keys(fields), ...issues.map(({ path }) => path.join("."))];
    const refused = paths.flatMap((path) => path.split(".")[1] ?? []);
    const isOptional = (name: string) => name in body && body[name] !== least[name];
    if (!refused.some(isOptional)) return api[type].create({ body: least });
    const left: RecordBody = { ...body };
    for (const name of refused) {
      if (name in least) left[name] = least[name] as Input;
      else delete left[name];
    }
    return createWhatMayBe(api, type, left, least);
  }
}

let count = 0;

function inputOf(chance: Chance, field: Field, known: Known): Input | undefined {
  count += 1;
  const ids = (to: RecordType | "user") => known[to] ?? [];
  const some = <Item>(items: readonly Item[], most: number) =>
    items.filter(() => chance.percent(50)).slice(0, chance.int(1, most));
  switch (field.kind) {
    case "text":
      return textOf(chance, field.format).slice(0, field.max);
    case "texts":
      return [...new Set([textOf(chance, field.format), textOf(chance, field.format)])];
    case "markdown":
      return chance.percent(10)
        ? "Sehr lang. ".repeat(Math.floor(field.max / 11))
        : chance.percent(30)
          ? chance.pick(ambiguous)
          : `${chance.pick(awkward)}\r\n\n- ${chance.pick(awkward)}\n${chance.pick(awkward)}`;
    case "choice":
      return chance.pick(Object.keys(field.options));
    case "choices":
      return some(Object.keys(field.options), 3);
    case "date":
      return chance.pick(["1900-01-02", "1969-07-20", "2026-02-03", "2031-12-31", "2026-11-20"]);
    case "integer":
      return chance.int(field.min, Math.min(field.max, field.min + 2000));
    case "money":
      return chance.pick([0, 1, 1250, 123_400, 100_000, 99_999_999]);
    case "flag":
      return chance.percent(50);
    case "relation":
      return ids(field.to).length > 0 ? chance.pick(ids(field.to)) : undefined;
    case "links":
      return some(ids(field.to), 3).map((id) => ({ id, role: chance.pick(Object.keys(field.roles)) }));
    case "tags":
      return some(ids("tag"), 3);
    default:
      return undefined;
  }
}

function textOf(chance: Chance, format: Extract<Field, { kind: "text" }>["format"]): string {
  switch (format) {
    case "url":
      return `https://seite-${count}.example/${chance.pick(["", "a?b=1,2;3", "%20leer"])}`;
    case "vaultLink":
      return `https://tresor.example/#/eintrag/${count}`;
    case "hostname":
      return chance.pick([`srv${count}.hoster.example`, `müller${count}.example`]);
    case "domain":
      return `bäcker-${count}.example`;
    case "ip":
      return chance.pick([`192.0.2.${chance.int(1, 254)}`, "2001:db8::1"]);
    case "email":
      return chance.pick([`info${count}@kunde.example`, "info@viele.example"]);
    case "phone":
      return chance.pick(["+4930123456", "+33142685300", "+12025550123"]);
    case "vatId":
      return chance.pick(["ATU12345678", "NL123456789B01"]);
    case "zip":
      return chance.pick(["01067", "50667"]);
    case "country":
      return chance.pick(["DE", "AT", "US", "GB"]);
    case "serial":
      return `S-${count}/=1`;
    case "imei":
      return "490154203237518";
    case "mac":
      return "AA:BB:CC:DD:EE:0F";
    case "color":
      return "#b40032";
    default:
      return chance.percent(50) ? chance.pick(awkward) : `${chance.pick(awkward)} ${count}`;
  }
}
