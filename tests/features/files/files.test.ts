import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { maxFileBytes, maxImageBytes, maxOpenUploads, uploadLifeMs } from "../../../contract/files/files.ts";
import { transact } from "../../../server/db/transact.ts";
import { attachFile, detachFile } from "../../../server/features/files/commands.ts";
import type { Person } from "../../../server/trpc/context.ts";
import { anHtmlPage, anSvg, aPdf, aPng, aPolyglot } from "../../support/browser/pictures.ts";
import { type FileDesk, openFileDesk } from "../../support/file-desk.ts";
import { kumaBackup, kumaDatabase } from "../../support/import-files/kuma-backups.ts";
import { anOfficeFile, aZip } from "../../support/wiki/archives.ts";

let desk: FileDesk;
let jana: Person;
let timo: Person;

beforeEach(async () => {
  desk = await openFileDesk();
  jana = await desk.hire({ name: "Jana Petersen" });
  timo = await desk.hire({ name: "Timo Brandt", role: "admin" });
});
afterEach(() => desk.close());

async function expectNothingLeft() {
  expect(desk.bytesOnDisk()).toEqual([]);
  expect(await desk.rows()).toBe(0);
  expect(await desk.services.db.selectFrom("changes").select("id").execute()).toEqual([]);
}

describe("a stranger", () => {
  it("gets no ticket and confirms nothing", async () => {
    const stranger = await desk.as();
    await expect(stranger.file.createUpload({ filename: "bild.png" })).rejects.toMatchObject({ code: "UNAUTHORIZED" });
    const confirmation = { filename: "bild.png", key: "x", mimeType: "image/png", size: 1 } as const;
    await expect(stranger.file.confirmUpload(confirmation)).rejects.toMatchObject({ code: "UNAUTHORIZED" });
    await expectNothingLeft();
  });
});

describe("a ticket", () => {
  it("is refused to those who may only read, except for a picture", async () => {
    const reader = await desk.as(await desk.hire({ role: "readonly" }));
    await expect(reader.file.createUpload({ filename: "a.pdf", purpose: "file" })).rejects.toMatchObject({
      code: "FORBIDDEN",
    });
    expect((await reader.file.createUpload({ filename: "a.png" })).fields.key).toBeTruthy();
  });

  it.each([
    ["a program", { filename: "setup.exe", purpose: "file" }, "filename"],
    ["a page", { filename: "seite.html", purpose: "file" }, "filename"],
    ["a name without extension", { filename: "README", purpose: "file" }, "filename"],
    ["a type that the extension contradicts", { filename: "a.png", mimeType: "image/gif" }, "filename"],
    ["a document as a picture", { filename: "a.pdf" }, "filename"],
    ["a drawing that can carry scripts as a picture", { filename: "a.svg" }, "filename"],
    ["a picture that is too large", { filename: "a.png", size: maxImageBytes + 1 }, "size"],
    ["a file that is too large", { filename: "a.zip", purpose: "file", size: maxFileBytes + 1 }, "size"],
    ["an empty file", { filename: "a.png", size: 0 }, "size"],
    ["a name with a folder", { filename: "../a.png" }, "filename"],
    ["a name that hides its extension", { filename: "rechnung\u202egnp.exe.png" }, "filename"],
    ["an unknown key", { filename: "a.png", acl: "public-read" }, ""],
  ])("is refused for %s", async (_case, input, field) => {
    const refusal = await (await desk.as(jana)).file.createUpload(input as never).catch((error) => error);
    expect(refusal).toMatchObject({ code: "BAD_REQUEST" });
    const named = refusal.cause.fields ? Object.keys(refusal.cause.fields) : refusal.cause.issues[0].path;
    expect(named).toEqual(field ? [field] : []);
    await expectNothingLeft();
  });

  it("has a random key of its own that says nothing about the file", async () => {
    const api = await desk.as(jana);
    const [one, other] = [
      await api.file.createUpload({ filename: "geheim.png" }),
      await api.file.createUpload({ filename: "geheim.png" }),
    ];
    expect(one.url).toBe("/api/upload");
    expect(one.fields.key).toMatch(/^[\w-]{43}$/);
    expect(one.fields.key).not.toBe(other.fields.key);
  });

  it("is refused while too many uploads of a person are open, and only to that person", async () => {
    const api = await desk.as(jana);
    for (let count = 0; count < maxOpenUploads; count += 1) await api.file.createUpload({ filename: "a.png" });
    await expect(api.file.createUpload({ filename: "a.png" })).rejects.toMatchObject({
      code: "TOO_MANY_REQUESTS",
      cause: { retryAfterSeconds: 60 },
    });
    await expect((await desk.as(timo)).file.createUpload({ filename: "a.png" })).resolves.toBeTruthy();
  });
});

