import { createHmac } from "node:crypto";
import { GetObjectCommand, ListObjectsV2Command, PutObjectCommand, S3Client } from "@aws-sdk/client-s3";
import sharp from "sharp";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { maxImageBytes, type UploadTicket } from "../../contract/files/files.ts";
import { removeOrphanedFiles } from "../../server/features/files/orphans.ts";
import type { Person } from "../../server/trpc/context.ts";
import { anHtmlPage, aPdf, aPhoto, aPng } from "../support/browser/pictures.ts";
import { type FileDesk, openFileDesk } from "../support/file-desk.ts";
import { openBucket } from "../support/servers/bucket.ts";

let bucket: Awaited<ReturnType<typeof openBucket>>;
let client: S3Client;
let desk: FileDesk;
let jana: Person;
let timo: Person;

beforeEach(async () => {
  bucket = await openBucket();
  const { endpoint, region, accessKeyId, secretAccessKey } = bucket.s3;
  client = new S3Client({ endpoint, region, forcePathStyle: true, credentials: { accessKeyId, secretAccessKey } });
  desk = await openFileDesk({ s3: bucket.s3 });
  // The store dates objects by the machine's clock, so the office follows it.
  desk.advance(Date.now() - desk.services.now().getTime());
  jana = await desk.hire({ name: "Jana Petersen" });
  timo = await desk.hire({ name: "Timo Brandt" });
});
afterEach(async () => {
  await desk.close();
  client.destroy();
  await bucket.close();
});

const aTicket = async (input: { size?: number } = {}) =>
  (await desk.as(jana)).file.createUpload({ filename: "a.png", ...input });
const confirm = async (person: Person, ticket: UploadTicket, size: number) =>
  (await desk.as(person)).file.confirmUpload({
    filename: "a.png",
    key: ticket.fields.key,
    mimeType: "image/png",
    size,
  });

async function objects(): Promise<string[]> {
  const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket: bucket.s3.bucket }));
  return Contents.map(({ Key = "" }) => Key).sort();
}
async function expectNothingLeft() {
  expect(await objects()).toEqual([]);
  expect(desk.bytesOnDisk()).toEqual([]);
  expect(await desk.rows()).toBe(0);
}

/** What a store checks of a post (Amazon's description of POST policies), as the store of these tests does not. */
function readPolicy({ fields }: UploadTicket) {
  const { bucket: name, secretAccessKey, region } = bucket.s3;
  const date = fields["X-Amz-Date"]?.slice(0, 8) ?? "";
  const hmac = (key: string | Buffer, text: string) => createHmac("sha256", key).update(text).digest();
  const signingKey = [date, region, "s3", "aws4_request"].reduce<string | Buffer>(hmac, `AWS4${secretAccessKey}`);
  const signature = hmac(signingKey, fields.Policy ?? "").toString("hex");
  const policy = JSON.parse(Buffer.from(fields.Policy ?? "", "base64").toString());
  return { name, signature, expiration: new Date(policy.expiration), conditions: policy.conditions as unknown[] };
}

describe("a ticket for S3", () => {
  it("leads past the portal, and the page may connect there", async () => {
    const ticket = await aTicket();
    expect(ticket.url).toMatch(new RegExp(`^${bucket.s3.endpoint}/uploads/?$`));
    const page = await desk.get(jana, "/");
    expect(page.headers.get("content-security-policy")).toContain(`connect-src 'self' ${bucket.s3.endpoint}`);
    expect((await desk.post(jana, { ...ticket, url: "/api/upload" }, await aPng())).status).toBe(404);
  });

  it("is signed, expires within five minutes, and binds key, type and size", async () => {
    const ticket = await aTicket({ size: 1234 });
    const { name, signature, expiration, conditions } = readPolicy(ticket);
    expect(ticket.fields["X-Amz-Signature"]).toBe(signature);
    expect(expiration.getTime()).toBeGreaterThan(Date.now());
    expect(expiration.getTime()).toBeLessThanOrEqual(Date.now() + 5 * 60 * 1000);
    expect(conditions).toEqual(
      expect.arrayContaining([
        { key: ticket.fields.key },
        { "Content-Type": "image/png" },
        { bucket: name },
        ["content-length-range", 1234, 1234],
      ]),
    );
    expect(readPolicy(await aTicket()).conditions).toContainEqual(["content-length-range", 1, maxImageBytes]);
  });
});

