import { unzipSync } from "fflate";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Api } from "../../../server/features/router.ts";
import type { Person } from "../../../server/trpc/context.ts";
import { aPdf, aPng } from "../../support/browser/pictures.ts";
import { type FileDesk, openFileDesk } from "../../support/file-desk.ts";
import { refusalOf, refusalsOf } from "../../support/records/refusals.ts";

let desk: FileDesk;
let jana: Person;
let timo: Person;
let maren: Person;
let api: Api;

const body = { title: "Vorschau in Tablet-Breite", area: "websites" } as const;

beforeEach(async () => {
  desk = await openFileDesk();
  jana = await desk.hire({ name: "Jana Petersen" });
  timo = await desk.hire({ name: "Timo Brandt" });
  maren = await desk.hire({ name: "Maren Ahlers", role: "maintainer" });
  api = await desk.as(jana);
});
afterEach(() => desk.close());

const pdf = (person: Person) => desk.upload(person, "Notiz.pdf", aPdf, { purpose: "file" });

describe("the files of feedback", () => {
  it("come with it, and are nobody else's to change", async () => {
    const shot = await desk.upload(jana, "Bildschirmfoto.png", await aPng());
    const { id } = await api.feedback.give({ body, files: [shot.key] });
    const entry = { type: "feedback", id } as const;
    expect((await api.attachment.list(entry)).map(({ key }) => key)).toEqual([shot.key]);
    const other = await desk.as(timo);
    const own = await pdf(timo);
    const calls = [
      other.attachment.attach({ ...entry, key: own.key }),
      other.attachment.detach({ ...entry, key: shot.key }),
      other.attachment.rename({ ...entry, key: shot.key, filename: "anders.png" }),
    ];
    for (const refusal of await refusalsOf(calls)) expect(refusal).toMatchObject({ code: "FORBIDDEN" });
    await (await desk.as(maren)).attachment.detach({ ...entry, key: shot.key });
    expect(await api.attachment.list(entry)).toEqual([]);
  });

  it("are never somebody else's, never larger than 10 MB, and never more than ten", async () => {
    const foreign = await pdf(timo);
    expect(await refusalOf(api.feedback.give({ body, files: [foreign.key] }))).toMatchObject({ code: "BAD_REQUEST" });
    const large = await pdf(jana);
    await desk.services.db.updateTable("files").set({ size: 10_485_761 }).where("key", "=", large.key).execute();
    expect((await refusalOf(api.feedback.give({ body, files: [large.key] }))).fields).toEqual({
      files: [expect.stringContaining("Notiz.pdf")],
    });
    expect((await api.feedback.list({})).totalItems).toBe(0);
    const keys = await Promise.all(Array.from({ length: 10 }, async () => (await pdf(jana)).key));
    const { id } = await api.feedback.give({ body, files: keys });
    const { key } = await pdf(jana);
    expect((await refusalOf(api.attachment.attach({ type: "feedback", id, key }))).fields).toEqual({
      files: [expect.any(String)],
    });
  });
});

it.each(["csv", "xlsx"])("a %s of feedback has nothing of what maintainers note", async (format) => {
  const { id } = await api.feedback.give({ body, files: [] });
  const maintainer = await desk.as(maren);
  await maintainer.feedback.comment({ id, body: "Der Kunde zahlt dafür", internal: true });
  const answer = await desk.get(jana, `/api/export/feedback.${format}`);
  expect(answer.status).toBe(200);
  const bytes = new Uint8Array(await answer.arrayBuffer());
  const parts = format === "csv" ? [bytes] : Object.values(unzipSync(bytes));
  const text = parts.map((part) => new TextDecoder().decode(part)).join();
  expect(text).toContain("Vorschau in Tablet-Breite");
  expect(text).not.toContain("zahlt");
  if (format === "csv") expect(text).toMatch(/F-1;.*;1;0;/);
});
