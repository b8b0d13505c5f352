import { afterEach, beforeEach, expect, it } from "vitest";
import { knownDevice } from "../../../server/auth/devices.ts";
import { sign } from "../../../server/auth/tokens.ts";
import type { Person } from "../../../server/trpc/context.ts";
import { type BrowserFetch, browserFetch } from "../../support/browser/browser-fetch.ts";
import { type Office, openOffice } from "../../support/office.ts";
import { hashQuickly } from "../../support/portal/quick-password.ts";
import { type OfficeServer, serveOffice } from "../../support/servers/office-server.ts";

const password = "ein langes Passwort";
const firefox = { "user-agent": "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0" };

let office: Office;
let server: OfficeServer;
let jana: Person;

beforeEach(async () => {
  office = await openOffice();
  jana = await office.hire({ email: "jana@agentur.example", passwordHash: await hashQuickly(password) });
  server = await serveOffice(office);
});
afterEach(() => server.close());

const signIn = (from: BrowserFetch, fields: Record<string, string> = {}) =>
  from.post("/auth/signin", { email: "jana@agentur.example", password, ...fields });
const mails = () => office.services.db.selectFrom("mails").select(["toUserId", "subject", "contentJson"]).execute();
const bell = () =>
  office.services.db
    .selectFrom("notifications")
    .select(["forUserId", "title"])
    .where("category", "=", "system")
    .execute();

it("nobody is told of a refused sign-in, of the first browser of an account, or of one that it knows", async () => {
  const first = browserFetch(server.url, firefox);
  await signIn(browserFetch(server.url), { password: "falsch" });
  await signIn(first);
  await signIn(first);
  expect(await mails()).toEqual([]);
  expect(await bell()).toEqual([]);
});

it("a person hears by mail and bell of a sign-in in a browser that their account has not been in, once", async () => {
  await signIn(browserFetch(server.url));
  const stranger = browserFetch(server.url, firefox);
  await signIn(stranger);
  expect(await mails()).toEqual([
    {
      toUserId: jana.id,
      subject: expect.stringContaining("Anmeldung in einem neuen Browser"),
      contentJson: expect.stringContaining("Firefox auf Linux (Adresse 127.0.0.1)"),
    },
  ]);
  expect(await bell()).toEqual([{ forUserId: jana.id, title: "Anmeldung in einem neuen Browser" }]);
  await signIn(stranger);
  expect(await mails()).toHaveLength(1);
});

it("that somebody else has been in a browser makes it known for nobody", async () => {
  await signIn(browserFetch(server.url));
  await office.hire({ email: "timo@agentur.example", passwordHash: await hashQuickly(password) });
  const shared = browserFetch(server.url, firefox);
  await signIn(shared, { email: "timo@agentur.example" });
  expect(await mails()).toEqual([]);
  await signIn(shared);
  expect(await mails()).toMatchObject([{ toUserId: jana.id }]);
});

/** A call of a procedure as the portal's pages make it. */
const call = (from: BrowserFetch, procedure: string, input: object) =>
  from(`/api/trpc/${procedure}`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: server.url },
    body: JSON.stringify({ json: input }),
  });
const fresh = "ein ganz neues Passwort";

it.each<[string, (own: BrowserFetch) => Promise<unknown>, string]>([
  [
    "a new password",
    (own) => call(own, "user.changePassword", { currentPassword: password, newPassword: fresh }),
    fresh,
  ],
  ["„Überall abmelden“", (own) => call(own, "session.revokeAll", {}), password],
])("after %s a stolen cookie makes no browser known, and that of the person stays known", async (_what, act, next) => {
  const own = browserFetch(server.url, firefox);
  await signIn(own);
  const stolen = own.cookies.get("techcenter.device") ?? "";
  const other = browserFetch(server.url);
  await signIn(other);
  const before = (await mails()).length;
  expect(await act(own)).toMatchObject({ status: 200 });
  expect(own.cookies.get("techcenter.device")).not.toBe(stolen);

  const told = (await mails()).length;
  await signIn(own, { password: next });
  expect(await mails()).toHaveLength(told);
  const thief = browserFetch(server.url);
  thief.cookies.set("techcenter.device", stolen);
  await signIn(thief, { password: next });
  expect(await mails()).toHaveLength(told + 1);
  await signIn(other, { password: next });
  expect(await mails()).toHaveLength(told + 2);
  expect(told - before).toBe(next === fresh ? 1 : 0);
});

it("a browser that was not known is not known for having been the one that signed out everywhere", async () => {
  const own = browserFetch(server.url);
  await signIn(own);
  own.cookies.delete("techcenter.device");
  await call(own, "session.revokeAll", {});
  expect(own.cookies.has("techcenter.device")).toBe(false);
});

it("guesses at a former password hold nobody up who has a new one, and a new password gives guessers no known browser", async () => {
  const own = browserFetch(server.url);
  await signIn(own);
  for (let n = 0; n < 5; n += 1) await signIn(browserFetch(server.url), { password: "falsch" });
  expect(await (await signIn(browserFetch(server.url))).json()).toMatchObject({ error: "RateLimited" });
  await call(own, "user.changePassword", { currentPassword: password, newPassword: fresh });
  expect(await (await signIn(browserFetch(server.url), { password: fresh })).json()).toMatchObject({ ok: true });
});

it("the marks of accounts that never began anew stay as they were made before there were epochs", () => {
  const jana = { id: "jana", accessEpoch: 0 };
  const mark = sign("device:abcdefghijklmnop:jana", "key");
  expect(knownDevice(`abcdefghijklmnop.${mark}`, jana, "key")).toBe("abcdefghijklmnop");
  expect(knownDevice(`abcdefghijklmnop.${mark}`, { ...jana, accessEpoch: 1 }, "key")).toBeUndefined();
});
