import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openSetUp } from "../../../server/features/users/set-up.ts";
import { browserFetch } from "../../support/browser/browser-fetch.ts";
import { openOffice } from "../../support/office.ts";
import { refusalOf } from "../../support/records/refusals.ts";
import { serveOffice } from "../../support/servers/office-server.ts";
import {
  asSignedIn,
  password as former,
  openSignInFixture,
  type SignInFixture,
} from "../../support/sign-in-fixture.ts";

/** Which of the two rules it breaks: only one of them speaks of names. */
const common = expect.not.stringContaining("Namen");
const names = expect.stringContaining("Namen");

let fixture: SignInFixture;

beforeEach(async () => {
  fixture = await openSignInFixture();
  const admin = await fixture.office.as(await fixture.office.hire({ role: "admin" }));
  const values = { agencyName: "Agentur Nordlicht" };
  await admin.setting.update({ section: "general", values, secrets: {}, version: 0 });
});
afterEach(() => fixture.close());

const change = async (newPassword: string) =>
  (await asSignedIn(fixture.office, fixture.jana)).user.changePassword({ currentPassword: former, newPassword });

describe("a new password is refused", () => {
  it.each([
    ["passwort1234", common],
    ["qwertzuiop123", common],
    ["123456789012", common],
    ["aaaaaaaaaaaaaaaa", common],
    ["P4$$w0rt2026!", common],
    ["Sommer2026!!", common],
    ["Willkommen2026", common],
    ["hallo hallo hallo", common],
    ["passwort".repeat(25), common],
    ["Jana-Petersen!", names],
    ["petersen.jana.2026", names],
    ["jana@agentur.example", names],
    ["Agentur Nordlicht 1", names],
    ["MEDIUM TechCenter", names],
  ])("when it is „%s“", async (given, sentence) => {
    expect(await refusalOf(change(given))).toMatchObject({
      code: "BAD_REQUEST",
      fields: { newPassword: [sentence] },
    });
  });

  it("only after the present one was right, so that nobody learns anything by asking", async () => {
    const late = await asSignedIn(fixture.office, fixture.jana);
    expect(
      (await refusalOf(late.user.changePassword({ currentPassword: "falsch", newPassword: "passwort1234" }))).fields,
    ).toEqual({ currentPassword: ["Aktuelles Passwort: Das Passwort ist falsch."] });
  });

  it("by a link for one, by an invitation, and both links stay good", async () => {
    const admin = await fixture.office.as(await fixture.office.hire({ role: "admin" }));
    const reset = await admin.user.createPasswordLink({ id: fixture.jana.id });
    const body = { name: "Kim Vogt", email: "kim@anderswo.example", role: "member" as const };
    const invited = await admin.user.invite({ body });
    for (const [{ link }, bad, sentence] of [
      [reset, "janapetersen12", names],
      [invited, "Robin.Kim.Vogt", names],
      [invited, "geheimgeheim", common],
    ] as const) {
      const token = new URL(link, "https://x").searchParams.get("token") ?? "";
      const form = { token, name: "Robin Vogt" };
      const post = async (password: string) =>
        (await browserFetch(fixture.server.url).post("/auth/join", { ...form, password })).json();
      expect(await post(bad)).toMatchObject({ ok: false, fields: { password: [sentence] } });
    }
    const token = new URL(invited.link, "https://x").searchParams.get("token") ?? "";
    const good = { token, name: "Robin Vogt", password: "ein ganz neues Passwort" };
    expect(await (await browserFetch(fixture.server.url).post("/auth/join", good)).json()).toMatchObject({ ok: true });
  });
});

describe("a new password is taken", () => {
  it.each([
    "korrekt pferd batterie",
    "x7!kqPzw92LmNb",
    "schatz-ich-liebe-dich",
    "Jana mag grüne Fahrräder sehr",
    "ßßß Köhlerhütte am Wehr",
  ])("when it is „%s“", async (given) => {
    expect(await change(given)).toEqual({ endedSessions: 0 });
  });

  it("when it is as long as one may be, wherever its strength lies", async () => {
    const strong = Array.from({ length: 32 }, (_, at) => String.fromCharCode(33 + ((at * 37) % 90))).join("");
    expect(await change("a".repeat(168) + strong)).toEqual({ endedSessions: 0 });
  });
});

describe("the first account", () => {
  it("is held to the same rule in the form and in the environment", async () => {
    const empty = await openOffice();
    const admin = { name: "Chef", email: "chef@agentur.example", password: "chef.agentur.1" };
    await expect(openSetUp(empty.services, { admin })).rejects.toMatchObject({
      name: "StartProblem",
      message: expect.stringContaining("ADMIN_PASSWORD"),
    });
    const setUp = await openSetUp(empty.services);
    const server = await serveOffice(empty, { setUp });
    const token = new URL(setUp.link() ?? "", "https://x").searchParams.get("token") ?? "";
    const form = { ...admin, token };
    const post = async (password: string) =>
      (await browserFetch(server.url).post("/auth/setup", { ...form, password })).json();
    expect(await post("willkommen12")).toMatchObject({ ok: false, fields: { password: [common] } });
    expect(await post("ein sehr langes Passwort")).toMatchObject({ ok: true });
    await server.close();
  });
});
