import { TRPCError } from "@trpc/server";
import { describe, expect, test } from "vitest";
import { declarations } from "../../../contract/records/declarations.ts";
import * as f from "../../../contract/records/fields.ts";
import { type Rule, schemaOf } from "../../../contract/records/schema.ts";
import { describeInputProblem } from "../../../server/trpc/input-problem.ts";

const fields = {
  name: f.text("Name", 20, { required: true }),
  number: f.text("Nummer", 10, { required: true, auto: true }),
  url: f.formatted("Adresse", "url"),
  domain: f.formatted("Domain", "domain"),
  country: f.formatted("Land", "country"),
  imei: f.formatted("IMEI", "imei"),
  vault: f.formatted("Zugangsdaten", "vaultLink"),
  ips: f.texts("IP-Adressen", "ip"),
  notes: f.markdown("Notizen", 30),
  kind: f.choice("Art", { shop: "Shop", portal: "Portal/App" }, { required: true, initial: "shop" }),
  phase: f.choice("Phase", { live: "Live", off: "Abgeschaltet" }, { required: true }),
  roles: f.choices("Rollen", { tech: "Technik", money: "Buchhaltung" }),
  startAt: f.date("Beginn"),
  endAt: f.date("Ende"),
  dueAt: f.date("Fällig am", { required: true }),
  port: f.integer("SSH-Port", { min: 1, max: 65_535 }),
  seats: f.integer("Plätze", { min: 0, max: 10 }, { required: true }),
  price: f.money("Preis"),
  auto: f.flag("Automatisch"),
  customerId: f.relation("Kunde", "customer"),
  locationId: f.relation("Standort", "location", { required: true }),
  domains: f.links("Domains", "domain", { main: "Hauptdomain", alias: "Alias" }),
  tags: f.tags(),
  cancelBy: f.date("Kündbar bis", { readOnly: true }),
  seen: f.machine("Antwortzeit"),
};
const declaration = { fields };
const complete = { name: "Amsel", phase: "live", dueAt: "2026-12-31", seats: 0, locationId: "l1" };

function problemsOf(body: unknown, options: Parameters<typeof schemaOf>[1] = { partial: true }) {
  const problems: Record<string, string[]> = {};
  for (const { path, message } of schemaOf(declaration, options).safeParse(body).error?.issues ?? [])
    problems[path.join(".")] = [...(problems[path.join(".")] ?? []), message];
  return problems;
}
const read = (body: unknown) => schemaOf(declaration, { partial: true }).parse(body);

describe("a whole record", () => {
  test("brings along what is required, and nothing else", () => {
    expect(problemsOf(complete, {})).toEqual({});
    expect(schemaOf(declaration).parse(complete)).toEqual(complete);
  });

  test("learns of everything that is missing at once", () => {
    expect(problemsOf({}, {})).toEqual({
      name: ["Name: Pflichtfeld."],
      phase: ["Phase: Pflichtfeld."],
      dueAt: ["Fällig am: Pflichtfeld."],
      seats: ["Plätze: Pflichtfeld."],
      locationId: ["Standort: Pflichtfeld."],
    });
  });

  test("has no fields that only the server sets, and none that nobody knows", () => {
    expect(problemsOf({ ...complete, cancelBy: "2026-12-31", role: "admin" }, {})).toEqual({
      "": ["Kündbar bis: Dieses Feld füllt das Portal. Unbekannt: role."],
    });
    expect(problemsOf({ seen: null })).toEqual({ "": ["Antwortzeit: Dieses Feld füllt das Portal."] });
    expect(problemsOf(JSON.parse('{"__proto__": {"name": "x"}, "constructor": 1}'))).toHaveProperty([""]);
  });

  test.each([null, undefined, "text", 5, []])("is no %j", (body) => {
    expect(schemaOf(declaration, { partial: true, rules: [() => ({})] }).safeParse(body).success).toBe(false);
  });
});

describe("a part of a record", () => {
  test("may be nothing", () => {
    expect(read({})).toEqual({});
  });

  test("cannot empty what is required, unless the server fills it", () => {
    expect(problemsOf({ name: " ", kind: null, phase: "", dueAt: "", seats: null, locationId: null })).toEqual({
      name: ["Name: Pflichtfeld."],
      kind: ["Art: Pflichtfeld."],
      phase: ["Phase: Pflichtfeld."],
      dueAt: ["Fällig am: Pflichtfeld."],
      seats: ["Plätze: Pflichtfeld."],
      locationId: ["Standort: Pflichtfeld."],
    });
    expect(read({ number: "" })).toEqual({ number: null });
  });
});

