import { beforeEach, describe, expect, it } from "vitest";
import { mayJoinChannel } from "../../../contract/live/live-events.ts";
import { recordChannel } from "../../../contract/records/record-channel.ts";
import { plainPreferences } from "../../../contract/users/preferences.ts";
import { createSession, findSession } from "../../../server/auth/sessions.ts";
import { startSession } from "../../../server/auth/sign-in.ts";
import type { Api } from "../../../server/features/router.ts";
import type { Person } from "../../../server/trpc/context.ts";
import { type Office, openOffice } from "../../support/office.ts";
import { expectRefusal } from "../../support/records/refusals.ts";

let office: Office;
let jana: Person;
let api: Api;

beforeEach(async () => {
  office = await openOffice();
  jana = await office.hire({ name: "Jana Petersen", role: "readonly" });
  api = await office.as(jana);
});

const changes = () =>
  office.services.db
    .selectFrom("changes")
    .select(["kind", "beforeJson", "afterJson"])
    .where("kind", "=", "user.preferences-changed")
    .execute();

async function sessionOf(person: Person) {
  const now = office.services.now();
  const { token } = await createSession(office.services.db, { userId: person.id, now });
  return (await findSession(office.services.db, token, now))?.session;
}

describe("preferences are refused", () => {
  it("to strangers", async () => {
    const stranger = await office.as();
    await expect(stranger.user.getPreferences({})).rejects.toMatchObject({ code: "UNAUTHORIZED" });
    await expect(stranger.user.updatePreferences({ isInvisible: true })).rejects.toMatchObject({
      code: "UNAUTHORIZED",
    });
  });

  it.each([
    [{ density: "tiny" }, "density"],
    [{ startPage: "https://boese.example" }, "startPage"],
    [{ startPage: "//boese.example" }, "startPage"],
    [{ isInvisible: "ja" }, "isInvisible"],
  ])("for %o, at its field", async (input, field) => {
    await expectRefusal(api.user.updatePreferences(input as never), "BAD_REQUEST", field);
    expect(await api.user.getPreferences({})).toEqual(plainPreferences);
  });
});

describe("preferences", () => {
  it("follow a person into every session of theirs, as far as they differ, and nobody else's", async () => {
    expect(await sessionOf(jana)).not.toHaveProperty("preferences");
    await api.user.updatePreferences({ density: "compact", startPage: "/wiki" });
    expect(await sessionOf(jana)).toMatchObject({ preferences: { density: "compact", startPage: "/wiki" } });
    expect(await sessionOf(await office.hire({}))).not.toHaveProperty("preferences");
    await api.user.updatePreferences({ density: "comfortable", startPage: "/" });
    expect(await sessionOf(jana)).not.toHaveProperty("preferences");
  });

  it("leave history with what was before, and none where nothing changed", async () => {
    await api.user.updatePreferences({ startPage: "/feedback" });
    await api.user.updatePreferences({ startPage: "/feedback" });
    const [change, ...more] = await changes();
    expect(more).toEqual([]);
    expect(change).toMatchObject({
      beforeJson: JSON.stringify({ startPage: "/" }),
      afterJson: JSON.stringify({ startPage: "/feedback" }),
    });
    expect(office.disconnected).toEqual([]);
  });

  it("say where a sign-in begins", async () => {
    await api.user.updatePreferences({ startPage: "/websites" });
    const account = { ...jana, passwordHash: undefined };
    expect(await startSession(office.services, account, {} as never)).toMatchObject({ startPage: "/websites" });
  });
});

describe("who is invisible", () => {
  it("joins no channel that shows its members, and hears everything else", () => {
    const seen = ["presence-user-list", recordChannel({ type: "website", id: "w1" })];
    for (const channel of seen) expect(mayJoinChannel("admin", channel, { isInvisible: true })).toBe(false);
    for (const channel of seen) expect(mayJoinChannel("readonly", channel)).toBe(true);
    for (const channel of ["website", "wiki", "user", "feedback"])
      expect(mayJoinChannel("readonly", channel, { isInvisible: true })).toBe(true);
  });

  it("meets the others anew, and history does not tell of it", async () => {
    await api.user.updatePreferences({ isInvisible: true });
    expect(office.disconnected).toEqual([{ userId: jana.id }]);
    expect(await changes()).toEqual([]);
    await api.user.updatePreferences({ isInvisible: true, density: "compact" });
    expect(office.disconnected).toHaveLength(1);
    expect((await changes())[0]?.afterJson).toBe(JSON.stringify({ density: "compact" }));
  });

  it("is announced neither when they sign in nor while they type", async () => {
    const timo = await office.hire({ name: "Timo Brandt" });
    const timos = await office.as(timo);
    await timos.notification.setChannel({ topic: "signIn", channel: "live", isOn: true });
    const signInJana = () => startSession(office.services, { ...jana, passwordHash: undefined }, {} as never);
    const heard = () => office.signals.filter(({ event }) => event === "userLogin").length;
    await signInJana();
    expect(heard()).toBe(1);
    await api.user.updatePreferences({ isInvisible: true });
    await signInJana();
    expect(heard()).toBe(1);
  });
});