it("tickets that can no longer be used do not count as open uploads", async () => {
  const api = await desk.as(jana);
  for (let count = 0; count < maxOpenUploads; count += 1) await api.file.createUpload({ filename: "a.png" });
  desk.advance(uploadLifeMs + 1000);
  await expect((await desk.as(jana)).file.createUpload({ filename: "a.png" })).resolves.toBeTruthy();
});

describe("a confirmation", () => {
  async function received(filename: string, bytes: Uint8Array, purpose: "image" | "file" = "file") {
    const ticket = await (await desk.as(jana)).file.createUpload({ filename, purpose });
    expect((await desk.post(jana, ticket, bytes)).status).toBe(204);
    return ticket.fields.key;
  }

  it("answers another person, even an admin, as if there were no such upload, and harms nothing", async () => {
    const bytes = await aPng();
    const key = await received("a.png", bytes, "image");
    const confirmation = { filename: "a.png", key, mimeType: "image/png", size: bytes.length } as const;
    const foreign = await (await desk.as(timo)).file.confirmUpload(confirmation).catch((error) => error);
    const missing = await (await desk.as(timo)).file
      .confirmUpload({ ...confirmation, key: "gibt-es-nicht" })
      .catch((error) => error);
    expect(foreign).toMatchObject({ code: "NOT_FOUND", message: missing.message });
    await expect((await desk.as(jana)).file.confirmUpload(confirmation)).resolves.toMatchObject({ key });
  });

  it("is refused when no bytes have come", async () => {
    const api = await desk.as(jana);
    const { fields } = await api.file.createUpload({ filename: "a.png" });
    const confirmation = { filename: "a.png", key: fields.key, mimeType: "image/png", size: 10 } as const;
    await expect(api.file.confirmUpload(confirmation)).rejects.toMatchObject({ code: "PRECONDITION_FAILED" });
    await expectNothingLeft();
  });

  it("is refused when it comes too late", async () => {
    const bytes = await aPng();
    const key = await received("a.png", bytes, "image");
    desk.advance(uploadLifeMs + 1000);
    const late = (await desk.as(jana)).file.confirmUpload({
      filename: "a.png",
      key,
      mimeType: "image/png",
      size: bytes.length,
    });
    await expect(late).rejects.toMatchObject({ code: "PRECONDITION_FAILED" });
    await expectNothingLeft();
  });

  it.each([
    ["another name", { filename: "b.png" }],
    ["another type", { mimeType: "image/jpeg" }],
    ["another size", { size: 1 }],
  ] as const)("is refused when it says %s than the upload", async (_case, difference) => {
    const bytes = await aPng();
    const key = await received("a.png", bytes, "image");
    const confirmation = { filename: "a.png", key, mimeType: "image/png", size: bytes.length, ...difference } as const;
    await expect((await desk.as(jana)).file.confirmUpload(confirmation)).rejects.toMatchObject({ code: "BAD_REQUEST" });
    await expectNothingLeft();
  });

  it.each([
    ["HTML as PNG", "a.png", anHtmlPage],
    ["SVG as PNG", "a.png", anSvg],
    ["a script that begins like a GIF", "a.gif", aPolyglot],
    ["a PDF as JPEG", "a.jpg", aPdf],
    ["a PDF as text", "a.txt", aPdf],
    ["HTML as SVG", "a.svg", anHtmlPage],
    ["text as PDF", "a.pdf", Buffer.from("kein PDF")],
    ["text as ZIP", "a.zip", Buffer.from("kein ZIP")],
    ["text as a Word document", "a.docx", Buffer.from("kein Dokument")],
    ["text that is not UTF-8", "a.md", Buffer.from([0x4d, 0xfc, 0x6c, 0x6c, 0x65, 0x72])],
    ["text with NUL", "a.txt", Buffer.from("a\0b")],
    ["text that ends within a character", "a.md", Buffer.from("Grün").subarray(0, 3)],
    ["text as HEIC", "a.heic", Buffer.from("kein Bild")],
    ["a HEIC without a picture", "a.heic", Buffer.from("\0\0\0\x18ftypheic\0\0\0\0mif1heic")],
  ])("is refused for %s", async (_case, filename, bytes) => {
    const key = await received(filename, bytes);
    const mimeType = (await desk.services.db.selectFrom("files").select("mimeType").executeTakeFirstOrThrow()).mimeType;
    const refused = (await desk.as(jana)).file.confirmUpload({ filename, key, mimeType, size: bytes.length });
    await expect(refused).rejects.toMatchObject({
      code: "BAD_REQUEST",
      cause: { fields: { file: [expect.any(String)] } },
    });
    await expectNothingLeft();
  });

  it.each([
    ["a PDF", "a.pdf", aPdf, "application/pdf"],
    [
      "a Word document",
      "a.docx",
      anOfficeFile("docx"),
      "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    ],
    [
      "a spreadsheet",
      "a.xlsx",
      anOfficeFile("xlsx"),
      "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    ],
    ["a ZIP", "a.zip", aZip({ "lies-mich.txt": "Hallo" }), "application/zip"],
    ["Markdown", "a.md", Buffer.from("# Überschrift"), "text/markdown"],
    [
      "a mail",
      "a.eml",
      Buffer.from("Received: by mail\r\nFrom: a@b.example\r\nSubject: Hallo\r\n\r\nText"),
      "message/rfc822",
    ],
    ["a drawing", "a.svg", Buffer.concat([Buffer.from('<?xml version="1.0"?>'), anSvg]), "image/svg+xml"],
  ])("takes %s as it is", async (_case, filename, bytes, mimeType) => {
    const file = await desk.upload(jana, filename, bytes, { purpose: "file" });
    expect(file).toMatchObject({ filename, mimeType, size: bytes.length });
    const kept = await desk.get(jana, `/api/file/${file.key}`);
    expect(Buffer.from(await kept.arrayBuffer())).toEqual(bytes);
  });

  it.each([
    ["a database", "kuma.db", kumaDatabase(), "application/vnd.sqlite3"],
    ["a backup", "kuma.json", Buffer.from(kumaBackup([])), "application/json"],
  ])(
    "takes %s of Uptime Kuma for an import, and nothing else under its name",
    async (_case, filename, bytes, mimeType) => {
      const file = await desk.upload(jana, filename, bytes, { purpose: "import" });
      expect(file).toMatchObject({ filename, mimeType, size: bytes.length });
      await expect(desk.upload(jana, filename, aPdf, { purpose: "import" })).rejects.toMatchObject({
        code: "BAD_REQUEST",
      });
    },
  );

  it.each([
    ["a Word document", "a.xlsx", anOfficeFile("docx")],
    ["any archive", "a.docx", aZip({ "virus.exe": "MZ" })],
  ])("is refused for %s under another extension", async (_case, filename, bytes) => {
    await expect(desk.upload(jana, filename, bytes, { purpose: "file" })).rejects.toMatchObject({
      code: "BAD_REQUEST",
    });
    await expectNothingLeft();
  });

  it("is had once, also when two come at the same time", async () => {
    const bytes = await aPng();
    const key = await received("a.png", bytes, "image");
    const api = await desk.as(jana);
    const confirm = () =>
      api.file.confirmUpload({ filename: "a.png", key, mimeType: "image/png", size: bytes.length }).then(
        () => "confirmed",
        (error) => error.code,
      );
    expect((await Promise.all([confirm(), confirm()])).sort()).toEqual(["CONFLICT", "confirmed"]);
    expect(await confirm()).toBe("CONFLICT");
    expect(desk.bytesOnDisk()).toHaveLength(1);
  });

  it("keeps the file, and records who uploaded what", async () => {
    const text = Buffer.from("Kunde;Betrag\nMüller;12,50\n");
    const file = await desk.upload(jana, "Umsätze.csv", text, { purpose: "file" });
    expect(file).toEqual({
      key: expect.stringMatching(/^[\w-]{43}$/),
      filename: "Umsätze.csv",
      mimeType: "text/csv",
      size: text.length,
      width: null,
      height: null,
    });
    const changes = await desk.services.db.selectFrom("changes").selectAll().execute();
    expect(changes).toMatchObject([{ kind: "file.uploaded", subjectId: file.key, actorId: jana.id }]);
    expect(desk.bytesOnDisk()).toEqual([`uploads/kept/${file.key.slice(0, 2)}/${file.key}`]);
  });
});

describe("a record", () => {
  const attach = async (person: Person, key: string, owner = `user:${person.id}`) =>
    transact(await desk.contextOf(person), (tx) => attachFile(tx, { key, owner, createdById: person.id }));

  it("may not take a foreign file, an unconfirmed one, or one that another record has", async () => {
    const file = await desk.upload(jana, "a.png", await aPng());
    const invalid = expect.objectContaining({ code: "invalid" });
    await expect(attach(timo, file.key)).rejects.toEqual(invalid);
    const { fields } = await (await desk.as(jana)).file.createUpload({ filename: "a.png" });
    await expect(attach(jana, fields.key)).rejects.toEqual(invalid);
    await attach(jana, file.key, "user:1");
    await expect(attach(jana, file.key, "user:2")).rejects.toEqual(invalid);
  });

  it("takes a file, may take it again, and gives it back", async () => {
    const { key } = await desk.upload(jana, "a.png", await aPng());
    const owner = async () =>
      (await desk.services.db.selectFrom("files").select("owner").where("key", "=", key).executeTakeFirst())?.owner;
    await attach(jana, key);
    await attach(jana, key);
    expect(await owner()).toBe(`user:${jana.id}`);
    await transact(await desk.contextOf(jana), (tx) => detachFile(tx, { key, owner: `user:${jana.id}` }));
    expect(await owner()).toBeNull();
  });
});
