import { afterAll, beforeAll, expect, it } from "vitest";
import { signUnsubscribe } from "../../server/mail/unsubscribe-token.ts";
import type { Person } from "../../server/trpc/context.ts";
import { startTestPortal, type TestPortal } from "../support/portal/portal.ts";

let office: TestPortal;
let jana: Person;
beforeAll(async () => {
  office = await startTestPortal();
  jana = await office.hire();
});
afterAll(() => office.stop());

const urlOf = (token: string) => `${office.url}/api/mail/unsubscribe?t=${encodeURIComponent(token)}`;
const tokenOf = (channel: "mail" | "digest", key = office.portal.services.signingKey) =>
  signUnsubscribe({ userId: jana.id, channel }, key);
const ask = (token: string, method: "GET" | "POST") =>
  fetch(urlOf(token), {
    method,
    redirect: "manual",
    ...(method === "POST" && { body: new URLSearchParams({ "List-Unsubscribe": "One-Click" }) }),
  });
const stored = () => office.portal.services.db.selectFrom("notificationPreferences").select("valuesJson").execute();

it("a token of another key, for another person or another kind changes nothing", async () => {
  const [kind = "", userId = "", signature = ""] = tokenOf("mail").split(".");
  const forged = [
    tokenOf("mail", "another key"),
    `digest.${userId}.${signature}`,
    `${kind}.someone.${signature}`,
    `${kind}.${userId}`,
    "",
  ];
  for (const token of forged) {
    const response = await ask(token, "POST");
    expect([response.status, response.headers.get("location")]).toEqual([303, "/auth/unsubscribe"]);
  }
  expect(await stored()).toEqual([]);
});

it("a visit only asks: scanners of mail follow every link", async () => {
  const response = await ask(tokenOf("digest"), "GET");
  expect(response.status).toBe(303);
  expect(response.headers.get("location")).toMatch(/^\/auth\/unsubscribe\?t=digest\..+&was=digest$/);
  expect(await stored()).toEqual([]);
});

it("the button of a mail program ends one kind of mail, without a session", async () => {
  const response = await ask(tokenOf("digest"), "POST");
  expect([response.status, response.headers.get("location")]).toEqual([200, null]);
  const [row] = await stored();
  const { channels } = JSON.parse(row?.valuesJson ?? "{}");
  expect(channels.feedback).toEqual({ digest: false });
  expect(channels.signIn).toBeUndefined();
});

it("a page of another origin may not press it", async () => {
  const response = await fetch(urlOf(tokenOf("mail")), {
    method: "POST",
    headers: { origin: "https://boese.example" },
  });
  expect(response.status).toBe(403);
});