describe("a value", () => {
  test.each([
    [{ name: "  Weingut\n\tAmsel\u0000 " }, { name: "Weingut Amsel" }],
    [{ name: "Mu\u0308ller" }, { name: "Müller" }],
    [{ name: "a".repeat(20) }, { name: "a".repeat(20) }],
    [{ url: "" }, { url: null }],
    [{ url: " HTTPS://Amsel.Example/ " }, { url: "https://amsel.example" }],
    [{ domain: "xn--mller-kva.de" }, { domain: "müller.de" }],
    [{ domain: "MÜLLER.de" }, { domain: "müller.de" }],
    [{ country: "Österreich" }, { country: "AT" }],
    [{ imei: "49 015420 323751 8" }, { imei: "490154203237518" }],
    [{ ips: [" 192.0.2.1", "", "2001:DB8::0:1", "192.0.2.1"] }, { ips: ["192.0.2.1", "2001:db8::1"] }],
    [{ ips: null }, { ips: [] }],
    [{ notes: "\n # Titel\n" }, { notes: "\n # Titel\n" }],
    [{ notes: " \n" }, { notes: null }],
    [{ roles: ["money", "tech", "money"] }, { roles: ["tech", "money"] }],
    [{ startAt: "31.12.2026" }, { startAt: "2026-12-31" }],
    [{ startAt: "" }, { startAt: null }],
    [
      { port: 65_535, price: 0 },
      { port: 65_535, price: 0 },
    ],
    [
      { port: null, price: null, customerId: "" },
      { port: null, price: null, customerId: null },
    ],
    [
      {
        domains: [
          { id: "d1", role: "main" },
          { id: "d1", role: "main" },
          { id: "d1", role: "alias" },
        ],
      },
      {
        domains: [
          { id: "d1", role: "alias" },
          { id: "d1", role: "main" },
        ],
      },
    ],
    [{ tags: ["t1", "t2", "t1"] }, { tags: ["t1", "t2"] }],
  ])("%j is kept as %j", (body, kept) => {
    expect(read(body)).toEqual(kept);
    expect(read(kept)).toEqual(kept);
  });

  test.each([
    [{ name: "a".repeat(21) }, { name: ["Name: Höchstens 20 Zeichen."] }],
    [{ name: 5 }, { name: ["Name: Bitte einen Text angeben."] }],
    [{ url: "amsel" }, { url: ["Adresse: Bitte eine gültige Adresse mit http:// oder https:// eingeben."] }],
    [
      { domain: "www.müller.de" },
      { domain: ["Domain: Bitte die Domain ohne Subdomain eingeben (gemeint: müller.de?)."] },
    ],
    [{ country: "Atlantis" }, { country: ["Land: Bitte ein Land angeben, z. B. DE oder Österreich."] }],
    [{ imei: "9".repeat(5000) }, { imei: ["IMEI: Höchstens 15 Zeichen."] }],
    [
      { vault: "geheim" },
      { vault: ["Zugangsdaten: Bitte keine Passwörter speichern, sondern den Link zum Passwortmanager."] },
    ],
    [
      { ips: ["192.0.2.1", "192.0.2", "x".repeat(200)] },
      {
        ips: [
          "IP-Adressen: Keine gültige IPv4- oder IPv6-Adresse. („192.0.2“)",
          `IP-Adressen: Keine gültige IPv4- oder IPv6-Adresse. („${"x".repeat(60)}…“)`,
        ],
      },
    ],
    [{ ips: Array(101).fill("192.0.2.1") }, { ips: ["IP-Adressen: Höchstens 100 Einträge."] }],
    [{ ips: [5] }, { ips: ["IP-Adressen: Bitte einen Text je Zeile angeben."] }],
    [{ ips: "192.0.2.1" }, { ips: ["IP-Adressen: Bitte einen Text je Zeile angeben."] }],
    [{ notes: "a".repeat(31) }, { notes: ["Notizen: Höchstens 30 Zeichen."] }],
    [{ notes: {} }, { notes: ["Notizen: Bitte einen Text angeben."] }],
    [{ kind: "Shop" }, { kind: ["Art: Bitte eine Auswahl treffen."] }],
    [{ kind: "toString" }, { kind: ["Art: Bitte eine Auswahl treffen."] }],
    [{ kind: 5 }, { kind: ["Art: Bitte eine Auswahl treffen."] }],
    [{ roles: ["tech", "x"] }, { roles: ["Rollen: Bitte eine Auswahl treffen."] }],
    [{ roles: "tech" }, { roles: ["Rollen: Bitte eine Auswahl treffen."] }],
    [{ startAt: "2026-02-30" }, { startAt: ["Beginn: Bitte ein Datum angeben, z. B. 31.12.2026."] }],
    [{ startAt: 46022 }, { startAt: ["Beginn: Bitte ein Datum angeben, z. B. 31.12.2026."] }],
    [{ port: 0 }, { port: ["SSH-Port: Bitte eine Zahl ab 1 angeben."] }],
    [{ port: 22.5 }, { port: ["SSH-Port: Bitte eine Zahl ab 1 angeben."] }],
    [{ port: Number.NaN }, { port: ["SSH-Port: Bitte eine Zahl ab 1 angeben."] }],
    [{ port: "22" }, { port: ["SSH-Port: Bitte eine Zahl ab 1 angeben."] }],
    [{ port: 65_536 }, { port: ["SSH-Port: Bitte eine Zahl bis 65535 angeben."] }],
    [{ price: -1 }, { price: ["Preis: Betrag ist ungültig."] }],
    [{ price: Number.NaN }, { price: ["Preis: Betrag ist ungültig."] }],
    [{ price: Number.POSITIVE_INFINITY }, { price: ["Preis: Betrag ist ungültig."] }],
    [{ price: 100_000_000_001 }, { price: ["Preis: Betrag ist ungültig."] }],
    [{ auto: null }, { auto: ["Automatisch: Bitte Ja oder Nein angeben."] }],
    [{ auto: "ja" }, { auto: ["Automatisch: Bitte Ja oder Nein angeben."] }],
    [{ customerId: 5 }, { customerId: ["Kunde: Bitte eine Auswahl treffen."] }],
    [{ customerId: "k".repeat(65) }, { customerId: ["Kunde: Bitte eine Auswahl treffen."] }],
    [{ domains: [{ id: "d1", role: "x" }] }, { domains: ["Domains: Bitte eine Rolle wählen."] }],
    [{ domains: [{ id: "d1" }] }, { domains: ["Domains: Bitte eine Rolle wählen."] }],
    [{ domains: [{ role: "main" }] }, { domains: ["Domains: Bitte eine Auswahl treffen."] }],
    [{ domains: ["d1", null] }, { domains: ["Domains: Bitte eine Auswahl treffen."] }],
    [{ tags: [""] }, { tags: ["Tags: Bitte eine Auswahl treffen."] }],
    [{ tags: Array.from({ length: 101 }, (_, n) => `t${n}`) }, { tags: ["Tags: Höchstens 100 Tags."] }],
  ])("%j is refused", (body, problems) => {
    expect(problemsOf(body)).toEqual(problems);
  });
});

