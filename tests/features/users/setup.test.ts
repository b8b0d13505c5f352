import { afterEach, describe, expect, it, vi } from "vitest";
import { openSetUp } from "../../../server/features/users/set-up.ts";
import type { Services } from "../../../server/trpc/context.ts";
import { type BrowserFetch, browserFetch } from "../../support/browser/browser-fetch.ts";
import { type Office, openOffice } from "../../support/office.ts";
import { type OfficeServer, serveOffice } from "../../support/servers/office-server.ts";

const account = { name: "Malte Kern", email: "Malte@Agentur.example", password: "ein langes Passwort" };

let office: Office;
let server: OfficeServer | undefined;
let browser: BrowserFetch;
let token: string;

async function openPortal(options: Parameters<typeof openSetUp>[1] = {}) {
  office = await openOffice();
  const setUp = await openSetUp(office.services, options);
  server = await serveOffice(office, { setUp });
  browser = browserFetch(server.url);
  token = new URL(setUp.link() ?? "/", server.url).searchParams.get("token") ?? "";
  return setUp;
}

afterEach(() => server?.close());

const setUpWith = async (fields: Record<string, string>, from = browser) =>
  (await from.post("/auth/setup", { token, ...account, ...fields })).json();
const users = () => office.services.db.selectFrom("users").selectAll().execute();
const page = async () => (await browser("/")).json();

describe("the set-up of an empty portal", () => {
  it("is refused with a wrong code, and keeps what was typed", async () => {
    const setUp = await openPortal();
    expect(await setUpWith({ token: "falsch" })).toMatchObject({
      ok: false,
      error: "invalid",
      fields: { token: [expect.any(String)] },
      values: { name: account.name, email: account.email },
    });
    expect(await users()).toEqual([]);
    expect(await setUp.isNeeded()).toBe(true);
  });

  it("is over for its link, too, once somebody at the host has made an account beside the running portal", async () => {
    const setUp = await openPortal();
    await office.hire({ role: "admin" });
    expect(await setUp.isNeeded()).toBe(false);
    await expect(setUp.assertToken(token)).rejects.toMatchObject({ code: "precondition" });
    expect(await setUpWith({})).toMatchObject({ ok: false });
    expect(await users()).toHaveLength(1);
  });

  it("names every wrong field at once, and sends no secret back", async () => {
    await openPortal();
    const answer = await setUpWith({ name: " ", email: "malte", password: "kurz" });
    expect(answer.fields).toEqual({
      name: [expect.any(String)],
      email: [expect.any(String)],
      password: [expect.any(String)],
    });
    expect(JSON.stringify(answer)).not.toContain("kurz");
    expect(JSON.stringify(answer)).not.toContain(token);
    expect(await users()).toEqual([]);
  });

  it("is refused without the token of the form", async () => {
    await openPortal();
    expect(await setUpWith({ csrfToken: "falsch" })).toMatchObject({ ok: false, error: "MissingCSRF" });
    expect(await users()).toEqual([]);
  });

  it("creates the admin, signs them in, and is over", async () => {
    const setUp = await openPortal();
    expect(setUp.link()).toMatch(/^\/auth\/setup\?token=[\w-]{43}$/);
    expect((await page()).needsSetup).toBe(true);
    expect(await setUpWith({})).toMatchObject({ ok: true, redirectTo: "/" });
    expect(await page()).toMatchObject({
      needsSetup: false,
      user: { name: "Malte Kern", email: "malte@agentur.example", role: "admin" },
    });
    expect(setUp.link()).toBeUndefined();
    expect(await setUpWith({ email: "b@agentur.example" })).toMatchObject({ ok: false, error: "precondition" });
    expect(await users()).toHaveLength(1);
    expect(office.signals).toEqual([]);
    const changes = await office.services.db.selectFrom("changes").selectAll().execute();
    expect(changes).toMatchObject([{ kind: "user.created", subjectType: "user" }]);
    expect(JSON.stringify(changes)).not.toContain(account.password);
  });

  it("has one winner when two people use the link at the same time", async () => {
    await openPortal();
    const others = Array.from({ length: 4 }, () => browserFetch(server?.url ?? ""));
    const answers = await Promise.all(
      others.map((from, n) => setUpWith({ email: `person-${n}@agentur.example` }, from)),
    );
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    expect(answers.filter(({ error }) => error === "precondition")).toHaveLength(3);
    expect(await users()).toHaveLength(1);
  });

  it("adds sample data when asked for, after the account is there", async () => {
    const createSampleData = vi.fn(async ({ db }: Services, _admin: { id: string }) => {
      expect(await db.selectFrom("users").select("role").execute()).toEqual([{ role: "admin" }]);
    });
    await openPortal({ createSampleData });
    expect(await setUpWith({ sampleData: "on" })).toMatchObject({ ok: true });
    const admin = { id: expect.any(String), name: "Malte Kern", email: "malte@agentur.example" };
    expect(createSampleData.mock.calls).toEqual([[expect.anything(), admin]]);
  });

  it("goes on filling in sample data for somebody who leaves meanwhile, who signs in later", async () => {
    const [begun, left] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const filled = vi.fn();
    await openPortal({
      async createSampleData() {
        begun.resolve();
        await left.promise;
        filled();
      },
    });
    const { csrfToken } = await (await browser("/api/auth/csrf")).json();
    const leaving = new AbortController();
    const asked = browser("/auth/setup", {
      method: "POST",
      body: new URLSearchParams({ csrfToken, token, ...account, sampleData: "on" }),
      signal: leaving.signal,
    });
    await begun.promise;
    leaving.abort();
    await expect(asked).rejects.toThrow("aborted");
    left.resolve();
    await vi.waitFor(() => expect(filled).toHaveBeenCalledOnce());
    const { email, password } = account;
    expect(await (await browser.post("/auth/signin", { email, password })).json()).toMatchObject({ ok: true });
  });

  it("adds none unasked, and keeps the account when it fails", async () => {
    const createSampleData = vi.fn(() => Promise.reject(new Error("no space")));
    await openPortal({ createSampleData });
    expect(await setUpWith({})).toMatchObject({ ok: true });
    expect(createSampleData).not.toHaveBeenCalled();
    await server?.close();
    await openPortal({ createSampleData });
    expect(await setUpWith({ sampleData: "on" })).toMatchObject({ ok: true });
    expect(createSampleData).toHaveBeenCalledOnce();
    expect(await users()).toHaveLength(1);
  });
});

describe("an admin from the environment", () => {
  const admin = { name: "Administration", email: " Admin@Agentur.example ", password: "ein langes Passwort" };

  it("is created on an empty database, without a link", async () => {
    const setUp = await openPortal({ admin });
    expect(await setUp.isNeeded()).toBe(false);
    expect(setUp.link()).toBeUndefined();
    const answer = await (await browser.post("/auth/signin", { ...admin, email: "admin@agentur.example" })).json();
    expect(answer).toMatchObject({ ok: true });
    expect((await page()).user).toMatchObject({ role: "admin", name: "Administration" });
  });

  it("is not created again where somebody has an account", async () => {
    await openPortal({ admin });
    await openSetUp(office.services, { admin: { ...admin, email: "second@agentur.example" } });
    expect(await users()).toHaveLength(1);
  });
});
