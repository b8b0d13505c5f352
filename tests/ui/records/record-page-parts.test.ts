import { describe, expect, it } from "vitest";
import { contractPageUi } from "../../../app/features/contracts/page-ui.ts";
import { customerPageUi } from "../../../app/features/customers/page-ui.tsx";
import { devicePageUi } from "../../../app/features/devices/page-ui.tsx";
import { domainPageUi } from "../../../app/features/domains/page-ui.ts";
import { hostPageUi } from "../../../app/features/hosts/page-ui.tsx";
import { websitePageUi } from "../../../app/features/websites/page-ui.ts";
import { duplicateOf } from "../../../app/records/form/duplicate.ts";
import { changeSentence } from "../../../app/records/history/change-sentence.ts";
import { labelWithin } from "../../../app/records/page/key-data.tsx";
import { keyDataParts } from "../../../app/records/page/key-data-parts.ts";
import { presenceSentence } from "../../../app/records/page/presence-sentence.ts";
import type { PageUi } from "../../../app/records/record-ui.tsx";
import { formatValue } from "../../../app/records/values/format-value.ts";
import type { HistoryEntry } from "../../../contract/changes/record-history.ts";
import { declarationOf } from "../../../contract/records/declarations.ts";
import type { Output } from "../../../contract/records/fields.ts";
import type { RecordType } from "../../../contract/records/record-types.ts";
import type { RecordRow } from "../../../contract/records/rows.ts";

const pageUis: Partial<Record<RecordType, PageUi>> = {
  contract: contractPageUi,
  customer: customerPageUi,
  device: devicePageUi,
  domain: domainPageUi,
  host: hostPageUi,
  website: websitePageUi,
};
const termOf = (record: RecordRow, today: string) => pageUis[record.type]?.term?.(record, today);
const partsOf = (record: RecordRow, options: { all: boolean }) =>
  keyDataParts(record, { ...pageUis[record.type], ...options });

const at = new Date("2026-11-20T08:00:00Z");

function aRecord(type: RecordType, values: Record<string, Output>): RecordRow {
  const can = { edit: true, archive: true, delete: false, overwrite: false };
  const meta = { version: 1, createdAt: at, updatedAt: at, archivedAt: null, createdBy: null, updatedBy: null };
  return { id: "r1", type, title: "Weingut Amsel", ...meta, values, can };
}

describe("who has a record open", () => {
  const person = (name: string, editing = false) => ({ id: name, name, image: null, editing });
  const nobody = { viewers: [], editors: [], isEditingElsewhere: false };

  it.each([
    [nobody, ""],
    [{ ...nobody, viewers: [person("Sofie Lindner")] }, "Sofie ist auch hier"],
    [
      { ...nobody, viewers: [person("Sofie Lindner")], editors: [person("Timo Brandt", true)] },
      "Timo bearbeitet, Sofie ist auch hier",
    ],
    [{ ...nobody, editors: [person("Timo B"), person("Jana P")] }, "Timo und Jana bearbeiten"],
    [{ ...nobody, viewers: ["Ada", "Bo", "Cy"].map((name) => person(name)) }, "Ada und 2 weitere sind auch hier"],
    [{ ...nobody, isEditingElsewhere: true }, "Du bearbeitest das in einem anderen Fenster"],
  ])("is said in one sentence", (presence, sentence) => {
    expect(presenceSentence(presence)).toBe(sentence);
  });
});

describe("key data", () => {
  it("leave out what something else says better, and keep what can be made", () => {
    const host = partsOf(aRecord("host", { name: "web03", shared: false, kind: "vserver", customerCount: 7 }), {
      all: false,
    });
    const names = host.parts.flatMap(({ rows }) => rows.map(({ name }) => name));
    expect(names).toContain("customerCount");
    expect(names).not.toContain("shared");
    const hostOf = (values: Record<string, Output>) =>
      partsOf(aRecord("host", { name: "web03", shared: false, customerId: null, ...values }), { all: false })
        .parts.flatMap(({ rows }) => rows)
        .map(({ name }) => name);
    expect(hostOf({ customerCount: 7 })).not.toContain("customerId");
    expect(hostOf({ customerCount: 1 })).toContain("customerId");
    const website = partsOf(aRecord("website", { name: "Amsel", slaLevel: "none", contractId: null }), { all: false });
    expect(website.parts.flatMap(({ rows }) => rows.map(({ name }) => name))).toContain("contractId");
  });

  it("of a website stand without what its head already says: address, customer, hosts and who is responsible", () => {
    expect(websitePageUi.lead?.facts).toEqual(["url", "customerId", "hosts", "responsibleUserId"]);
  });

  it("do not repeat their heading", () => {
    expect(labelWithin("Backup", "Backup: Umfang")).toBe("Umfang");
    expect(labelWithin("Rechnungsadresse", "Ort (Rechnung)")).toBe("Ort");
    expect(labelWithin("Registrierung", "Laufzeit (Monate)")).toBe("Laufzeit (Monate)");
  });
});

