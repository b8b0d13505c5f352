import { rmSync } from "node:fs";
import { createTRPCClient, httpLink } from "@trpc/client";
import type Sqlite from "better-sqlite3";
import superjson from "superjson";
import { expect, it, vi } from "vitest";
import { endedStates, type ImportState } from "../../contract/imports/imports.ts";
import { declarationOf } from "../../contract/records/declarations.ts";
import { recordTypes } from "../../contract/records/record-types.ts";
import type { AppRouter } from "../../server/features/router.ts";
import { toForm } from "../support/file-desk.ts";
import { openLeft } from "../support/portal/left-data.ts";
import { newDataDir, startPortalProcess } from "../support/portal/portal-process.ts";
import { repetitions } from "../support/repetitions.ts";
import { hireInto } from "../support/staff.ts";

const rounds = repetitions(5, 20);
const creates = 500;
const importedRows = repetitions(1500, 4000);

const clientOf = (url: string, cookie: string) =>
  createTRPCClient<AppRouter>({
    links: [httpLink({ url: `${url}/api/trpc`, transformer: superjson, headers: { cookie } })],
  });
type Client = ReturnType<typeof clientOf>;

async function startImport(client: Client, url: string, cookie: string): Promise<string> {
  const lines = Array.from({ length: importedRows }, (_, at) => `Kunde ${at};import${at}@kunde.example`);
  const bytes = Buffer.from(`Firma;E-Mail\n${lines.join("\n")}\n`);
  const file = { filename: "kunden.csv", mimeType: "text/csv", size: bytes.length } as const;
  const ticket = await client.file.createUpload.mutate({ ...file, purpose: "file" });
  const posted = await fetch(new URL(ticket.url, url), {
    method: "POST",
    headers: { cookie },
    body: toForm(ticket.fields, bytes),
  });
  expect(posted.status).toBe(204);
  const key = ticket.fields.key as string;
  await client.file.confirmUpload.mutate({ ...file, key });
  const { id } = await client.import.create.mutate({ type: "customer", fileKey: key });
  const { settings } = await client.import.get.query({ id });
  await client.import.check.mutate({ id, settings });
  await reach(client, id, ["checked"]);
  await client.import.start.mutate({ id });
  return id;
}

const reach = (client: Client, id: string, states: readonly ImportState[]) =>
  vi.waitFor(async () => expect(states).toContain((await client.import.get.query({ id })).state), { timeout: 300_000 });

/** What a stop in the middle must not leave behind; empty when all is well. */
function wrongIn(sqlite: Sqlite.Database): Record<string, unknown> {
  const all = (statement: string) => sqlite.prepare(statement).pluck().all();
  const wrong: Record<string, unknown> = {
    "websites without a domain": all(
      "select id from websites where not exists (select 1 from website_domains where website_id = websites.id)",
    ),
    "documents without a record or twice": all(
      "select record_id from search_documents group by record_id having count(*) > 1",
    ),
    "documents without tokens": all(
      "select number from search_documents where number not in (select id from search_fts_docsize)",
    ),
    "devices out of step with their movements": all(
      `select id from devices where (select count(*) from device_movements where device_id = devices.id)
        <> (select count(*) from changes where subject_id = devices.id and kind = 'device.moved')`,
    ),
  };
  for (const type of recordTypes) {
    const table = declarationOf(type).plural.replaceAll("-", "_");
    wrong[`${type} without history`] = all(
      `select id from ${table} where version <> (select count(*) from changes
        where subject_type = '${type}' and subject_id = ${table}.id and version is not null)
        and exists (select 1 from changes where subject_id = ${table}.id)`,
    );
    wrong[`${type} that is not found`] = all(
      `select id from ${table} where not exists (select 1 from search_documents as d
        where d.record_id = ${table}.id and d.archived = (${table}.archived_at is not null))`,
    );
  }
  return Object.fromEntries(Object.entries(wrong).filter(([, found]) => (found as unknown[]).length > 0));
}

it("kill -9 during creates, bulk changes, movements and imports leaves nothing half and loses nothing", async () => {
  const dataDir = newDataDir();
  const { id: personId, cookie } = await hireInto(dataDir);
  const acknowledged: string[] = [];
  const imports: string[] = [];
  let made = 0;

  for (let round = 0; round < rounds; round += 1) {
    const portal = await startPortalProcess({ dataDir });
    const client = clientOf(portal.url, cookie);
    const [categoryId, locationId, tagId] = [
      (await client.deviceCategory.create.mutate({ body: { name: `Kategorie ${round}` } })).id,
      (await client.location.create.mutate({ body: { name: `Ort ${round}` } })).id,
      (await client.tag.create.mutate({ body: { name: `Tag ${round}` } })).id,
    ];
    const device = await client.device.create.mutate({ body: { name: "Notebook", categoryId, locationId } });
    imports.push(await startImport(client, portal.url, cookie));

    let killed: Promise<unknown> | undefined;
    const killAfter = acknowledged.length + 20 + ((round * 37) % creates) / 3;
    const tried = (call: Promise<unknown>) =>
      call.then(
        () => true,
        () => false,
      );
    const create = async () => {
      for (let count = 0; count < creates && !killed; count += 1) {
        const url = `https://seite-${++made}.agentur-${made % 100}.example`;
        if (await tried(client.website.create.mutate({ body: { url } }))) acknowledged.push(url);
        if (acknowledged.length >= killAfter) killed ??= portal.end("SIGKILL");
      }
    };
    const tag = async () => {
      while (!killed) await tried(client.website.tagMany.mutate({ selection: { scope: {} }, add: [tagId] }));
    };
    const move = async () => {
      const deviceIds = [device.id];
      while (!killed) {
        await tried(client.device.checkOut.mutate({ deviceIds, to: { type: "user", id: personId } }));
        await tried(client.device.checkIn.mutate({ deviceIds }));
      }
    };
    await Promise.all([create(), create(), create(), create(), tag(), move()]);
    expect(await killed).toBe("SIGKILL");

    const sqlite = await openLeft(dataDir);
    const kept = new Set(sqlite.prepare("select url from websites").pluck().all());
    expect(acknowledged.filter((url) => !kept.has(url))).toEqual([]);
    expect(wrongIn(sqlite)).toEqual({});
    sqlite.close();
  }

  const portal = await startPortalProcess({ dataDir });
  const client = clientOf(portal.url, cookie);
  for (const id of imports) {
    await reach(client, id, endedStates);
    const { counts, state, totalRows } = await client.import.get.query({ id });
    const { created, updated, unchanged, skipped, failed } = counts;
    expect([state, created + updated + unchanged + skipped + failed]).toEqual(["finished", totalRows]);
    const told = await client.import.rows.query({ id, results: ["created"], limit: 1 });
    expect(told.totalItems).toBe(created);
  }
  const counted = await Promise.all(imports.map((id) => client.import.get.query({ id })));
  const total = counted.reduce((sum, { counts }) => sum + counts.created, 0);
  expect((await client.customer.list.query({ limit: 1 })).totalItems).toBe(total);
  expect(await portal.end("SIGTERM")).toBe(0);
  const sqlite = await openLeft(dataDir);
  expect(wrongIn(sqlite)).toEqual({});
  sqlite.close();
  rmSync(dataDir, { recursive: true });
});
