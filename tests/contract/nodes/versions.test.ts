import { sql } from "kysely";
import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Db } from "../../../server/db/connection.ts";
import { listAppliedMigrations } from "../../../server/db/migrate.ts";
import { openPostgres } from "../../../server/db/postgres/open-postgres.ts";
import { techcenter } from "../../support/cli/command-line.ts";
import { makeNode, type NodeProcess } from "../../support/nodes/node-process.ts";
import {
  countMade,
  makeNextProgram,
  makeProgramAfter,
  type Program,
  thisProgram,
} from "../../support/nodes/programs.ts";
import {
  missingForNodes,
  openSharedPlace,
  type SharedPlace,
  whyWithoutNodes,
} from "../../support/nodes/shared-place.ts";
import { hireAdmin } from "../../support/nodes/staff.ts";
import { failToStart } from "../../support/portal/portal-process.ts";
import { type RpcClient, rpcClient } from "../../support/portal/rpc-client.ts";
import { createPostgres } from "../../support/postgres/databases.ts";

/** Each test starts about ten portals, one after the other. */
const limitMs = 480_000;
const isNewer = "Die Datenbank ist neuer als dieses Programm; starte die neuere Fassung";

interface Member {
  node: NodeProcess;
  dataDir: string;
}

describe.skipIf(missingForNodes !== "")(`nodes of two versions${whyWithoutNodes}`, () => {
  let place: SharedPlace;
  let next: Program;
  let after: Program;
  let env: Record<string, string>;
  let db: Db;
  const endings: (() => Promise<void>)[] = [];

  beforeAll(async () => {
    place = await openSharedPlace();
    next = makeNextProgram();
    after = makeProgramAfter(next);
  });
  beforeEach(async () => {
    const { url, drop } = await createPostgres(place.postgres.folder);
    env = { ...place.env, DATABASE_URL: url };
    endings.push(drop);
    db = await openPostgres(url, { size: 1 });
    endings.push(() => db.destroy());
  });
  afterEach(async () => {
    for (const end of endings.splice(0).reverse()) await end();
  });

  async function start(name: string, program = thisProgram): Promise<Member> {
    const dataDir = place.newDataDir();
    const node = await makeNode(name, { dataDir, env });
    await node.start(program);
    endings.push(node.stop);
    return { node, dataDir };
  }

  /** What a node of a version says that may not join. */
  async function refusalOf(name: string, { folder }: Program): Promise<string> {
    const named = { ...env, NODE_NAME: name };
    const { code, stderr } = await failToStart({ dataDir: place.newDataDir(), env: named, from: folder });
    expect(code).toBe(1);
    return stderr;
  }

  /** Somebody who may do everything, as each of the nodes answers them. */
  async function signIn(): Promise<(member: Member) => RpcClient> {
    const { cookie } = await hireAdmin(db, "Jana Petersen");
    return ({ node }) => rpcClient(`http://${node.host}`, cookie);
  }

  const create = (client: RpcClient, name: string) => client.customer.create.mutate({ body: { name } });
  const namesAt = async (client: RpcClient) =>
    (await client.customer.list.query({ limit: 50 })).data.map(({ title }) => title).toSorted();
  const versionsAt = async (client: RpcClient) =>
    (await client.system.nodes.query({})).map(({ name, version }) => `${name} ${version}`);

  it(
    "write and read side by side while the next one expands, and leave the database to it before it contracts",
    async () => {
      const one = await start("frankfurt");
      const two = await start("helsinki");
      const known = await listAppliedMigrations(db);
      expect(await refusalOf("nürnberg", after)).toMatch(
        /auf einen Stand, den die bisherige nicht kennt\. Dabei darf kein anderer .*„frankfurt“, „helsinki“; beende sie/,
      );
      expect(await listAppliedMigrations(db)).toEqual(known);

      const three = await start("nürnberg", next);
      const asJana = await signIn();
      const clients = [one, two, three].map(asJana);
      await Promise.all(clients.map((client, index) => create(client, `Kunde ${index}`)));
      for (const client of clients) {
        expect(await namesAt(client)).toEqual(["Kunde 0", "Kunde 1", "Kunde 2"]);
        expect(await versionsAt(client)).toEqual([
          `frankfurt ${thisProgram.version}`,
          `helsinki ${thisProgram.version}`,
          `nürnberg ${next.version}`,
        ]);
      }
      expect(await countMade(db)).toEqual({ [thisProgram.version]: 2, [next.version]: 1 });

      await two.node.stop();
      expect(await refusalOf("helsinki", thisProgram)).toContain(isNewer);
      await two.node.start(next);
      await create(asJana(one), "Kunde 3");
      await create(asJana(two), "Kunde 4");
      expect(await countMade(db)).toEqual({ [thisProgram.version]: 3, [next.version]: 2 });
      expect(await refusalOf("zürich", after)).toContain("„frankfurt“, „helsinki“, „nürnberg“");

      await one.node.stop();
      await two.node.stop();
      expect(await refusalOf("zürich", after)).toContain("läuft der Knoten „nürnberg“; beende ihn zuerst");
      await three.node.stop();
      await three.node.start(after);
      expect(await refusalOf("helsinki", next)).toContain(isNewer);
      const { rows } = await sql`select column_default from information_schema.columns
        where table_name = 'customers' and column_name = 'made_by'`.execute(db);
      expect(rows).toEqual([{ columnDefault: null }]);
      await create(asJana(three), "Kunde 5");
      expect(await namesAt(asJana(three))).toHaveLength(6);
    },
    limitMs,
  );

  it(
    "go back by the copy of the one that migrated, once all of them have ended",
    async () => {
      const one = await start("frankfurt");
      const first = (await signIn())(one);
      await create(first, "davor");
      const two = await start("helsinki", next);
      await create(first, "danach");
      await one.node.stop();
      await two.node.stop();
      const rollBack = ({ dataDir }: Member) => techcenter(["rollback"], { dataDir, env });
      expect(await rollBack(one)).toMatchObject({ code: 1, noted: expect.stringContaining("liegt keine Kopie") });
      expect(await rollBack(two)).toMatchObject({
        code: 0,
        printed: expect.stringContaining("im Schema „rolled-back-"),
      });

      await one.node.start();
      expect(await namesAt(first)).toEqual(["davor"]);
      await two.node.start(next);
      await create(first, "noch einmal");
      expect(await namesAt(first)).toEqual(["davor", "noch einmal"]);
    },
    limitMs,
  );
});