describe("the term of a record", () => {
  const domain = { renewsAt: "2026-12-23", periodMonths: 12, cancelBy: "2026-11-23" };

  it("reaches from one renewal to the next, with the last day to cancel", () => {
    const term = termOf(aRecord("domain", domain), "2026-11-20");
    expect(term).toMatchObject({
      from: "2025-12-23",
      to: "2026-12-23",
      label: "Laufzeit 23.12.2025 bis 23.12.2026, kündbar bis 23.11.2026",
      note: "kündbar bis 23.11.2026,",
      urgency: "noch 3 Tage",
    });
    expect(term?.now).toBeCloseTo(332 / 365, 5);
    expect(term?.lastDate).toBeCloseTo(335 / 365, 5);
  });

  it.each([
    ["cancel", "Gekündigt,"],
    ["handOver", "Abgabe an den Kunden,"],
  ])("has no last day any more once it is decided: %s", (renewDecision, note) => {
    const term = termOf(aRecord("domain", { ...domain, renewDecision }), "2026-11-20");
    expect(term).toMatchObject({ label: "Laufzeit 23.12.2025 bis 23.12.2026", note, urgency: "noch 33 Tage" });
    expect(term?.lastDate).toBeUndefined();
  });

  it("of a contract reaches from its beginning to the end of what runs, and of a draft there is none", () => {
    const values = { status: "active", startAt: "2025-01-01", endAt: null, minTermMonths: 12, periodMonths: 12 };
    const contract = { ...values, autoRenew: true, cancelBy: "2026-10-02" };
    const term = termOf(aRecord("contract", contract), "2026-09-20");
    expect(term).toMatchObject({
      from: "2025-01-01",
      to: "2026-12-31",
      label: "Laufzeit 01.01.2025 bis 31.12.2026, kündbar bis 02.10.2026",
      note: "kündbar bis 02.10.2026,",
      urgency: "noch 12 Tage",
    });
    expect(term?.lastDate).toBeCloseTo(639 / 729, 5);
    expect(term?.zone?.to).toBe(term?.lastDate);
    const ending = { ...contract, status: "cancelled", endAt: "2026-12-31", cancelBy: null };
    expect(termOf(aRecord("contract", ending), "2026-11-20")).toMatchObject({
      note: "Vertragsende,",
      urgency: "noch 41 Tage",
    });
    expect(termOf(aRecord("contract", { ...contract, status: "draft" }), "2026-09-20")).toBeUndefined();
    const ofPeriods = { ...contract, minTermMonths: null };
    expect(termOf(aRecord("contract", ofPeriods), "2026-09-20")?.to).toBe("2026-12-31");
    expect(termOf(aRecord("contract", { ...ofPeriods, periodMonths: null }), "2026-09-20")).toBeUndefined();
  });

  it.each([
    ["2026-11-23", "heute"],
    ["2026-11-22", "noch 1 Tag"],
    ["2026-11-24", "noch 29 Tage"],
    ["2026-12-24", "seit 1 Tag"],
    ["2026-12-26", "seit 3 Tagen"],
  ])("on %s says „%s“", (today, urgency) => {
    expect(termOf(aRecord("domain", domain), today)?.urgency).toBe(urgency);
  });

  it("keeps within its span, and ends on the last day of a short month", () => {
    const late = termOf(aRecord("domain", { renewsAt: "2027-03-31", periodMonths: 1, cancelBy: null }), "2030-01-01");
    expect(late).toMatchObject({ from: "2027-02-28", now: 1 });
    expect(termOf(aRecord("domain", { renewsAt: "2027-03-31", periodMonths: 12 }), "2020-01-01")?.now).toBe(0);
  });

  it("is a device's warranty where both ends are known", () => {
    expect(termOf(aRecord("device", { warrantyUntil: "2028-02-01", warrantyMonths: 36 }), "2026-11-20")).toMatchObject({
      from: "2025-02-01",
      label: "Garantie 01.02.2025 bis 01.02.2028",
    });
    expect(termOf(aRecord("device", { warrantyUntil: "2028-02-01" }), "2026-11-20")).toBeUndefined();
  });

  it("is nothing that websites, hosts and customers have", () => {
    for (const type of ["website", "host", "customer"] as const)
      expect(termOf(aRecord(type, domain), "2026-11-20")).toBeUndefined();
  });
});

