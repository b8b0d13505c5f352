import { createSession } from "../../../server/auth/sessions.ts";
import type { Db } from "../../../server/db/connection.ts";
import { newId } from "../../../server/db/new-id.ts";
import { rpcClient } from "../portal/rpc-client.ts";
import { repetitions } from "../repetitions.ts";
import { until } from "../until.ts";
import { openWriter } from "../wiki/page-clients.ts";
import { putPage } from "../wiki/pages.ts";
import { openPersonAtPage } from "./person.ts";
import type { SharedPlace } from "./shared-place.ts";
import type { Seat, Worker } from "./work.ts";

const peoplePerChat = 5;
const writersPerPage = 4;
const maxPages = 10;
/** A team has one list open together; where an agency group works, so many people have one who has. */
const peoplePerList = repetitions(1, 10);

interface Given {
  db: Db;
  place: SharedPlace;
  seats: readonly Seat[];
}

/** People with the portal open, one at each seat, all at chats, and some of them at pages that they write together. */
export async function hireWorkers({ db, place, seats }: Given): Promise<Worker[]> {
  const pages = Math.min(maxPages, Math.ceil(seats.length / 2 / writersPerPage));
  const pageIds: string[] = [];
  for (let no = 0; no < pages; no += 1) pageIds.push(await putPage(db));
  const workers: Worker[] = [];
  let chatId = "";
  for (const [no, { origin, outages }] of seats.entries()) {
    const person = await hireAdmin(db, `Person ${no}`);
    const { cookie } = person;
    const client = rpcClient(origin, cookie);
    if (no % peoplePerChat === 0) {
      const opening = { title: `Gespräch ${no}`, body: "Anfang", clientId: newId() };
      chatId = (await client.chat.create.mutate(opening)).id;
    }
    const { token } = await client.apiToken.create.mutate({
      name: "Skript",
      scopes: ["records:read", "records:write"],
      days: 30,
    });
    const pageId = pageIds[Math.floor(no / writersPerPage)];
    workers.push({
      origin,
      outages,
      token,
      chatId,
      person: openPersonAtPage({
        origin,
        appKey: place.secrets.soketi.key,
        person,
        chatId,
        hasList: no % peoplePerList === 0,
        onFailure: outages.note,
      }),
      ...(pageId && { writing: { pageId, writer: openWriter({ origin, cookie, pageId, personId: person.id }) } }),
    });
  }
  for (const { person, writing } of workers) {
    await writing?.writer.synced;
    await until(() => {
      if (person.state() !== "online" || !person.shown()) throw new Error("somebody is not online yet");
    });
  }
  return workers;
}

/** Somebody who may do everything, and is signed in. */
export async function hireAdmin(db: Db, name: string) {
  const id = newId();
  const at = new Date().toISOString();
  const person = { id, name, role: "admin" as const };
  await db
    .insertInto("users")
    .values({ ...person, email: `${id}@agentur.example`, createdAt: at, joinedAt: at })
    .execute();
  const { token } = await createSession(db, { userId: id, now: new Date() });
  return { ...person, cookie: `techcenter.session=${token}` };
}
