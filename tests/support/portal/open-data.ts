import type { RawBuilder } from "kysely";
import type { Db } from "../../../server/db/connection.ts";
import { type DataPlace, openData as openPlace } from "../../../server/db/data-place.ts";
import { testDatabaseUrl } from "../database.ts";

/** Where a child of a test is told that its database lies elsewhere than in the data folder. */
const variable = "TEST_DATABASE_URL";

/** Where the data of a folder lie, for a test and for the processes that it starts. */
export async function placeOf(dataDir: string): Promise<DataPlace> {
  const url = process.env[variable] ?? (await testDatabaseUrl(dataDir));
  return { dataDir, ...(url && { postgres: { url, directUrl: url } }) };
}

/** The environment of a child that opens the data by itself. */
export const childEnvironment = ({ postgres }: DataPlace): NodeJS.ProcessEnv => ({
  ...process.env,
  ...(postgres && { [variable]: postgres.url }),
});

/** What an operator sets for a command at the host. */
export const operatorEnvironment = ({ dataDir, postgres }: DataPlace): Record<string, string> => ({
  DATA_DIR: dataDir,
  ...(postgres && { DATABASE_URL: postgres.url }),
});

/** Opens the database of a data folder as its portal does, beside it or in its place. */
export const openData = async (dataDir: string): Promise<Db> => openPlace(await placeOf(dataDir), { size: 2 });

/** Asks the data of a folder once, whether or not its portal runs. */
export async function askData<Row>(dataDir: string, statement: RawBuilder<Row>): Promise<Row[]> {
  const db = await openData(dataDir);
  const { rows } = await statement.execute(db).finally(() => db.destroy());
  return rows;
}
