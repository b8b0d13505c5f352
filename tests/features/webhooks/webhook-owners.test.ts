import { type Kysely, sql } from "kysely";
import { expect, it } from "vitest";
import { up } from "../../../migrations/0041-own-webhooks.ts";
import { openOffice } from "../../support/office.ts";

it("gives webhooks from before they had owners to who made them, and to nobody where that is unknown or gone", async () => {
  const office = await openOffice();
  const { db } = office.services;
  const ada = await office.hire({ role: "admin" });
  const leo = await office.hire({ role: "admin" });
  const make = async (person: typeof ada, path: string) => {
    const body = { url: `https://receiver.example/${path}`, events: ["*"] };
    return (await (await office.as(person)).webhook.create({ body })).id;
  };
  const known = await make(ada, "known");
  const changed = await make(ada, "changed");
  await (await office.as(leo)).webhook.renewSecret({ id: changed });
  const forgotten = await make(leo, "forgotten");
  await db.deleteFrom("changes").where("subjectId", "=", forgotten).execute();
  const gone = await make(leo, "gone");
  await db.updateTable("changes").set({ actorId: null }).where("subjectId", "=", gone).execute();
  await sql`drop index webhooks_owner_id`.execute(db);
  await sql`alter table webhooks drop column owner_id`.execute(db);

  await up(db as unknown as Kysely<unknown>);

  const owners = await db.selectFrom("webhooks").select(["id", "ownerId"]).execute();
  expect(Object.fromEntries(owners.map(({ id, ownerId }) => [id, ownerId]))).toEqual({
    [known]: ada.id,
    [changed]: ada.id,
    [forgotten]: null,
    [gone]: null,
  });
});
