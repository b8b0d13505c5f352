import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { AuthenticationResponseJSON } from "@simplewebauthn/server";
import { generate } from "otplib";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { SignInSettings } from "../../../contract/settings/sign-in.ts";
import { hashPassword } from "../../../server/auth/passwords.ts";
import { newId } from "../../../server/db/new-id.ts";
import { expectNoise, isAlive, openBrowser, sessionEnded, visit } from "../../support/browser/browser.ts";
import { toast } from "../../support/browser/toast.ts";
import { plugInAuthenticator } from "../../support/browser/virtual-authenticator.ts";
import { startTestPortal, type TestPortal } from "../../support/portal/portal.ts";
import { apiOf } from "../../support/portal/portal-api.ts";
import { clientId, clientSecret, startProvider, type TestProvider } from "../../support/servers/provider.ts";

const password = "ein sehr langes Passwort";
/** Also when a test is repeated, its people are new. */
const freshEmail = (name: string) => `${name}-${newId()}@agentur.example`;
let portal: TestPortal;
let provider: TestProvider;
let chief: { id: string };

beforeAll(async () => {
  const env = { ADMIN_EMAIL: "chef@agentur.example", ADMIN_PASSWORD: password };
  const started = await startTestPortal({ pages: "built", env });
  // Browsers allow passkeys on a name, and on localhost without TLS.
  portal = { ...started, url: started.url.replace("127.0.0.1", "localhost") };
  provider = await startProvider([`${new URL(portal.url).origin}/api/auth/callback/oidc`]);
  chief = await portal.portal.services.db.selectFrom("users").select("id").executeTakeFirstOrThrow();
  // So that no rule holds them back.
  const { db, vault, now } = portal.portal.services;
  const at = now().toISOString();
  const factor = { userId: chief.id, sealedSecret: vault.seal("A".repeat(32)), lastStep: null };
  await db
    .insertInto("totpFactors")
    .values({ ...factor, createdAt: at, confirmedAt: at })
    .execute();
  const allowedNetworks = ["127.0.0.0/8"];
  const api = await apiOf(portal, chief);
  await api.setting.update({ section: "network", values: { allowedNetworks }, secrets: {}, version: 0 });
});
afterAll(async () => {
  await provider.close();
  await portal.stop();
});

async function configure(values: Partial<SignInSettings>, secrets: Record<string, string> = {}): Promise<void> {
  const api = await apiOf(portal, chief);
  const { version } = await api.setting.get({ section: "signIn" });
  await api.setting.update({ section: "signIn", values, secrets, version });
}

const codeIn = (secret: string, seconds: number) =>
  generate({ secret: secret.replace(/\s/g, ""), epoch: Math.floor(Date.now() / 1000) + seconds });
const avatar = (page: Page) => page.getByRole("button", { name: /^Konto von/ });

async function signOut(page: Page): Promise<void> {
  expectNoise(page, ...sessionEnded);
  await avatar(page).waitFor();
  await isAlive(page);
  await avatar(page).click();
  await page.getByRole("menuitem", { name: "Abmelden" }).click();
  await page.getByRole("heading", { name: "Anmelden" }).waitFor();
  await isAlive(page);
}

