import { beforeEach, describe, expect, it } from "vitest";
import { newId } from "../../../server/db/new-id.ts";
import type { Api } from "../../../server/features/router.ts";
import type { Person } from "../../../server/trpc/context.ts";
import { type Office, openOffice } from "../../support/office.ts";
import { refusalOf } from "../../support/records/refusals.ts";

let office: Office;
let jana: Person;
let api: Api;
let timo: Api;
let chatId: string;

beforeEach(async () => {
  office = await openOffice();
  jana = await office.hire({ name: "Jana Petersen" });
  api = await office.as(jana);
  timo = await office.as(await office.hire({ name: "Timo Brandt" }));
  chatId = (await timo.chat.create({ title: "Frage", body: "Wer?", clientId: newId(), fileKeys: [] })).id;
});

const say = (by: Api) => by.chat.send({ chatId, body: "Ich", clientId: newId() });
const stored = async () =>
  (await office.services.db.selectFrom("chatMessages").select("id").where("authorId", "=", jana.id).execute()).length;

describe("who writes more than anybody can read", () => {
  it("is told in seconds how long to wait, alone, and may go on then", async () => {
    for (let count = 0; count < 120; count += 1) await say(api);
    const refusal = await refusalOf(say(api));
    expect(refusal).toMatchObject({
      code: "TOO_MANY_REQUESTS",
      retryAfterSeconds: 1,
    });
    const edited = await refusalOf(api.chat.create({ title: "Neu", body: "x", clientId: newId(), fileKeys: [] }));
    expect(edited.code).toBe("TOO_MANY_REQUESTS");
    expect(await stored()).toBe(120);
    await say(timo);
    office.advance(1000);
    await say(api);
    await say(api);
    expect((await refusalOf(say(api))).code).toBe("TOO_MANY_REQUESTS");
    expect(await stored()).toBe(122);
  });

  it("is held back with comments, and with reactions that come by the hundred", async () => {
    const body = { title: "Dunkles Design", kind: "idea", area: "wiki" };
    const { id } = await timo.feedback.give({ body, files: [] });
    for (let count = 0; count < 120; count += 1) await api.feedback.comment({ id, body: `Ja ${count}` } as never);
    expect(await refusalOf(api.feedback.comment({ id, body: "Noch eins" } as never))).toMatchObject({
      code: "TOO_MANY_REQUESTS",
      retryAfterSeconds: 1,
    });
    for (let count = 0; count < 240; count += 1) await api.feedback.vote({ id, on: count % 2 === 0 });
    expect(await refusalOf(api.feedback.vote({ id, on: true }))).toMatchObject({
      code: "TOO_MANY_REQUESTS",
      retryAfterSeconds: 1,
    });
  });
});
