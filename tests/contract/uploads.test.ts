import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdirSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { request as httpRequest } from "node:http";
import path from "node:path";
import { createTRPCClient, httpBatchLink } from "@trpc/client";
import superjson from "superjson";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type UploadTicket, uploadLifeMs } from "../../contract/files/files.ts";
import { recordDowntime } from "../../server/features/files/downtimes.ts";
import { removeOrphanedFiles } from "../../server/features/files/orphans.ts";
import type { AppRouter } from "../../server/features/router.ts";
import { toFields } from "../../server/files/upload-policy.ts";
import { openUploads } from "../../server/files/uploads.ts";
import type { Person } from "../../server/trpc/context.ts";
import { aPng } from "../support/browser/pictures.ts";
import { type FileDesk, openFileDesk, toForm } from "../support/file-desk.ts";

let desk: FileDesk;
let jana: Person;
let timo: Person;

beforeEach(async () => {
  desk = await openFileDesk();
  jana = await desk.hire({ name: "Jana Petersen" });
  timo = await desk.hire({ name: "Timo Brandt", role: "admin" });
});
afterEach(() => desk.close());

const aTicket = async (input: { filename?: string; size?: number; purpose?: "image" | "file" } = {}) =>
  (await desk.as(jana)).file.createUpload({ filename: "a.png", ...input });

async function expectRefusal(answer: Response, status: number) {
  expect(answer.status).toBe(status);
  expect((await answer.json()).message).toMatch(/\.$/);
}
async function expectNothingLeft() {
  await vi.waitFor(() => expect(desk.bytesOnDisk()).toEqual([]));
  await vi.waitFor(async () => expect(await desk.rows()).toBe(0));
}
const changed = (ticket: UploadTicket, fields: Record<string, string>): UploadTicket => ({
  ...ticket,
  fields: { ...ticket.fields, ...fields },
});

describe("a post that does not belong to its ticket", () => {
  it("is refused to a stranger, and the ticket still works", async () => {
    const ticket = await aTicket();
    await expectRefusal(await desk.post(undefined, ticket, await aPng()), 401);
    await expectRefusal(await desk.post(timo, ticket, await aPng()), 403);
    expect(desk.bytesOnDisk()).toEqual([]);
    expect((await desk.post(jana, ticket, await aPng())).status).toBe(204);
  });

  it("is refused from another origin", async () => {
    const { fields } = await aTicket();
    const headers = { cookie: await desk.cookieOf(jana), origin: "https://fremd.example" };
    const answer = await fetch(`${desk.url}/api/upload`, {
      method: "POST",
      headers,
      body: toForm(fields, await aPng()),
    });
    await expectRefusal(answer, 403);
    expect(desk.bytesOnDisk()).toEqual([]);
  });

  it.each([
    ["key", () => randomBytes(32).toString("base64url")],
    ["key", () => "../../techcenter.sqlite"],
    ["Content-Type", () => "text/html"],
    ["X-Signature", () => randomBytes(32).toString("base64url")],
    ["Policy", () => Buffer.from(JSON.stringify({ key: "x" })).toString("base64url")],
    ["acl", () => "public-read"],
  ])("is refused with a forged %s", async (name, value) => {
    await expectRefusal(await desk.post(jana, changed(await aTicket(), { [name]: value() }), await aPng()), 403);
    expect(desk.bytesOnDisk()).toEqual([]);
  });

  it("is refused with a policy that another key signed", async () => {
    const ticket = await aTicket();
    const policy = JSON.parse(Buffer.from(ticket.fields.Policy ?? "", "base64url").toString());
    const forged = {
      url: ticket.url,
      fields: toFields({ ...policy, maxBytes: 1e9 }, "another key, also 32 characters."),
    };
    await expectRefusal(await desk.post(jana, forged, await aPng()), 403);
    expect(desk.bytesOnDisk()).toEqual([]);
  });

  it("is refused when the ticket has expired", async () => {
    const ticket = await aTicket();
    desk.advance(uploadLifeMs);
    await expectRefusal(await desk.post(jana, ticket, await aPng()), 403);
    await expectNothingLeft();
  });

  it("is refused when the key has been used, and the first file stays", async () => {
    const [ticket, bytes] = [await aTicket(), await aPng()];
    expect((await desk.post(jana, ticket, bytes)).status).toBe(204);
    await expectRefusal(await desk.post(jana, ticket, Buffer.from("anderes")), 409);
    const { key } = ticket.fields;
    const confirmation = { filename: "a.png", key, mimeType: "image/png", size: bytes.length } as const;
    await (await desk.as(jana)).file.confirmUpload(confirmation);
    await expectRefusal(await desk.post(jana, ticket, bytes), 409);
    expect((await desk.get(jana, `/api/file/${key}`)).status).toBe(200);
  });

  it("lets one of two posts through that come at the same time", async () => {
    const [ticket, bytes] = [await aTicket(), await aPng()];
    const answers = await Promise.all([desk.post(jana, ticket, bytes), desk.post(jana, ticket, bytes)]);
    expect(answers.map((answer) => answer.status).sort()).toEqual([204, 409]);
    expect(desk.bytesOnDisk()).toEqual([`uploads/received/${ticket.fields.key}`]);
  });
});

