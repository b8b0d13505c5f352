import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { setPortalTimeZone } from "../../../contract/time/time-zone.ts";
import { portalDate } from "../../../contract/time/today.ts";
import { brandColors, contrast, parse } from "../../../contract/values/brand-colors.ts";
import type { Api } from "../../../server/features/router.ts";
import { readAppearance } from "../../../server/settings/read-settings.ts";
import { type Office, openOffice } from "../../support/office.ts";
import { createRecord } from "../../support/records/records.ts";
import { expectRefusal } from "../../support/records/refusals.ts";
import { serveOffice } from "../../support/servers/office-server.ts";

let office: Office;
let admin: Api;

beforeEach(async () => {
  office = await openOffice();
  admin = await office.as(await office.hire({ role: "admin" }));
});
afterEach(() => setPortalTimeZone("Europe/Berlin"));

const update = (values: Record<string, unknown>, version = 0) =>
  admin.setting.update({ section: "general", values, secrets: {}, version });

describe("general settings are refused", () => {
  it("to everybody but admins", async () => {
    for (const role of ["maintainer", "member", "readonly"] as const) {
      const api = await office.as(await office.hire({ role }));
      await expect(api.setting.get({ section: "general" })).rejects.toMatchObject({ code: "FORBIDDEN" });
      await expect(
        api.setting.update({ section: "general", values: { agencyName: "Meine" }, secrets: {}, version: 0 }),
      ).rejects.toMatchObject({ code: "FORBIDDEN" });
    }
  });

  it.each([
    [{ agencyName: "x".repeat(81) }, "values.agencyName"],
    [{ primaryColor: "rot" }, "values.primaryColor"],
    [{ primaryColor: "#b40032;}*{display:none" }, "values.primaryColor"],
    [{ timeZone: "Europa/Nirgends" }, "values.timeZone"],
    [{ logoKey: "nirgends" }, "values.logoKey"],
    [{ numberRanges: { customer: { prefix: "kunde", digits: 5 } } }, "values.numberRanges.customer.prefix"],
    [{ numberRanges: { customer: { prefix: "K-", digits: 0 } } }, "values.numberRanges.customer.digits"],
    [{ nirgends: 1 }, "values."],
  ])("with %j, at its field, and nothing is kept", async (values, field) => {
    await expectRefusal(update(values), "BAD_REQUEST", field);
    expect((await admin.setting.get({ section: "general" })).version).toBe(0);
  });

  it("when somebody else has changed them meanwhile", async () => {
    await update({ agencyName: "Erste" });
    await expectRefusal(update({ agencyName: "Zweite" }), "CONFLICT");
    expect((await readAppearance(office.services.db)).agencyName).toBe("Erste");
  });
});

describe("general settings", () => {
  it("give numbers the form of the agency and pass over those that there are", async () => {
    await createRecord(admin, "customer");
    await update({ numberRanges: { customer: { prefix: "KD", digits: 3 } } });
    const { id } = await createRecord(admin, "customer");
    expect((await admin.customer.get({ id })).values.number).toBe("KD002");
    const [change] = await office.services.db
      .selectFrom("changes")
      .selectAll()
      .where("kind", "=", "setting.updated")
      .execute();
    expect(change).toMatchObject({ subjectId: "general", version: 1 });
  });

  it("move the portal's clocks and calendars", async () => {
    const late = new Date("2026-11-20T23:30:00Z");
    expect(portalDate(late)).toBe("2026-11-21");
    await update({ timeZone: "America/New_York" });
    expect(portalDate(late)).toBe("2026-11-20");
  });

  it("colour every page, also for who is not signed in", async () => {
    const server = await serveOffice(office);
    const read = async () => (await fetch(`${server.url}/api/appearance/style.css`)).text();
    expect(await read()).toBe("");
    await update({ primaryColor: "#ffcc00" });
    expect(await read()).toMatch(/^:root:root\{--brand:#[0-9a-f]{6};/);
    expect((await fetch(`${server.url}/api/appearance/logo`)).status).toBe(404);
    await server.close();
  });
});

describe("the colours of a brand", () => {
  const colors = ["#000000", "#ffffff", "#ffcc00", "#00ff00", "#0000ff", "#b40032", "#808080", "#fffffe", "#123456"];
  it.each(colors)("of %s can be read on and with in both themes", (color) => {
    const { light, dark } = brandColors(color);
    const ratio = (one: string | undefined, other: string) => contrast(parse(one ?? ""), parse(other));
    expect(ratio(light["--brand"], "#ffffff")).toBeGreaterThanOrEqual(4.5);
    expect(ratio(light["--brand-text"], "#f2eff1")).toBeGreaterThanOrEqual(4.5);
    expect(ratio(dark["--brand"], "#ffffff")).toBeGreaterThanOrEqual(4.5);
    expect(ratio(dark["--brand-text"], "#252123")).toBeGreaterThanOrEqual(4.5);
  });
});
