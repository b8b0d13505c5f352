import { globSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import * as settings from "../../app/routes/_shell.settings._index.tsx";
import * as people from "../../app/routes/_shell.settings.users.tsx";
import * as tokens from "../../app/routes/_shell.users.$id.api.tsx";
import * as appearance from "../../app/routes/_shell.users.$id.appearance.tsx";
import * as calendar from "../../app/routes/_shell.users.$id.calendar.tsx";
import * as devices from "../../app/routes/_shell.users.$id.devices.tsx";
import * as notifications from "../../app/routes/_shell.users.$id.notifications.tsx";
import * as security from "../../app/routes/_shell.users.$id.security.tsx";
import * as profile from "../../app/routes/_shell.users.$id.tsx";
import { cookieNames } from "../../server/auth/cookies.ts";
import { createSession } from "../../server/auth/sessions.ts";
import type { Person } from "../../server/trpc/context.ts";
import { routePages } from "../support/browser/route-pages.ts";
import { type Office, openOffice } from "../support/office.ts";
import { type OfficeServer, serveOffice } from "../support/servers/office-server.ts";

const renderPage = routePages({
  "/settings": settings,
  "/settings/users": people,
  "/users/:id": profile,
  "/users/:id/security": security,
  "/users/:id/notifications": notifications,
  "/users/:id/appearance": appearance,
  "/users/:id/calendar": calendar,
  "/users/:id/api": tokens,
  "/users/:id/devices": devices,
});
const ownPages = ["security", "notifications", "appearance", "calendar", "api"];
let office: Office;
let server: OfficeServer;

beforeEach(async () => {
  office = await openOffice();
  server = await serveOffice(office, { renderPage });
});
afterEach(() => server.close());

async function open(path: string, person?: Person) {
  const { db, now } = office.services;
  const session = person && (await createSession(db, { userId: person.id, now: now() }));
  const cookie = session ? `${cookieNames(false).session}=${session.token}` : "";
  const response = await fetch(server.url + path, { headers: { cookie }, redirect: "manual" });
  return { status: response.status, location: response.headers.get("location"), body: await response.text() };
}

test("only the pages under /auth, those of links with a secret and the one about visits say that they need no session", async () => {
  const folder = path.resolve(import.meta.dirname, "../../app/routes");
  const files = globSync("*.tsx", { cwd: folder }).sort();
  const withoutSession: string[] = [];
  for (const file of files) {
    const { handle }: { handle?: { secure?: unknown } } = await import(path.join(folder, file));
    if (handle?.secure === false) withoutSession.push(file);
  }
  expect(files.length).toBeGreaterThan(10);
  expect(withoutSession).toEqual(files.filter((file) => /^(auth|ask|bot|confirm|status|wall)\./.test(file)));
});

test.each(["/settings", "/settings/users?q=a", "/users/u1", "/users/u1/security"])(
  "a stranger at %s is sent to the sign-in page and back again",
  async (path) => {
    const { status, location, body } = await open(path);
    expect(status).toBe(302);
    const target = new URL(location ?? "", server.url);
    expect(target.pathname).toBe("/auth/signin");
    expect(Object.fromEntries(target.searchParams)).toEqual({ error: "SessionRequired", callbackUrl: path });
    expect(body).toBe("");
  },
);

test.each(["readonly", "member", "maintainer"] as const)(
  "people of the role %s may not see who is here",
  async (role) => {
    const { status, body } = await open("/settings/users", await office.hire({ role }));
    expect(status).toBe(403);
    expect(body).not.toContain("@agentur.example");
  },
);

test("an unknown person is a missing page", async () => {
  expect((await open("/users/unknown", await office.hire({ role: "admin" }))).status).toBe(404);
});

test.each(ownPages)("the page %s of an account is missing for everybody else, admins included", async (page) => {
  const jana = await office.hire();
  for (const role of ["member", "admin"] as const)
    expect((await open(`/users/${jana.id}/${page}`, await office.hire({ role }))).status).toBe(404);
  expect((await open(`/users/${jana.id}/${page}`, jana)).status).toBe(200);
});

test("the tokens of an account are shown to nobody else, and an admin's own page holds no others", async () => {
  const jana = await office.hire();
  const chief = await office.hire({ role: "admin" });
  const scopes = ["records:read" as const];
  await (await office.as(jana)).apiToken.create({ name: "Janas Skript", scopes, days: 30 });
  expect((await open(`/users/${jana.id}/api`, jana)).body).toContain("Janas Skript");
  for (const [person, id] of [
    [chief, jana.id],
    [chief, chief.id],
    [await office.hire({ role: "readonly" }), jana.id],
    [undefined, jana.id],
  ] as const)
    expect((await open(`/users/${id}/api`, person)).body).not.toContain("Janas Skript");
});

test("what somebody has been handed is shown to them and to who looks after devices", async () => {
  const jana = await office.hire();
  const path = `/users/${jana.id}/devices`;
  expect((await open(path, await office.hire())).status).toBe(403);
  expect((await open(path, await office.hire({ role: "maintainer" }))).status).toBe(200);
  expect((await open(path, jana)).status).toBe(200);
});

test("colleagues get a profile without address and phone, the person and admins with both", async () => {
  const jana = await office.hire({ email: "jana@agentur.example" });
  const path = `/users/${jana.id}`;
  expect((await open(path, await office.hire())).body).not.toContain("jana@agentur.example");
  expect((await open(path, jana)).body).toContain("jana@agentur.example");
  expect((await open(path, await office.hire({ role: "admin" }))).body).toContain("jana@agentur.example");
});

test("the first paint has the people that the address asks for", async () => {
  const admin = await office.hire({ name: "Jana Petersen", role: "admin" });
  await office.hire({ name: "Timo Berg" });
  const { body } = await open("/settings/users?q=timo", admin);
  expect(body).toContain("Timo Berg");
  expect(body).not.toContain("Jana Petersen");
  expect((await open("/settings/users?page=-1&role=boss&state=gone", admin)).body).toContain("Jana Petersen");
});
