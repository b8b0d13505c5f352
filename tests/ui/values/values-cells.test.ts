import { describe, expect, test } from "vitest";
import { declarations } from "../../../contract/records/declarations.ts";
import { readInput } from "../../../contract/records/field-input.ts";
import * as f from "../../../contract/records/fields.ts";
import { formatCell, readCell } from "../../../contract/records/table-cell.ts";

const kind = f.choice("Art", { shop: "Shop", company: "Unternehmensseite", portal: "Portal/App" });
const roles = f.choices("Rollen", { tech: "Technik", money: "Buchhaltung" });
const domains = f.links("Domains", "domain", { main: "Hauptdomain", alias: "Alias" });

describe("a cell shows", () => {
  test.each([
    [f.text("Name", 50), "Amsel", "Amsel"],
    [f.text("Name", 50), null, ""],
    [f.text("Name", 50), undefined, ""],
    [f.formatted("Land", "country"), "AT", "Österreich"],
    [f.formatted("Land", "country"), "ZZ", "ZZ"],
    [f.formatted("Telefon", "phone"), "+4930123456", "+4930123456"],
    [f.texts("IPs", "ip"), ["192.0.2.1", "2001:db8::1"], "192.0.2.1, 2001:db8::1"],
    [f.texts("IPs", "ip"), [], ""],
    [kind, "portal", "Portal/App"],
    [kind, "gone" as never, "gone"],
    [roles, ["tech", "money"], "Technik, Buchhaltung"],
    [f.date("Tag"), "2026-03-01", "01.03.2026"],
    [f.integer("Plätze", { min: 0, max: 9999 }), 1234, "1234"],
    [f.integer("Plätze", { min: 0, max: 9999 }), 0, "0"],
    [f.money("Preis"), 123_450, "1.234,50 €"],
    [f.money("Preis"), 0, "0,00 €"],
    [f.flag("Auto"), true, "Ja"],
    [f.flag("Auto"), false, "Nein"],
    [f.relation("Kunde", "customer"), { id: "k1", label: "Weingut Amsel" }, "Weingut Amsel"],
    [
      domains,
      [
        { id: "d1", label: "amsel.example", role: "main" },
        { id: "d2", label: "amsel.test", role: "alias" },
      ],
      "amsel.example (Hauptdomain), amsel.test (Alias)",
    ],
    [
      f.tags(),
      [
        { id: "t1", name: "Relaunch", color: null },
        { id: "t2", name: "Wein", color: "#b40032" },
      ],
      "Relaunch, Wein",
    ],
  ] as [f.Field, f.Output | undefined, string][])("%j holding %j as %j", (field, value, text) => {
    expect(formatCell(field, value)).toBe(text);
  });
});

describe("a cell is read", () => {
  test.each([
    [f.text("Name", 50), " Amsel ", "Amsel"],
    [f.text("Name", 50), "", null],
    [f.text("Name", 50), "–", null],
    [f.formatted("Land", "country"), "österreich", "AT"],
    [f.formatted("Telefon", "phone"), "(030) 123456", "+4930123456"],
    [f.formatted("Adresse", "url"), "HTTPS://AMSEL.example/", "https://amsel.example"],
    [f.texts("IPs", "ip"), "192.0.2.1; 2001:DB8::1\n192.0.2.1", ["192.0.2.1", "2001:db8::1"]],
    [f.texts("IPs", "ip"), "", []],
    [kind, "SHOP", "shop"],
    [kind, "unternehmensseite", "company"],
    [kind, "company", "company"],
    [kind, "", null],
    [roles, "technik, Buchhaltung", ["tech", "money"]],
    [f.date("Tag"), "31.12.26", "2026-12-31"],
    [f.date("Tag"), "-", null],
    [f.integer("Plätze", { min: 0, max: 9999 }), "1.234", 1234],
    [f.money("Preis"), "1.234,50 €", 123_450],
    [f.money("Preis"), "1.234", 123_400],
    [f.flag("Auto"), "x", true],
    [f.flag("Auto"), "", false],
    [f.relation("Kunde", "customer"), "Weingut Amsel", "Weingut Amsel"],
    [f.tags(), "Relaunch, Wein, Relaunch", ["Relaunch", "Wein"]],
    [f.markdown("Notizen"), " # Titel\nText ", "# Titel\nText"],
  ] as [f.Field, string, f.Input][])("%j from %j as %j", (field, text, value) => {
    expect(readCell(field, text)).toEqual({ value });
  });

  test.each([
    [f.text("Name", 5), "Weingut", "Höchstens 5 Zeichen."],
    [f.formatted("IP", "ip"), "192.0.2.0/24", "Keine gültige IPv4- oder IPv6-Adresse."],
    [f.texts("IPs", "ip"), "192.0.2.1, x", "Keine gültige IPv4- oder IPv6-Adresse."],
    [kind, "Blog", "„Blog“ gibt es nicht zur Auswahl (Shop, Unternehmensseite, Portal/App)."],
    [roles, "Technik, Koch", "„Koch“ gibt es nicht zur Auswahl (Technik, Buchhaltung)."],
    [f.date("Tag"), "30.02.2026", "Bitte ein Datum angeben, z. B. 31.12.2026."],
    [f.integer("Plätze", { min: 1, max: 9 }), "0", "Bitte eine Zahl ab 1 angeben."],
    [f.money("Preis"), "viel", "Betrag ist ungültig."],
    [f.flag("Auto"), "vielleicht", "Bitte Ja oder Nein angeben."],
  ] as [f.Field, string, string][])("%j not from %j", (field, text, problem) => {
    expect(readCell(field, text)).toEqual({ problem });
  });
});

describe.each(Object.values(declarations))("$labels.many", ({ fields }) => {
  const samples = (field: f.Field): f.Output[] => {
    if (field.kind === "choice") return Object.keys(field.options);
    if (field.kind === "choices") return [Object.keys(field.options), []];
    if (field.kind === "date") return ["2026-03-01"];
    if (field.kind === "integer") return [field.min, field.max];
    if (field.kind === "money") return [0, 7, 123_450];
    if (field.kind === "flag") return [true, false];
    return [];
  };

  test("read back what their cells show, and may keep it", () => {
    for (const [name, field] of Object.entries(fields))
      for (const value of samples(field)) {
        expect(readCell(field, formatCell(field, value)), name).toEqual({ value });
        expect(readInput(field, value), name).toEqual({ value });
      }
  });
});
