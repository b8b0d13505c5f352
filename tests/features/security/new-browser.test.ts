import { afterEach, beforeEach, expect, it } from "vitest";
import { hashPassword } from "../../../server/auth/passwords.ts";
import type { Person } from "../../../server/trpc/context.ts";
import { type BrowserFetch, browserFetch } from "../../support/browser/browser-fetch.ts";
import { type Office, openOffice } from "../../support/office.ts";
import { type OfficeServer, serveOffice } from "../../support/servers/office-server.ts";

const password = "ein langes Passwort";
const firefox = { "user-agent": "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0" };

let office: Office;
let server: OfficeServer;
let jana: Person;

beforeEach(async () => {
  office = await openOffice();
  jana = await office.hire({ email: "jana@agentur.example", passwordHash: await hashPassword(password) });
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
  await office.hire({ email: "timo@agentur.example", passwordHash: await hashPassword(password) });
  const shared = browserFetch(server.url, firefox);
  await signIn(shared, { email: "timo@agentur.example" });
  expect(await mails()).toEqual([]);
  await signIn(shared);
  expect(await mails()).toMatchObject([{ toUserId: jana.id }]);
});