describe("a post of the wrong shape", () => {
  async function postRaw(body: Buffer | string, headers: Record<string, string> = {}) {
    return fetch(`${desk.url}/api/upload`, {
      method: "POST",
      headers: {
        cookie: await desk.cookieOf(jana),
        "content-type": "multipart/form-data; boundary=grenze",
        ...headers,
      },
      body: Buffer.from(body),
    });
  }
  const part = (name: string, value: string, filename = "") =>
    `--grenze\r\nContent-Disposition: form-data; name="${name}"${filename && `; filename="${filename}"`}\r\n\r\n${value}\r\n`;
  const fieldsOf = (ticket: UploadTicket) => Object.entries(ticket.fields).map(([name, value]) => part(name, value));

  it("is refused when it is larger than announced", async () => {
    const ticket = await aTicket({ size: 100 });
    await expectRefusal(await desk.post(jana, ticket, randomBytes(101)), 413);
    await expectNothingLeft();
  });

  it("is refused when it is larger than anything may be", async () => {
    await expectRefusal(await desk.post(jana, await aTicket(), randomBytes(16 * 1024 * 1024)), 413);
    await expectNothingLeft();
  });

  it("is refused when it is smaller than announced", async () => {
    await expectRefusal(await desk.post(jana, await aTicket({ size: 100 }), randomBytes(99)), 400);
    await expectNothingLeft();
  });

  it("is refused when the form ends within the file", async () => {
    const ticket = await aTicket();
    const whole = [...fieldsOf(ticket), part("file", "angefangen", "a.png")].join("");
    await expectRefusal(await postRaw(whole), 400);
    await expectNothingLeft();
  });

  it("is forgotten when the connection breaks within the file", async () => {
    const ticket = await aTicket();
    const request = httpRequest(`${desk.url}/api/upload`, {
      method: "POST",
      headers: {
        cookie: await desk.cookieOf(jana),
        "content-type": "multipart/form-data; boundary=grenze",
        "content-length": 10_000_000,
      },
    });
    const broken = once(request, "error");
    request.write([...fieldsOf(ticket), part("file", "x".repeat(100_000), "a.png")].join("").slice(0, -2));
    await vi.waitFor(() => expect(desk.bytesOnDisk()).toHaveLength(1));
    request.destroy(new Error("the line is dead"));
    await broken;
    await expectNothingLeft();
  });

  it.each([
    ["the file comes before a field", (t: UploadTicket) => [part("file", "x", "a.png"), ...fieldsOf(t)]],
    ["a field follows the file", (t: UploadTicket) => [...fieldsOf(t), part("file", "x", "a.png"), part("acl", "x")]],
    ["there are two files", (t: UploadTicket) => [...fieldsOf(t), part("file", "x", "a"), part("file", "y", "b")]],
    ["a field comes twice", (t: UploadTicket) => [...fieldsOf(t), part("key", "x"), part("file", "x", "a.png")]],
    ["a field is too long", () => [part("Policy", "x".repeat(5000)), part("file", "x", "a.png")]],
    ["there are too many fields", () => Array.from({ length: 20 }, (_, index) => part(`f${index}`, "x"))],
    ["there is no file", (t: UploadTicket) => fieldsOf(t)],
  ])("is refused when %s", async (_case, parts) => {
    const answer = await postRaw(`${parts(await aTicket()).join("")}--grenze--\r\n`);
    expect([400, 403]).toContain(answer.status);
    expect(desk.bytesOnDisk()).toEqual([]);
  });

  it("is refused when it is no form, and when it is nothing at all", async () => {
    await expectRefusal(await postRaw("{}", { "content-type": "application/json" }), 400);
    await expectRefusal(await postRaw("", { "content-type": "multipart/form-data" }), 400);
    await expectRefusal(await postRaw(""), 400);
    expect(desk.bytesOnDisk()).toEqual([]);
  });
});

