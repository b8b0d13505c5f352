import { type PostgresPool, sql } from "kysely";
import { onTestFinished } from "vitest";
import type { Db } from "../../../server/db/connection.ts";
import { openPool, overPool } from "../../../server/db/postgres/open-postgres.ts";
import { atFileEnd } from "../file-end.ts";
import { postgresUrl } from "../servers/postgres.ts";
import { createPostgres, template } from "./databases.ts";
import { emptyingOf, shapeOf } from "./emptying.ts";

interface OfficeDatabase {
  pool: PostgresPool;
  /** Makes it as it was when it was migrated; false where more than rows has changed, or it was used too often. */
  empty(): Promise<boolean>;
  drop(): Promise<void>;
  /** Whose it is. */
  use: object;
}

/** Databases of this worker that nobody uses, the longest unused first. */
const resting: OfficeDatabase[] = [];
/** A database is not given to the next one at once: what a test has left running may still ask for something. */
const minResting = 3;
/** Rows that are gone take room until they are cleaned up, and nobody does that here. */
const maxUses = 40;

/**
 * A migrated database until the end of the test, or of the file where no test runs. Emptying one is many times as fast as
 * copying one, and its connections know its tables already. A test that uses one of a former test keeps it until the
 * end of the file.
 */
export async function openOfficeDatabase(folder: string): Promise<Db> {
  const database = await takeEmpty(folder);
  const use = {};
  database.use = use;
  let isKept = true;
  const give = () => {
    if (!isKept) return;
    isKept = false;
    resting.push(database);
  };
  const connect: PostgresPool["connect"] = async () => {
    if (database.use !== use) throw new Error("This database belongs to another test by now.");
    if (!isKept) {
      isKept = true;
      resting.splice(resting.indexOf(database), 1);
      atFileEnd(async () => give());
    }
    return database.pool.connect();
  };
  whenOver(give);
  return overPool({ options: database.pool.options, connect, end: async () => undefined });
}

/** After the test that runs, or after the file. */
function whenOver(undo: () => void): void {
  try {
    onTestFinished(undo);
  } catch {
    atFileEnd(async () => undo());
  }
}

async function takeEmpty(folder: string): Promise<OfficeDatabase> {
  while (resting.length > minResting) {
    const [database] = resting.splice(0, 1);
    if (!database) break;
    database.use = {};
    if (await database.empty().catch(() => false)) return database;
    await database.pool.end();
    await database.drop();
  }
  return create(folder);
}

let emptying: Promise<string> | undefined;

async function create(folder: string): Promise<OfficeDatabase> {
  emptying ??= emptyingOf(postgresUrl(folder, template));
  const { url, drop } = await createPostgres(folder);
  const pool = await openPool(url, { size: 4 });
  const own = overPool(await openPool(url, { size: 1 }));
  await sql.raw(await emptying).execute(own);
  const shape = await shapeOf(own);
  let uses = 1;
  return {
    pool,
    use: {},
    async empty() {
      uses += 1;
      if (uses > maxUses || (await shapeOf(own)) !== shape) return false;
      await sql`select pg_temp.empty_all()`.execute(own);
      return true;
    },
    async drop() {
      await own.destroy();
      await drop();
    },
  };
}
