import Sqlite from "better-sqlite3";
import { CompiledQuery } from "kysely";
import { expect, vi } from "vitest";
import type { Api } from "../../../server/features/router.ts";
import { openOffice } from "../../support/office.ts";
import { onSqlite } from "../../support/postgres/on-sqlite.ts";

const { it } = onSqlite("a plan of SQLite");

const acts: [what: string, act: (api: Api) => Promise<unknown>][] = [
  ["reads all of it", (api) => api.notification.markAllRead({})],
  ["empties it", (api) => api.notification.deleteAll({})],
];

for (const [what, act] of acts)
  it(`the bell is found by its own index when somebody ${what}`, async () => {
    const office = await openOffice();
    const api = await office.as(await office.hire({ name: "Jana Petersen" }));
    const prepared = vi.spyOn(Sqlite.prototype, "prepare");
    await act(api);
    const statements = prepared.mock.calls.map(([text]) => text).filter((text) => /^(update|delete)\b/.test(text));
    prepared.mockRestore();
    const [statement = ""] = statements.filter((text) => text.includes('"notifications"'));
    const parameters = [...statement.matchAll(/\?/g)].map(() => null);
    const { rows } = await office.services.db.executeQuery<{ detail: string }>(
      CompiledQuery.raw(`explain query plan ${statement}`, parameters),
    );
    expect(rows[0]?.detail).toMatch(/^SEARCH notifications USING INDEX notifications_(bell|unread) /);
  });