async function firstStep(page: Page, email: string): Promise<void> {
  await page.getByLabel("E-Mail").fill(email);
  await page.getByLabel("Passwort", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Anmelden", exact: true }).click();
}

/** Adds a passkey to somebody who has no other second factor, and resolves with the recovery codes that come with it. */
async function addFirstPasskey(page: Page, person: { id: string }, name: string): Promise<string[]> {
  await visit(page, `/users/${person.id}/security`);
  await page.getByRole("button", { name: "Passkey hinzufügen" }).click();
  await page.getByRole("dialog").getByLabel("Name").fill(name);
  await page.getByRole("button", { name: "Passkey erstellen" }).click();
  const codes = page.getByRole("list", { name: "Wiederherstellungscodes" }).getByRole("listitem");
  await codes.first().waitFor();
  const shown = await codes.allTextContents();
  await page.getByRole("button", { name: "Aufbewahrt" }).click();
  return shown;
}

test("an invited person sets up an app, adds a passkey and links the provider, and gets in by each", async () => {
  const { link, user } = await (await apiOf(portal, chief)).user.invite({
    body: { name: "Jana Petersen", email: freshEmail("jana"), role: "member" },
  });
  await configure({ secondFactor: "maintainers" });
  await (await apiOf(portal, chief)).user.changeRole({ id: user.id, role: "maintainer" });
  const page = await openBrowser(portal);
  await visit(page, link);
  await page.getByLabel("Passwort", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Beitreten" }).click();

  await page.getByRole("heading", { name: "Zweiten Faktor einrichten" }).waitFor();
  await isAlive(page);
  await page.goto("/websites");
  await page.getByRole("heading", { name: "Zweiten Faktor einrichten" }).waitFor();
  await isAlive(page);
  await page.getByRole("button", { name: "Authenticator-App einrichten" }).click();
  await page.getByRole("img", { name: "QR-Code für die Authenticator-App" }).waitFor();
  const secret = (await page.getByRole("code").textContent()) ?? "";
  expectNoise(page, /^400 POST .*security\.confirmTotp/, /confirmTotp/);
  await page.getByLabel("Code", { exact: true }).fill("000000");
  await page.getByRole("button", { name: "Einrichten", exact: true }).click();
  await page.getByText("Code ungültig oder abgelaufen.").waitFor();
  await page.getByLabel("Code", { exact: true }).fill(await codeIn(secret, 0));
  await page.getByRole("button", { name: "Einrichten", exact: true }).click();
  const codes = page.getByRole("list", { name: "Wiederherstellungscodes" }).getByRole("listitem");
  await codes.first().waitFor();
  expect(await codes.count()).toBe(10);
  await page.getByRole("button", { name: "Aufbewahrt" }).click();
  await avatar(page).waitFor();

  await signOut(page);
  await firstStep(page, user.email);
  await page.getByRole("heading", { name: "Zweiter Schritt" }).waitFor();
  await page.getByLabel("Code", { exact: true }).fill(await codeIn(secret, 30));
  await page.getByRole("button", { name: "Bestätigen", exact: true }).click();
  await avatar(page).waitFor();

  await plugInAuthenticator(page);
  await visit(page, `/users/${user.id}/security`);
  await page.getByRole("button", { name: "Passkey hinzufügen" }).click();
  const dialog = page.getByRole("dialog", { name: "Passkey hinzufügen" });
  await dialog.getByLabel("Name").fill("Laptop Büro");
  await dialog.getByRole("button", { name: "Passkey erstellen" }).click();
  await page.getByRole("button", { name: "Passkey „Laptop Büro“ entfernen" }).waitFor();

  await configure(
    { oidcIssuer: provider.issuer, oidcClientId: clientId, oidcLabel: "Agentur-Konto" },
    { oidcClientSecret: clientSecret },
  );
  provider.person = { sub: newId(), email: "jana@anderswo.example", email_verified: true };
  await page.reload();
  await isAlive(page);
  await page.getByRole("button", { name: "Mit Agentur-Konto verknüpfen" }).click();
  await page.getByText("jana@anderswo.example").waitFor();
  await isAlive(page);

  expectNoise(page, ...sessionEnded);
  await avatar(page).click();
  await page.getByRole("menuitem", { name: "Abmelden" }).click();
  // The device answers what the page suggests to it by itself.
  const methods = () =>
    portal.portal.services.db.selectFrom("sessions").select("method").where("userId", "=", user.id).execute();
  await expect.poll(methods).toEqual([{ method: "passkey" }]);
  await avatar(page).waitFor();
});

test("the provider lets a linked person in, and the second step stays", async () => {
  await configure({ oidcCountsAsSecondFactor: false });
  const page = await openBrowser(portal);
  await visit(page, "/auth/signin?callbackUrl=%2Fhosts");
  await page.getByRole("button", { name: "Mit Agentur-Konto anmelden" }).click();
  await page.getByRole("heading", { name: "Zweiter Schritt" }).waitFor();
  await configure({ oidcCountsAsSecondFactor: true });
  await visit(page, "/auth/signin?callbackUrl=%2Fhosts");
  await page.getByRole("button", { name: "Mit Agentur-Konto anmelden" }).click();
  await page.getByRole("heading", { name: "Hoster", level: 1 }).waitFor();
});

test("an account at the provider that belongs to nobody is sent back with the reason, without JavaScript too", async () => {
  provider.person = { sub: "fremd", email: "chef@agentur.example", email_verified: true };
  const page = await openBrowser(portal, { javaScript: false });
  await page.goto("/auth/signin");
  await page.getByRole("button", { name: "Mit Agentur-Konto anmelden" }).click();
  await page.getByText("Dieses Konto ist mit einer anderen Anmeldeart verknüpft.").waitFor();
});

test("a passkey confirms the second step on the press of a button, and recovery codes without JavaScript", async () => {
  const email = freshEmail("rike");
  const person = await portal.hire({ name: "Rike Sommer", email, passwordHash: await hashPassword(password) });
  const page = await openBrowser(portal, { person });
  const device = await plugInAuthenticator(page);
  const [recoveryCode = ""] = await addFirstPasskey(page, person, "Telefon");
  await page.getByRole("button", { name: "Passkey „Telefon“ umbenennen" }).waitFor();

  await device.touch(false);
  await signOut(page);
  await firstStep(page, email);
  await page.getByRole("heading", { name: "Zweiter Schritt" }).waitFor();
  await isAlive(page);
  await device.touch(true);
  await page.getByRole("button", { name: "Mit Passkey bestätigen" }).click();
  await avatar(page).waitFor();

  const plain = await openBrowser(portal, { javaScript: false, expected: [/^400 POST .*second-step/] });
  await plain.goto("/auth/signin");
  await firstStep(plain, email);
  await plain.getByRole("link", { name: "Wiederherstellungscode verwenden" }).click();
  for (const code of ["aaaaa-aaaaa", recoveryCode]) {
    await plain.getByLabel("Wiederherstellungscode").fill(code);
    await plain.getByRole("button", { name: "Bestätigen", exact: true }).click();
    if (code !== recoveryCode) await plain.getByText("Code ungültig oder abgelaufen.").waitFor();
  }
  await expect.poll(() => new URL(plain.url()).pathname).toBe("/");
});

/** What the portal answers to a script of a page of its own. */
const post = (page: Page, path: string, body: object) =>
  page.evaluate(
    async ([url, sent]) => {
      const { csrfToken } = (await (await fetch("/api/auth/csrf")).json()) as { csrfToken: string };
      const headers = { "content-type": "application/json" };
      const answer = await fetch(url, { method: "POST", headers, body: JSON.stringify({ ...sent, csrfToken }) });
      return { status: answer.status, body: await answer.json() };
    },
    [path, body] as const,
  );

/** What the device of a page's browser answers to a site that asks for it. */
const assertion = (page: Page, options: PublicKeyCredentialRequestOptionsJSON) =>
  page.evaluate(async (json) => {
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(json);
    const credential = (await navigator.credentials.get({ publicKey })) as PublicKeyCredential;
    return credential.toJSON() as AuthenticationResponseJSON;
  }, options);

test("a device's answer lets in once, and never what it told another site", async () => {
  const site = createServer((_, response) => {
    response.setHeader("content-type", "text/html").end("<!doctype html><title>Fremde Seite</title>");
  }).listen(0, "127.0.0.1");
  await once(site, "listening");
  const foreign = `http://localhost:${(site.address() as AddressInfo).port}`;
  try {
    const person = await portal.hire({ name: "Ole Passkey", email: freshEmail("ole") });
    const page = await openBrowser(portal, { person });
    await plugInAuthenticator(page);
    await addFirstPasskey(page, person, "Telefon");
    const attacker = await openBrowser(portal, { expected: [/^401 POST .*callback\/passkey/] });
    await visit(attacker, "/auth/signin");
    const send = (response: object) => post(attacker, "/api/auth/callback/passkey", { response, callbackUrl: "/" });
    const ask = async () => (await post(attacker, "/api/auth/passkey/options", {})).body;
    const refused = { status: 401, body: { error: "PasskeyInvalid" } };

    await page.goto(foreign);
    const stolen = await assertion(page, await ask());
    const told = JSON.parse(Buffer.from(stolen.response.clientDataJSON, "base64url").toString());
    expect(told).toMatchObject({ type: "webauthn.get", origin: foreign });
    expect(await send(stolen)).toMatchObject(refused);
    expect(await attacker.context().cookies()).not.toContainEqual(
      expect.objectContaining({ name: expect.stringContaining("session") }),
    );

    await visit(page, "/");
    const own = await assertion(page, await ask());
    expect(await send(own)).toMatchObject({ status: 200 });
    expect(await send(own)).toMatchObject(refused);
    const { db } = portal.portal.services;
    const ways = await db.selectFrom("sessions").select("method").where("userId", "=", person.id).execute();
    expect(ways.filter(({ method }) => method === "passkey")).toHaveLength(1);
  } finally {
    site.close();
    site.closeAllConnections();
  }
});

/** Lets the proof of a person's sign-in be an hour ago. */
async function grow(person: { id: string }): Promise<void> {
  const long = new Date(Date.now() - 3_600_000).toISOString();
  await portal.portal.services.db
    .updateTable("sessions")
    .set({ authenticatedAt: long })
    .where("userId", "=", person.id)
    .execute();
}

async function prove(page: Page): Promise<void> {
  const proof = page.getByRole("dialog", { name: "Bist du es?" });
  await proof.getByLabel("Passwort", { exact: true }).fill(password);
  await proof.getByRole("button", { name: "Bestätigen", exact: true }).click();
  await proof.waitFor({ state: "detached" });
}

const staleNoise = [/^412 POST/, /^400 POST/, /<< mutation/];

test("a stale sign-in asks who sits there before it changes the way in", async () => {
  const email = freshEmail("timo");
  const person = await portal.hire({ name: "Timo Brandt", email, passwordHash: await hashPassword(password) });
  const page = await openBrowser(portal, { person, expected: staleNoise });
  await grow(person);
  await visit(page, `/users/${person.id}/security`);
  await page.getByRole("button", { name: "Einrichten", exact: true }).click();
  const proof = page.getByRole("dialog", { name: "Bist du es?" });
  await proof.getByLabel("Passwort", { exact: true }).fill("falsch geraten");
  await proof.getByRole("button", { name: "Bestätigen", exact: true }).click();
  await proof.getByText("Passwort: Das Passwort ist falsch.").waitFor();
  await proof.getByLabel("Passwort", { exact: true }).fill(password);
  await proof.getByRole("button", { name: "Bestätigen", exact: true }).click();
  await page.getByRole("dialog", { name: "Authenticator-App einrichten" }).waitFor();
});

test("an old sign-in is asked who sits there wherever that is wanted, and goes on from there", async () => {
  await configure({ secondFactor: "nobody" });
  const passwordHash = await hashPassword(password);
  const person = await portal.hire({ name: "Admin", role: "admin", email: freshEmail("admin"), passwordHash });
  const page = await openBrowser(portal, { person, expected: staleNoise });
  await grow(person);
  await visit(page, "/settings/users");
  await page.getByRole("button", { name: "Einladen" }).click();
  const dialog = page.getByRole("dialog", { name: "Jemanden einladen" });
  await dialog.getByLabel("Name").fill("Linh Tran");
  await dialog.getByLabel("E-Mail").fill(freshEmail("linh"));
  await dialog.getByRole("button", { name: "Einladen" }).click();
  const proof = page.getByRole("dialog", { name: "Bist du es?" });
  await expect
    .poll(() => proof.getByLabel("Passwort", { exact: true }).evaluate((own) => own.matches(":focus")))
    .toBe(true);
  await proof.getByRole("button", { name: "Abbrechen" }).click();
  await dialog.getByRole("button", { name: "Einladen" }).click();
  await prove(page);
  await page.getByRole("dialog", { name: "Einladung erstellt" }).waitFor();

  await grow(person);
  await visit(page, `/users/${person.id}/api`);
  await page.getByRole("button", { name: "Token erstellen" }).click();
  const token = page.getByRole("dialog", { name: "Token erstellen" });
  await token.getByLabel("Name").fill("Auswertung");
  await token.getByRole("checkbox").first().click();
  await token.getByRole("button", { name: "Erstellen", exact: true }).click();
  await prove(page);
  await page.getByRole("dialog", { name: "Token erstellt" }).waitFor();

  await grow(person);
  await visit(page, `/users/${person.id}`);
  const email = freshEmail("neu");
  await page.getByLabel("E-Mail").fill(email);
  await page.getByLabel("Position").fill("Leitung");
  await page.getByRole("button", { name: "Speichern" }).click();
  await prove(page);
  await toast(page, "E-Mail-Adresse geändert.").waitFor();
  await expect
    .poll(() =>
      portal.portal.services.db.selectFrom("users").select(["email", "position"]).where("id", "=", person.id).execute(),
    )
    .toEqual([{ email, position: "Leitung" }]);

  await grow(person);
  await visit(page, "/settings/mail");
  await page.getByRole("textbox", { name: "Server", exact: true }).fill("mail.example");
  await page.getByRole("textbox", { name: "Absenderadresse" }).fill("portal@agentur.example");
  await page.getByRole("button", { name: "Speichern" }).click();
  await prove(page);
  await toast(page, "Gespeichert.").waitFor();
  await visit(page, `/users/${person.id}`);
  await page.getByLabel("E-Mail").fill(freshEmail("noch-neuer"));
  await page.getByRole("button", { name: "Speichern" }).click();
  await page.getByText(/^Wir haben einen Link an noch-neuer/).waitFor();
  await expect.poll(() => page.getByLabel("E-Mail").inputValue()).toBe(email);
});

test("whoever has no password confirms at the provider, in a tab of its own", async () => {
  await configure({ secondFactor: "nobody", oidcLinksByEmail: true });
  const email = freshEmail("ohne");
  const person = await portal.hire({ name: "Ohne Passwort", role: "admin", email });
  provider.person = { sub: newId(), email, email_verified: true };
  const page = await openBrowser(portal, { expected: staleNoise });
  await visit(page, "/auth/signin");
  await page.getByRole("button", { name: "Mit Agentur-Konto anmelden" }).click();
  await avatar(page).waitFor();
  await grow(person);
  await visit(page, `/users/${person.id}`);
  await page.getByRole("button", { name: "Meine Daten herunterladen" }).click();
  const proof = page.getByRole("dialog", { name: "Bist du es?" });
  const [tab, download] = await Promise.all([
    page.context().waitForEvent("page"),
    page.waitForEvent("download"),
    proof.getByRole("button", { name: "Mit Agentur-Konto bestätigen" }).click(),
  ]);
  await tab.getByText("Im anderen geht es weiter").waitFor();
  expect(download.suggestedFilename()).toMatch(/^Daten Ohne Passwort/);
});
