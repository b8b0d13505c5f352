import { beforeEach, describe, expect, it } from "vitest";
import type { Person } from "../../server/trpc/context.ts";
import { checkFile, importAll } from "../support/import-desk.ts";
import { type Office, openOffice } from "../support/office.ts";

let office: Office;
let jana: Person;
beforeEach(async () => {
  office = await openOffice();
  jana = await office.hire({ role: "maintainer" });
});

describe("importing customers", () => {
  it("creates what the dry run has promised", async () => {
    const bytes =
      "Kundennummer;Firma;E-Mail;Tags\nK-1;Weingut Amsel;info@amsel.example;Wein, Hof\nK-2;Bäckerei Böhm;kaputt;\n";
    const { checked, view } = await importAll(office, jana, { type: "customer", bytes });
    expect(checked).toMatchObject({ state: "checked", counts: { created: 1, failed: 1 } });
    expect(view).toMatchObject({ state: "finished", counts: { created: 1, failed: 1 } });
  });
});