describe("a confirmation of what lies in S3", () => {
  it("is refused when nothing lies there", async () => {
    await expect(confirm(jana, await aTicket(), 10)).rejects.toMatchObject({ code: "PRECONDITION_FAILED" });
    await expectNothingLeft();
  });

  it("is refused to another person, and harms nothing", async () => {
    const [ticket, bytes] = [await aTicket(), await aPng()];
    expect((await desk.post(undefined, ticket, bytes)).status).toBe(204);
    await expect(confirm(timo, ticket, bytes.length)).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(confirm(jana, ticket, bytes.length)).resolves.toMatchObject({ key: ticket.fields.key });
  });

  it.each([
    ["HTML as PNG", anHtmlPage, 0],
    ["a PDF as PNG", aPdf, 0],
    ["another size than announced", aPdf, 1],
  ])("is refused for %s, and the object goes", async (_case, bytes, difference) => {
    const ticket = await aTicket();
    await desk.post(undefined, ticket, bytes);
    expect(await objects()).toHaveLength(1);
    await expect(confirm(jana, ticket, bytes.length + difference)).rejects.toMatchObject({ code: "BAD_REQUEST" });
    await expectNothingLeft();
  });

  it("is refused when it comes too late", async () => {
    const [ticket, bytes] = [await aTicket(), await aPng()];
    await desk.post(undefined, ticket, bytes);
    desk.advance(6 * 60 * 1000);
    await expect(confirm(jana, ticket, bytes.length)).rejects.toMatchObject({ code: "PRECONDITION_FAILED" });
    await expectNothingLeft();
  });
});

describe("a file in S3", () => {
  it("comes through the portal, to its sender at first, upright and in every size", async () => {
    const file = await desk.upload(jana, "Urlaub.jpg", await aPhoto({ width: 900, height: 800 }));
    expect(file).toMatchObject({ width: 800, height: 900 });
    expect(await objects()).toEqual([`kept/${file.key}`]);
    const path = `/api/file/${file.key}`;
    expect((await desk.get(undefined, path)).status).toBe(401);
    expect((await desk.get(timo, path)).status).toBe(404);
    const whole = Buffer.from(await (await desk.get(jana, path)).arrayBuffer());
    expect((await sharp(whole).metadata()).exif).toBeUndefined();
    const range = await desk.get(jana, path, { headers: { range: "bytes=2-5" } });
    expect(range.status).toBe(206);
    expect(Buffer.from(await range.arrayBuffer())).toEqual(whole.subarray(2, 6));
    const small = await desk.get(jana, `${path}?w=640`, { headers: { accept: "image/webp" } });
    const made = await sharp(Buffer.from(await small.arrayBuffer())).metadata();
    expect({ format: made.format, width: made.width }).toEqual({ format: "webp", width: 640 });
  });

  it("cannot be replaced by the ticket that brought it", async () => {
    const [ticket, bytes] = [await aTicket(), await aPng()];
    await desk.post(undefined, ticket, bytes);
    const file = await confirm(jana, ticket, bytes.length);
    expect((await desk.post(undefined, ticket, anHtmlPage)).status).toBe(204);
    const kept = await client.send(new GetObjectCommand({ Bucket: bucket.s3.bucket, Key: `kept/${file.key}` }));
    expect(kept.ContentLength).toBe(file.size);
    expect(await (await desk.get(jana, `/api/file/${file.key}`)).text()).not.toContain("script");
  });

  it("goes with the orphan job, as does what a ticket brought a second time, and nothing else", async () => {
    const [ticket, bytes] = [await aTicket(), await aPng()];
    await desk.post(undefined, ticket, bytes);
    const owned = await confirm(jana, ticket, bytes.length);
    await desk.services.db.updateTable("files").set({ owner: "user:1" }).execute();
    await desk.post(undefined, ticket, anHtmlPage);
    await desk.upload(jana, "b.png", bytes);
    await client.send(new PutObjectCommand({ Bucket: bucket.s3.bucket, Key: "fremdes.txt", Body: "bleibt" }));
    expect(await objects()).toHaveLength(4);
    desk.advance(25 * 60 * 60 * 1000);
    expect(await removeOrphanedFiles(desk.services)).toEqual({ files: 1, objects: 1 });
    expect(await objects()).toEqual(["fremdes.txt", `kept/${owned.key}`]);
  });

  it("is set aside in the bucket when no row speaks of it, and brought back when one does", async () => {
    const file = await desk.upload(jana, "a.png", await aPng());
    const { db } = desk.services;
    const row = await db.deleteFrom("files").returningAll().executeTakeFirstOrThrow();
    desk.advance(25 * 60 * 60 * 1000);
    expect(await removeOrphanedFiles(desk.services)).toEqual({ files: 0, objects: 1 });
    expect(await objects()).toEqual([`orphaned/${file.key}`]);
    await db.insertInto("files").values(row).execute();
    await db.updateTable("files").set({ owner: "user:1" }).execute();
    await removeOrphanedFiles(desk.services);
    expect(await objects()).toEqual([`kept/${file.key}`]);
    await desk.services.uploads.remove(file.key);
    expect(await objects()).toEqual([]);
  });
});

describe("a store that does not answer", () => {
  it("is said, with 503, and nothing is forgotten of what came before", async () => {
    const photo = await aPng();
    const key = (await desk.upload(jana, "a.png", photo)).key;
    const late = await aTicket({ size: photo.length });
    await desk.post(jana, late, photo);
    await bucket.close();
    const confirmed = confirm(jana, late, photo.length);
    await expect(confirmed).rejects.toMatchObject({ code: "SERVICE_UNAVAILABLE" });
    for (const path of [`/api/file/${key}`, `/api/file/${key}?w=96`]) {
      const answer = await desk.get(jana, path);
      expect([path, answer.status, await answer.text()]).toEqual([path, 503, expect.any(String)]);
    }
    bucket = await openBucket();
  });
});
