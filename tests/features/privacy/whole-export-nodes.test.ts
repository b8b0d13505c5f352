import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { buffer } from "node:stream/consumers";
import { unzipSync } from "fflate";
import { beforeEach, expect, it } from "vitest";
import {
  drainWholeExports,
  openWholeExport,
  tendWholeExports,
} from "../../../server/features/privacy/whole-export/runs.ts";
import { openS3Store } from "../../../server/files/s3-store.ts";
import { openUploads } from "../../../server/files/uploads.ts";
import { atFileEnd } from "../../support/file-end.ts";
import { type Office, openOffice } from "../../support/office.ts";
import { openRefusingBucket, type RefusingBucket } from "../../support/servers/refusing-bucket.ts";
import { temporaryFolder } from "../../support/temporary-folders.ts";

let bucket: RefusingBucket | undefined;
let one: Office;
let two: Office;

beforeEach(async () => {
  if (!bucket) {
    bucket = await openRefusingBucket();
    atFileEnd(bucket.close);
  }
  one = await openOffice({ s3: bucket.s3 });
  two = await openOffice({ s3: bucket.s3, db: one.services.db });
});

const openKeys = () => [...(bucket?.uploads.values() ?? [])].map(({ key }) => key).toSorted();

it("an export of everything that one node has made is fetched from another one, and goes from both after its day", async () => {
  const ada = await one.hire({ role: "admin" });
  const { id } = await (await one.as(ada)).privacy.startWholeExport({});
  await drainWholeExports();
  for (const { services, dataDir } of [one, two]) {
    const { size, read } = await openWholeExport(services, ada, id);
    const bytes = await buffer(await read());
    expect(bytes).toHaveLength(size);
    expect(Object.keys(unzipSync(bytes))).toContain("Tabellen/users.json");
    const folder = path.join(dataDir, "exports");
    expect(existsSync(folder) ? readdirSync(folder) : []).toEqual([]);
  }
  // A node that made one died while it put it, another is about to, and the bucket holds what is none of an export.
  bucket?.leaveUpload(`exports/${id}.zip`, one.services.now());
  bucket?.leaveUpload("backups/one.age", one.services.now());
  for (const node of [one, two]) node.advance(24 * 3_600_000 + 1);
  bucket?.leaveUpload("exports/next.zip", one.services.now());
  await tendWholeExports(two.services);
  expect(openKeys()).toEqual(["backups/one.age", "exports/next.zip"]);
  expect(await one.services.uploads.archives.open(id)).toBeUndefined();
  expect(await one.services.db.selectFrom("wholeExports").selectAll().execute()).toEqual([]);
});

it("what a node was writing when it died is gone with its next start", async () => {
  const dataDir = temporaryFolder("exports");
  const left = path.join(dataDir, "exports/halb.zip.part");
  mkdirSync(path.dirname(left));
  writeFileSync(left, "halb");
  await openUploads({ dataDir, s3: bucket?.s3 }, { signingKey: "a key for tests only, 32 characters" });
  expect(existsSync(left)).toBe(false);
});

it("an archive that is larger than one request may be is kept in parts", async () => {
  if (!bucket) throw new Error("no bucket");
  const folder = temporaryFolder("archives");
  const { shared } = await openS3Store(bucket.s3, folder, { partBytes: 1000 });
  const file = path.join(folder, "groß.zip.part");
  const bytes = randomBytes(2500);
  writeFileSync(file, bytes);
  await shared?.put("exports/gross.zip", { path: file, size: bytes.length });
  const found = await shared?.find("exports/gross.zip");
  expect(found?.size).toBe(2500);
  expect(found && Buffer.compare(await buffer(await found.read()), bytes)).toBe(0);
});
