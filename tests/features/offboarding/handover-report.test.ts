import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Person } from "../../../server/trpc/context.ts";
import { type FileDesk, openFileDesk } from "../../support/file-desk.ts";
import { createRecord } from "../../support/records/records.ts";

let desk: FileDesk;
let chief: Person;
let jana: Person;

beforeEach(async () => {
  desk = await openFileDesk();
  chief = await desk.hire({ name: "Chef", role: "admin" });
  jana = await desk.hire({ name: "Jana <b>Petersen</b>" });
});
afterEach(() => desk.close());

const get = (person: Person | undefined, file: string) => desk.get(person, `/api/export/offboarding/${file}`);

describe("the handover report", () => {
  it("is refused to strangers and everybody but admins", async () => {
    expect((await get(undefined, `${jana.id}.html`)).status).toBe(401);
    expect((await get(await desk.hire({ role: "maintainer" }), `${jana.id}.html`)).status).toBe(403);
    expect((await get(jana, `${jana.id}.pdf`)).status).toBe(403);
  });

  it.each(["niemand.html", "niemand.docx", "niemand", "a%2Fb.html"])("is not there as %s", async (file) => {
    expect((await get(chief, file)).status).toBe(404);
  });

  it("says what was done and what is left, and nothing in it is markup", async () => {
    const api = await desk.as(chief);
    await createRecord(api, "customer", { name: "Weingut <i>Amsel</i>", responsibleUserId: jana.id });
    await createRecord(api, "page", { title: "Bleibt liegen", responsibleUserId: jana.id });
    await api.offboarding.handOver({ id: jana.id, toId: chief.id, types: ["customer"] });
    await api.offboarding.finish({ id: jana.id });
    const answer = await get(chief, `${jana.id}.html`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-disposition")).toContain("attachment");
    expect(answer.headers.get("cache-control")).toBe("no-store");
    const html = await answer.text();
    for (const words of [
      "Austritt von Jana &lt;b&gt;Petersen&lt;/b&gt;",
      "An Chef übergeben: 1 Kunde",
      "Weingut &lt;i&gt;Amsel&lt;/i&gt;",
      "Austritt abgeschlossen. Noch nicht übergeben: 1",
      "Abgeschlossen am 20.11.2026",
    ])
      expect(html).toContain(words);
    expect(html).not.toMatch(/<script|<b>|<i>/);
  });
});
