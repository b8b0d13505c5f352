import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Api } from "../../../server/features/router.ts";
import type { Person } from "../../../server/trpc/context.ts";
import { type FileDesk, openFileDesk } from "../../support/file-desk.ts";
import { createRecord } from "../../support/records/records.ts";

let desk: FileDesk;
let chief: Person;
let api: Api;

beforeEach(async () => {
  desk = await openFileDesk();
  chief = await desk.hire({ name: "Chef", role: "admin" });
  api = await desk.as(chief);
});
afterEach(() => desk.close());

const get = (person: Person | undefined, file: string) => desk.get(person, `/api/export/privacy/${file}`);

describe("the record of processing activities", () => {
  it("is refused to strangers and everybody but admins, and is there in two forms only", async () => {
    const maintainer = await desk.hire({ role: "maintainer" });
    expect((await get(undefined, "register.html")).status).toBe(401);
    expect((await get(maintainer, "register.html")).status).toBe(403);
    expect((await get(maintainer, "register.pdf")).status).toBe(403);
    expect((await get(chief, "register.docx")).status).toBe(404);
    await expect((await desk.as(maintainer)).privacy.processing({})).rejects.toMatchObject({ code: "FORBIDDEN" });
  });

  it("is written from the settings, the providers and the customers, and nothing in it is markup", async () => {
    await api.setting.update({
      section: "privacy",
      values: { controller: "Agentur <b>Nordlicht</b>\nHafen 1", signInDays: 90, historyDays: null },
      secrets: {},
      version: 0,
    });
    await createRecord(api, "provider", {
      name: "Rechenhaus <i>GmbH</i>",
      avvSignedAt: "2026-02-03",
      avvVersion: "2.1",
      subProcessorsUrl: "https://rechenhaus.example/teile",
    });
    await createRecord(api, "customer", {
      name: "Weingut Amsel",
      avvStatus: "signed",
      avvVersion: "2025-01",
      subProcessors: ["Rechenhaus GmbH"],
    });
    const answer = await get(chief, "register.html");
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-disposition")).toContain("attachment");
    expect(answer.headers.get("cache-control")).toBe("no-store");
    const html = await answer.text();
    expect(html).toContain("Agentur &lt;b&gt;Nordlicht&lt;/b&gt;<br>Hafen 1");
    expect(html).toContain("Nach 90 Tagen.");
    expect(html).toContain("Keine feste Frist.");
    expect(html).toContain("Rechenhaus &lt;i&gt;GmbH&lt;/i&gt;");
    expect(html).toContain("Version 2.1, unterschrieben am 03.02.2026");
    expect(html).toMatch(/Weingut Amsel \(K-\d+\)<\/td><td>Version 2025-01/);
  });
});

describe("whom the agency processes data with", () => {
  it("counts the versions that are signed and the active customers without one", async () => {
    const customer = (name: string, values: Record<string, unknown>) =>
      createRecord(api, "customer", { name, status: "active", ...values });
    await customer("Eins", { avvStatus: "signed", avvVersion: "2025-01" });
    await customer("Zwei", { avvStatus: "signed", avvVersion: "2026-01" });
    await customer("Drei", { avvStatus: "signed", avvVersion: "2026-01" });
    await customer("Vier", { avvStatus: "outdated" });
    await customer("Fünf", { avvStatus: "notNeeded" });
    const gone = await customer("Sechs", { avvStatus: "missing" });
    await api.customer.archive({ id: gone.id, version: gone.version } as never);
    await createRecord(api, "provider", { name: "Ohne Vertrag" });
    expect(await api.privacy.processing({})).toMatchObject({
      processors: [{ name: "Ohne Vertrag", signedOn: null, version: null, partsUrl: null }],
      versions: [
        { version: "2026-01", customers: 2 },
        { version: "2025-01", customers: 1 },
      ],
      missing: 1,
    });
  });
});