describe("an upload", () => {
  it("goes through its three steps with a stock client", async () => {
    const headers = { cookie: await desk.cookieOf(jana) };
    const client = createTRPCClient<AppRouter>({
      links: [httpBatchLink({ url: `${desk.url}/api/trpc`, transformer: superjson, headers })],
    });
    const bytes = await aPng({ width: 300, height: 200 });
    const { url, fields } = await client.file.createUpload.mutate({ filename: "logo.png" });
    const posted = await fetch(new URL(url, desk.url), { method: "POST", headers, body: toForm(fields, bytes) });
    expect(posted.status).toBe(204);
    const confirmation = { filename: "logo.png", key: fields.key, mimeType: "image/png", size: bytes.length } as const;
    const file = await client.file.confirmUpload.mutate(confirmation);
    expect(file).toMatchObject({
      key: fields.key,
      filename: "logo.png",
      mimeType: "image/png",
      width: 300,
      height: 200,
    });
    const shown = await desk.get(jana, `/api/file/${file.key}`);
    expect((await shown.arrayBuffer()).byteLength).toBe(file.size);
  });

  it("lies on disk while the browser is still sending, and not in memory", async () => {
    const size = 40 * 1024 * 1024;
    const { fields } = await aTicket({ filename: "a.zip", purpose: "file", size });
    const request = httpRequest(`${desk.url}/api/upload`, {
      method: "POST",
      headers: { cookie: await desk.cookieOf(jana), "content-type": "multipart/form-data; boundary=grenze" },
    });
    const answered = once(request, "response");
    for (const [name, value] of Object.entries(fields))
      request.write(`--grenze\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`);
    request.write('--grenze\r\nContent-Disposition: form-data; name="file"; filename="a.zip"\r\n\r\n');
    const piece = Buffer.alloc(1024 * 1024, 7);
    for (let sent = 0; sent < size; sent += piece.length) {
      if (!request.write(piece)) await once(request, "drain");
    }
    // The form is not finished; what the server has not written by now it would have to hold.
    const maxHeld = 256 * 1024;
    await vi.waitFor(() => {
      const [half = ""] = desk.bytesOnDisk();
      expect(half).toMatch(/^uploads\/work\//);
      expect(statSync(path.join(desk.dataDir, half)).size).toBeGreaterThan(size - maxHeld);
    });
    request.end("\r\n--grenze--\r\n");
    const [answer] = await answered;
    expect(answer.statusCode).toBe(204);
    expect(statSync(path.join(desk.dataDir, "uploads/received", fields.key)).size).toBe(size);
  });
});

describe("the orphan job", () => {
  const day = 24 * 60 * 60 * 1000;
  const setAge = (ageMs: number) => {
    const then = new Date(desk.services.now().getTime() - ageMs);
    for (const file of desk.bytesOnDisk()) utimesSync(path.join(desk.dataDir, file), then, then);
  };

  it("leaves files alone that are younger than a day or have an owner", async () => {
    const owned = await desk.upload(jana, "a.png", await aPng());
    await desk.services.db.updateTable("files").set({ owner: "user:1" }).where("key", "=", owned.key).execute();
    desk.advance(2 * day);
    const young = await desk.upload(jana, "b.png", await aPng());
    await desk.post(jana, await aTicket(), await aPng());
    setAge(day - 1000);
    expect(await removeOrphanedFiles(desk.services)).toEqual({ files: 0, objects: 0 });
    for (const { key } of [owned, young]) expect((await desk.get(jana, `/api/file/${key}`)).status).toBe(200);
    expect(await desk.rows()).toBe(3);
  });

  it("removes tickets, received and ownerless files with their images after a day", async () => {
    await aTicket();
    await desk.post(jana, await aTicket(), await aPng());
    const { key } = await desk.upload(jana, "a.png", await aPng());
    expect((await desk.get(jana, `/api/file/${key}?w=64`)).status).toBe(200);
    expect(desk.bytesOnDisk()).toHaveLength(3);
    desk.advance(day + 1000);
    setAge(day + 1000);
    expect(await removeOrphanedFiles(desk.services)).toMatchObject({ files: 3 });
    await expectNothingLeft();
  });

  it("removes bytes that no row speaks of", async () => {
    const key = randomBytes(32).toString("base64url");
    writeFileSync(path.join(desk.dataDir, "uploads/received", key), "vergessen");
    setAge(day + 1000);
    expect(await removeOrphanedFiles(desk.services)).toEqual({ files: 0, objects: 1 });
    expect(desk.bytesOnDisk()).toEqual([]);
  });

  const keptFile = () => {
    const key = randomBytes(32).toString("base64url");
    const folder = path.join(desk.dataDir, "uploads/kept", key.slice(0, 2));
    mkdirSync(folder, { recursive: true });
    writeFileSync(path.join(folder, key), "von einer anderen Datenbank");
    return key;
  };
  const knownAgain = (key: string) =>
    desk.services.db
      .insertInto("files")
      .values({
        key,
        filename: "a.txt",
        mimeType: "text/plain",
        size: 27,
        purpose: "file",
        createdById: jana.id,
        createdAt: desk.services.now().toISOString(),
        owner: "user:1",
      })
      .execute();

  it("sets kept bytes aside that no row speaks of, and removes them after 30 days", async () => {
    const key = keptFile();
    setAge(day + 1000);
    expect(await removeOrphanedFiles(desk.services)).toEqual({ files: 0, objects: 1 });
    expect(desk.bytesOnDisk()).toEqual([`uploads/orphaned/${key}`]);
    setAge(29 * day);
    expect(await removeOrphanedFiles(desk.services)).toEqual({ files: 0, objects: 0 });
    setAge(30 * day + 1000);
    expect(await removeOrphanedFiles(desk.services)).toEqual({ files: 0, objects: 1 });
    expect(desk.bytesOnDisk()).toEqual([]);
  });

  it("brings back what it has set aside when a row speaks of it again", async () => {
    const key = keptFile();
    setAge(2 * day);
    await removeOrphanedFiles(desk.services);
    await knownAgain(key);
    setAge(40 * day);
    expect(await removeOrphanedFiles(desk.services)).toEqual({ files: 0, objects: 0 });
    expect(desk.bytesOnDisk()).toEqual([`uploads/kept/${key.slice(0, 2)}/${key}`]);
  });

  describe("of a database that was restored", () => {
    const jobRan = (ageMs: number) => {
      const startedAt = new Date(desk.services.now().getTime() - ageMs).toISOString();
      return desk.services.db
        .insertInto("jobRuns")
        .values({ name: "mail", startedAt, finishedAt: startedAt, error: null })
        .execute();
    };

    it("touches nothing that was uploaded after the backup", async () => {
      await jobRan(20 * day);
      await recordDowntime(desk.services.db, desk.services.now());
      keptFile();
      setAge(10 * day);
      const before = desk.bytesOnDisk();
      expect(await removeOrphanedFiles(desk.services)).toEqual({ files: 0, objects: 0 });
      desk.advance(100 * day);
      expect(await removeOrphanedFiles(desk.services)).toEqual({ files: 0, objects: 0 });
      expect(desk.bytesOnDisk()).toEqual(before);
    });

    it("sets aside what had no owner yet at the backup, and brings it back with a newer backup", async () => {
      const { key } = await desk.upload(jana, "a.png", await aPng());
      await jobRan(0);
      desk.advance(3 * day);
      await recordDowntime(desk.services.db, desk.services.now());
      expect(await removeOrphanedFiles(desk.services)).toMatchObject({ files: 1 });
      expect(desk.bytesOnDisk()).toEqual([`uploads/orphaned/${key}`]);
      await knownAgain(key);
      await removeOrphanedFiles(desk.services);
      expect(desk.bytesOnDisk()).toEqual([`uploads/kept/${key.slice(0, 2)}/${key}`]);
    });

    it("touches nothing at all that was there before a database that is new", async () => {
      keptFile();
      setAge(400 * day);
      await recordDowntime(desk.services.db, desk.services.now());
      expect(await removeOrphanedFiles(desk.services)).toEqual({ files: 0, objects: 0 });
      expect(desk.bytesOnDisk()).toHaveLength(1);
    });

    it("takes a short silence for none", async () => {
      await jobRan(9 * 60_000);
      await recordDowntime(desk.services.db, desk.services.now());
      expect(await desk.services.db.selectFrom("downtimes").selectAll().execute()).toEqual([]);
    });
  });

  it("is not needed for what a crash leaves half-written: the next start removes it", async () => {
    writeFileSync(path.join(desk.dataDir, "uploads/work/halb"), "halb");
    writeFileSync(path.join(desk.dataDir, "cache/images/unfinished/halb"), "halb");
    await openUploads({ dataDir: desk.dataDir, s3: undefined }, { signingKey: desk.services.signingKey });
    expect(desk.bytesOnDisk()).toEqual([]);
  });
});