describe("key data", () => {
  const names = (record: RecordRow, all = false) =>
    partsOf(record, { all }).parts.flatMap(({ rows }) => rows.map(({ name }) => name));

  it("leave out what is empty and does not matter, and count it", () => {
    const record = aRecord("website", { url: "https://a.example/", customerId: null, repoUrl: null, stagingUrl: "" });
    expect(names(record)).toEqual(["url", "customerId"]);
    expect(partsOf(record, { all: false }).hidden).toBe(2);
    expect(names(record, true)).toEqual(["url", "customerId", "stagingUrl", "repoUrl"]);
  });

  it("never name a field that is kept from the person", () => {
    const record = aRecord("domain", { purpose: "website", noticeDays: null });
    expect(names(record, true)).toEqual(["purpose", "noticeDays"]);
  });

  it("show what the server works out beside what it comes from", () => {
    const record = aRecord("domain", { renewsAt: "2026-12-23", cancelBy: "2026-11-23", autoRenew: true });
    expect(names(record)).toEqual(["renewsAt", "cancelBy", "autoRenew"]);
  });

  it("ask for a domain's target only where it leads elsewhere", () => {
    expect(names(aRecord("domain", { purpose: "website", redirectTarget: null }))).toEqual(["purpose"]);
    expect(names(aRecord("domain", { purpose: "redirect", redirectTarget: null }))).toContain("redirectTarget");
  });
});

describe("a line of history", () => {
  const page = { type: "customer", id: "c1" } as const;
  const entry = (more: Partial<HistoryEntry>): HistoryEntry => ({
    id: "e1",
    at,
    by: null,
    subject: { ...page, title: "Weingut Amsel" },
    what: "updated",
    fields: [],
    hiddenFields: 0,
    filename: null,
    other: null,
    formerFilename: null,
    ...more,
  });
  const changed = (...fields: string[]) => fields.map((field) => ({ field, before: null, after: "x" }));

  it.each([
    [{ what: "created" as const }, "hat diesen Eintrag angelegt"],
    [{ fields: changed("status") }, "hat „Status“ geändert"],
    [{ fields: changed("status", "email") }, "hat „Status“ und „E-Mail“ geändert"],
    [
      { fields: changed("status", "email", "phone", "website"), hiddenFields: 1 },
      "hat „Status“, „E-Mail“, „Telefon“ und 2 weitere Felder geändert",
    ],
    [{ hiddenFields: 1 }, "hat ein geschütztes Feld geändert"],
    [{ hiddenFields: 3 }, "hat 3 geschützte Felder geändert"],
    [{ what: "attached" as const, filename: "AVV.pdf" }, "hat die Datei „AVV.pdf“ hinzugefügt"],
    [
      { what: "renamed" as const, filename: "AVV 2026.pdf", formerFilename: "AVV.pdf" },
      "hat die Datei „AVV.pdf“ in „AVV 2026.pdf“ umbenannt",
    ],
    [
      { what: "archived" as const, subject: { type: "contract" as const, id: "v1", title: "Wartung" } },
      "hat Vertrag „Wartung“ archiviert",
    ],
    [
      { fields: changed("phone"), subject: { type: "contact" as const, id: "a1", title: "Gerda Amsel" } },
      "hat „Telefon“ bei Ansprechpartner „Gerda Amsel“ geändert",
    ],
    [
      { what: "deleted" as const, subject: { type: "contact" as const, id: "a1", title: null } },
      "hat Ansprechpartner gelöscht",
    ],
  ])("says what happened", (more, sentence) => {
    expect(changeSentence(entry(more), page)).toBe(sentence);
  });

  const field = (type: RecordType, name: string) => {
    const found = declarationOf(type).fields[name];
    if (!found) throw new TypeError(`${type} has no field ${name}`);
    return found;
  };
  it.each([
    ["website", "lifecycle", "shutDown", "Abgeschaltet"],
    ["website", "lifecycle", "gibt-es-nicht-mehr", "gibt-es-nicht-mehr"],
    ["website", "customerId", { id: "c1", label: "Weingut Amsel" }, "Weingut Amsel"],
    ["website", "hosts", [{ id: "h1", label: "web03", role: "mail" }], "web03 (Mail)"],
    [
      "website",
      "tags",
      [
        { id: "t1", label: "Premium" },
        { id: "t2", label: "Shop" },
      ],
      "Premium, Shop",
    ],
    ["domain", "renewsAt", "2026-12-23", "23.12.2026"],
    ["domain", "costCents", 1140, "11,40\u00a0€"],
    ["domain", "noticeDays", 30, "30\u00a0Tage"],
    ["domain", "autoRenew", false, "Nein"],
    ["domain", "nameservers", [], "–"],
    ["website", "customerId", null, "–"],
  ] as const)("shows %s.%s as people read it", (type, name, value, text) => {
    expect(formatValue(field(type, name), value)).toBe(text);
  });

  it("keeps long notes short", () => {
    expect(formatValue(field("website", "notes"), "x".repeat(5000)).length).toBeLessThan(410);
  });
});

describe("a duplicate", () => {
  it("leaves out what only one may have, and says in its name that it is a copy", () => {
    const record = aRecord("website", {
      url: "https://a.example/",
      name: "Weingut Amsel",
      kind: "shop",
      contractId: null,
    });
    expect(duplicateOf(record)).toEqual({ name: "Weingut Amsel (Kopie)", kind: "shop" });
    expect(duplicateOf(aRecord("domain", { name: "a.example", nameAce: "a.example", purpose: "mail" }))).toEqual({
      purpose: "mail",
    });
  });
});
