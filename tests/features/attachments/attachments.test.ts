import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { groupVersions } from "../../../contract/files/attachments.ts";
import { removeOrphanedFiles } from "../../../server/features/files/orphans.ts";
import type { Api } from "../../../server/features/router.ts";
import type { Person } from "../../../server/trpc/context.ts";
import { aPdf, aPng } from "../../support/browser/pictures.ts";
import { type FileDesk, openFileDesk } from "../../support/file-desk.ts";
import { createRecord } from "../../support/records/records.ts";
import { refusalsOf } from "../../support/records/refusals.ts";

let desk: FileDesk;
let jana: Person;
let timo: Person;
let api: Api;
let record: { type: "website"; id: string };

beforeEach(async () => {
  desk = await openFileDesk();
  jana = await desk.hire({ name: "Jana Petersen" });
  timo = await desk.hire({ name: "Timo Brandt", role: "admin" });
  api = await desk.as(jana);
  record = { type: "website", id: (await createRecord(api, "website")).id };
  desk.signals.length = 0;
});
afterEach(() => desk.close());

const day = 24 * 60 * 60 * 1000;
const pdf = (person: Person = jana) => desk.upload(person, "Vertrag.pdf", aPdf, { purpose: "file" });
const filesOf = async (person: Person) => (await desk.as(person)).attachment.list(record);
const fileChanges = async () =>
  (await api.change.list(record)).data.filter(({ filename }) => filename).map(({ what, filename }) => [what, filename]);