describe("a rule over several fields", () => {
  const inOrder: Rule = ({ startAt, endAt }) =>
    startAt && endAt && endAt < startAt ? { endAt: ["Ende: Datum liegt vor dem Startdatum."] } : {};
  const options = { partial: true, rules: [inOrder] };

  test("judges the values as they are kept", () => {
    expect(problemsOf({ startAt: "31.12.2026", endAt: "2026-01-01" }, options)).toEqual({
      endAt: ["Ende: Datum liegt vor dem Startdatum."],
    });
    expect(problemsOf({ startAt: "2026-01-01", endAt: "31.12.2026" }, options)).toEqual({});
    expect(problemsOf({ endAt: "2026-01-01" }, options)).toEqual({});
  });

  test("speaks beside what is wrong with single fields, and never of wrong values", () => {
    expect(problemsOf({ name: "", startAt: "2026-12-31", endAt: "2026-01-01" }, options)).toEqual({
      name: ["Name: Pflichtfeld."],
      endAt: ["Ende: Datum liegt vor dem Startdatum."],
    });
    expect(problemsOf({ startAt: "2026-12-31", endAt: "2026-02-30" }, options)).toEqual({
      endAt: ["Ende: Bitte ein Datum angeben, z. B. 31.12.2026."],
    });
  });
});

describe.each(Object.values(declarations))("$labels.many", (each) => {
  test("name each field by its label alone where something is wrong", () => {
    for (const [name, field] of Object.entries(each.fields)) {
      if (field.readOnly) continue;
      const { error } = schemaOf(each, { partial: true }).safeParse({ [name]: Number.NaN });
      const said = describeInputProblem(new TRPCError({ code: "BAD_REQUEST", cause: error }));
      const [sentence = ""] = said?.fields[name] ?? [];
      expect(sentence.slice(0, field.label.length), name).toBe(field.label);
      expect(sentence.slice(field.label.length), name).toMatch(/^: [A-Z].*\.$/);
    }
  });
});
