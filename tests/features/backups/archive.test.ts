import { createHash } from "node:crypto";
import { mkdirSync, readdirSync } from "node:fs";
import path from "node:path";
import { Readable } from "node:stream";
import { createGzip } from "node:zlib";
import { type Header, pack } from "tar-stream";
import { expect, it } from "vitest";
import { readArchive } from "../../../server/backup/archive.ts";
import { createIdentity, encrypt, recipientOf } from "../../../server/backup/encryption.ts";
import type { ManifestHeader } from "../../../server/backup/manifest.ts";
import { temporaryFolder } from "../../support/temporary-folders.ts";

const content = "{}";
const sha256 = createHash("sha256").update(content).digest("hex");
const header: ManifestHeader = {
  format: 1,
  id: "20261123T023000Z-00000000",
  createdAt: "2026-11-23T02:30:00.000Z",
  migration: "0001",
  portal: { version: "0", node: "24" },
  recipients: ["age1"],
  contents: {},
  auditHead: null,
  files: [{ name: "secrets.json", size: content.length, sha256 }],
  uploads: { store: "folder", isIncluded: true },
};

/** Reads an archive that somebody with the public part of the key could have made. */
async function readHostile(entries: (Partial<Header> & { name: string; content?: string })[]) {
  const identity = await createIdentity();
  const tar = pack();
  for (const { content: text = content, ...entry } of entries)
    if (entry.type && entry.type !== "file") tar.entry(entry);
    else tar.entry(entry, text);
  tar.finalize();
  const to = path.join(temporaryFolder("hostile"), "in", "side");
  mkdirSync(to, { recursive: true });
  const source = await encrypt(tar.pipe(createGzip()), [await recipientOf(identity)]);
  const outcome = await readArchive(Readable.from(source), { identity, header, to }).then(
    () => "read",
    (error: Error) => error.message,
  );
  return { outcome, left: readdirSync(path.join(to, "../.."), { recursive: true }).sort() };
}

const nothing = ["in", path.join("in", "side")];

it.each([
  "../secrets.json",
  "../../secrets.json",
  "/tmp/secrets.json",
  "uploads/../../secrets.json",
  "./secrets.json",
  "secrets.json/../../x",
  "..\\secrets.json",
  "id_rsa",
])("an archive with %j is refused before anything is written", async (name) => {
  const { outcome, left } = await readHostile([{ name }]);
  expect(outcome).toMatch(/^Unerlaubter Name im Backup|beschädigt/);
  expect(left).toEqual(nothing);
});

it.each(["symlink", "link", "directory", "character-device", "fifo"] as const)(
  "a %s in an archive is refused",
  async (type) => {
    const { outcome, left } = await readHostile([{ name: "secrets.json", type, linkname: "/etc/passwd" }]);
    expect(outcome).toMatch(/^Unerlaubter Name im Backup/);
    expect(left).toEqual(nothing);
  },
);

it("a file that comes twice, or is another than the manifest says, is refused", async () => {
  expect((await readHostile([{ name: "secrets.json" }, { name: "secrets.json" }])).outcome).toMatch(
    /^Unerlaubter Name/,
  );
  expect((await readHostile([{ name: "secrets.json", content: "[]" }])).outcome).toContain("nicht die Datei");
  expect((await readHostile([])).outcome).toBe("Im Archiv fehlt secrets.json.");
});

it("one as it should be is read", async () => {
  expect(await readHostile([{ name: "secrets.json" }])).toEqual({
    outcome: "read",
    left: [...nothing, path.join("in", "side", "secrets.json")],
  });
});