describe("a file on a record", () => {
  it("is nothing that a stranger sees, adds or takes away", async () => {
    const { key } = await pdf();
    const stranger = await desk.as();
    for (const call of [
      stranger.attachment.list(record),
      stranger.attachment.attach({ ...record, key }),
      stranger.attachment.detach({ ...record, key }),
      stranger.attachment.rename({ ...record, key, filename: "Anders.pdf" }),
      stranger.attachment.sign({ ...record, key }),
    ])
      await expect(call).rejects.toMatchObject({ code: "UNAUTHORIZED" });
  });

  it("is seen by a reading person, but neither added nor taken away", async () => {
    const { key } = await pdf();
    await api.attachment.attach({ ...record, key });
    const lena = await desk.hire({ role: "readonly" });
    const reader = await desk.as(lena);
    const own = await desk.upload(lena, "ich.png", await aPng());
    await expect(reader.attachment.attach({ ...record, key: own.key })).rejects.toMatchObject({ code: "FORBIDDEN" });
    await expect(reader.attachment.detach({ ...record, key })).rejects.toMatchObject({ code: "FORBIDDEN" });
    expect(await filesOf(lena)).toHaveLength(1);
  });

  it("must be the person's own, confirmed, and on no other record", async () => {
    const foreign = await pdf(timo);
    const ticket = await api.file.createUpload({ filename: "a.pdf", purpose: "file" });
    const elsewhere = await pdf();
    const other = await createRecord(api, "domain");
    await api.attachment.attach({ type: "domain", id: other.id, key: elsewhere.key });
    desk.signals.length = 0;
    for (const key of [foreign.key, ticket.fields.key, elsewhere.key, "gibt-es-nicht"])
      await expect(api.attachment.attach({ ...record, key }), key).rejects.toMatchObject({ code: "BAD_REQUEST" });
    expect(await filesOf(jana)).toEqual([]);
    expect(await fileChanges()).toEqual([]);
    expect(desk.signals).toEqual([]);
  });

  it("belongs to a record that is there", async () => {
    const { key } = await pdf();
    const missing = { type: "website", id: "gibt-es-nicht" } as const;
    await expect(api.attachment.attach({ ...missing, key })).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(api.attachment.list(missing)).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(api.attachment.detach({ ...record, key })).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  it("stays as it is while the record is in the archive", async () => {
    const [kept, added] = [await pdf(), await pdf()];
    await api.attachment.attach({ ...record, key: kept.key });
    await api.website.archive({ id: record.id });
    const refusal = { code: "PRECONDITION_FAILED" };
    await expect(api.attachment.attach({ ...record, key: added.key })).rejects.toMatchObject(refusal);
    await expect(api.attachment.detach({ ...record, key: kept.key })).rejects.toMatchObject(refusal);
    expect(await filesOf(timo)).toHaveLength(1);
  });

  it("is listed with who added it, leaves a trace and a signal, and is added only once", async () => {
    const { key } = await pdf();
    await api.attachment.attach({ ...record, key });
    await api.attachment.attach({ ...record, key });
    expect(await filesOf(timo)).toEqual([
      {
        key,
        filename: "Vertrag.pdf",
        mimeType: "application/pdf",
        size: aPdf.length,
        width: null,
        addedBy: { id: jana.id, name: "Jana Petersen" },
        addedAt: desk.services.now(),
        replacesKey: null,
        signedAt: null,
      },
    ]);
    expect(await fileChanges()).toEqual([["attached", "Vertrag.pdf"]]);
    expect(desk.signals.map(({ event, payload }) => [event, payload])).toEqual([
      ["recordsChanged", { records: { type: "website", ids: [record.id] } }],
    ]);
  });

  it("is taken away by anybody who may edit, and is gone a day later", async () => {
    const { key } = await pdf();
    await api.attachment.attach({ ...record, key });
    desk.advance(2 * day);
    await removeOrphanedFiles(desk.services);
    expect(await filesOf(jana)).toHaveLength(1);

    desk.signals.length = 0;
    await (await desk.as(timo)).attachment.detach({ ...record, key });
    expect(await filesOf(jana)).toEqual([]);
    expect(await fileChanges()).toEqual([
      ["detached", "Vertrag.pdf"],
      ["attached", "Vertrag.pdf"],
    ]);
    expect(desk.signals).toHaveLength(1);
    await removeOrphanedFiles(desk.services);
    expect((await desk.get(jana, `/api/file/${key}`)).status).toBe(404);
  });

  it("is renamed by anybody who may edit, and the history tells both names", async () => {
    const { key } = await pdf();
    await api.attachment.attach({ ...record, key });
    desk.signals.length = 0;
    desk.advance(1000);
    const timos = await desk.as(timo);
    expect(await timos.attachment.rename({ ...record, key, filename: " Vertrag 2026 " })).toEqual({
      key,
      filename: "Vertrag 2026.pdf",
    });
    expect((await filesOf(jana)).map(({ filename }) => filename)).toEqual(["Vertrag 2026.pdf"]);
    expect((await api.change.list(record)).data[0]).toMatchObject({
      what: "renamed",
      formerFilename: "Vertrag.pdf",
      filename: "Vertrag 2026.pdf",
      by: { id: timo.id },
    });
    expect(desk.signals).toHaveLength(1);
    await api.attachment.rename({ ...record, key, filename: "Vertrag 2026.pdf" });
    expect(desk.signals).toHaveLength(1);
  });

  it("is not renamed to what it is not, by who only reads, on another record or in the archive", async () => {
    const { key } = await pdf();
    await api.attachment.attach({ ...record, key });
    const rename = (filename: string, as = api) => as.attachment.rename({ ...record, key, filename });
    for (const filename of ["", "   ", "a/b.pdf", "x".repeat(256), "x".repeat(252), "Bild.png"])
      await expect(rename(filename), filename).rejects.toMatchObject({ code: "BAD_REQUEST" });
    await expect(rename("Bild.png")).rejects.toMatchObject({
      cause: { fields: { filename: [expect.any(String)] } },
    });
    const reader = await desk.as(await desk.hire({ role: "readonly" }));
    await expect(rename("Anders.pdf", reader)).rejects.toMatchObject({ code: "FORBIDDEN" });
    const other = { type: "domain" as const, id: (await createRecord(api, "domain")).id };
    await expect(api.attachment.rename({ ...other, key, filename: "Anders.pdf" })).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
    await api.website.archive({ id: record.id });
    await expect(rename("Anders.pdf")).rejects.toMatchObject({ code: "PRECONDITION_FAILED" });
    expect((await filesOf(jana)).map(({ filename }) => filename)).toEqual(["Vertrag.pdf"]);
  });

  it("goes with a record that is deleted for good", async () => {
    const { key } = await pdf();
    await api.attachment.attach({ ...record, key });
    const { title } = await api.website.get({ id: record.id });
    await api.website.archive({ id: record.id });
    await (await desk.as(timo)).website.delete({ id: record.id, title });
    desk.advance(2 * day);
    await removeOrphanedFiles(desk.services);
    expect((await desk.get(jana, `/api/file/${key}`)).status).toBe(404);
  });
});

describe("the versions of a document", () => {
  const filesOn = async (owner: { type: "contract"; id: string }) => groupVersions(await api.attachment.list(owner));
  const contractOf = async () => ({ type: "contract" as const, id: (await createRecord(api, "contract")).id });

  it("follow one another, each with one next at most and on the same record", async () => {
    const contract = await contractOf();
    const [first, second, third] = [await pdf(), await pdf(), await pdf()];
    await api.attachment.attach({ ...contract, key: first.key });
    await api.attachment.attach({ ...contract, key: second.key, replaces: first.key });
    const next = { ...contract, key: third.key };
    await expect(api.attachment.attach({ ...next, replaces: first.key })).rejects.toMatchObject({ code: "CONFLICT" });
    for (const replaces of [third.key, "gibt-es-nicht"])
      await expect(api.attachment.attach({ ...next, replaces })).rejects.toMatchObject({
        code: "BAD_REQUEST",
        cause: { fields: { replaces: [expect.any(String)] } },
      });
    const other = await contractOf();
    await expect(api.attachment.attach({ ...other, key: third.key, replaces: second.key })).rejects.toMatchObject({
      code: "BAD_REQUEST",
    });
    await api.attachment.attach({ ...next, replaces: second.key });
    expect(await filesOn(contract)).toMatchObject([
      { version: 3, file: { key: third.key }, earlier: [{ key: second.key }, { key: first.key }] },
    ]);
    expect((await api.change.list(contract)).data[0]).toMatchObject({ what: "replaced", filename: "Vertrag.pdf" });
  });

  it("close the gap when one of them is taken away", async () => {
    const contract = await contractOf();
    const [first, second, third] = [await pdf(), await pdf(), await pdf()];
    await api.attachment.attach({ ...contract, key: first.key });
    await api.attachment.attach({ ...contract, key: second.key, replaces: first.key });
    await api.attachment.attach({ ...contract, key: third.key, replaces: second.key });
    await api.attachment.detach({ ...contract, key: second.key });
    expect(await filesOn(contract)).toMatchObject([
      { version: 2, file: { key: third.key }, earlier: [{ key: first.key }] },
    ]);
  });

  it("stay as they are once they were signed, on contracts alone", async () => {
    const onWebsite = await pdf();
    await api.attachment.attach({ ...record, key: onWebsite.key });
    const refusal = { code: "PRECONDITION_FAILED" };
    await expect(api.attachment.sign({ ...record, key: onWebsite.key })).rejects.toMatchObject(refusal);
    const contract = await contractOf();
    const { key } = await pdf();
    await expect(api.attachment.sign({ ...contract, key })).rejects.toMatchObject({ code: "NOT_FOUND" });
    await api.attachment.attach({ ...contract, key });
    const reader = await desk.as(await desk.hire({ role: "readonly" }));
    await expect(reader.attachment.sign({ ...contract, key })).rejects.toMatchObject({ code: "FORBIDDEN" });
    await api.attachment.sign({ ...contract, key });
    desk.advance(1000);
    await api.attachment.sign({ ...contract, key });
    const acts = [
      api.attachment.detach({ ...contract, key }),
      api.attachment.rename({ ...contract, key, filename: "Anders.pdf" }),
    ];
    for (const refused of await refusalsOf(acts)) expect(refused).toMatchObject(refusal);
    const next = await pdf();
    await api.attachment.attach({ ...contract, key: next.key, replaces: key });
    expect(await filesOn(contract)).toMatchObject([
      { file: { key: next.key, signedAt: null }, earlier: [{ key, signedAt: expect.any(Date) }] },
    ]);
    const signings = (await api.change.list(contract)).data.filter(({ what }) => what === "signed");
    expect(signings).toMatchObject([{ filename: "Vertrag.pdf", by: { id: jana.id } }]);
  });
});
