import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { channelServiceNames } from "../../../contract/channels/channels.ts";
import { channelServices } from "../../../contract/channels/services.ts";
import type { Api } from "../../../server/features/router.ts";
import type { Person } from "../../../server/trpc/context.ts";
import { openBrowser, visit } from "../../support/browser/browser.ts";
import { toast } from "../../support/browser/toast.ts";
import { announce } from "../../support/channel-office.ts";
import { startTestPortal, type TestPortal } from "../../support/portal/portal.ts";
import { apiOf } from "../../support/portal/portal-api.ts";
import { type ChatService, chatToken, openChatService } from "../../support/servers/chat-services.ts";

let portal: TestPortal;
let admin: Person;
let api: Api;
let chat: ChatService | undefined;
beforeAll(async () => {
  portal = await startTestPortal({ pages: "built" });
  admin = await portal.hire({ name: "Maren Ahlers", role: "admin" });
  api = await apiOf(portal, admin);
});
afterEach(async () => {
  await chat?.close();
  chat = undefined;
});
afterAll(() => portal.stop());

async function openNewChannel(): Promise<Page> {
  const page = await openBrowser(portal, { person: admin });
  await visit(page, "/settings/channels");
  await page.getByRole("button", { name: "Kanal anlegen" }).click();
  await page.getByRole("dialog", { name: "Kanal anlegen" }).waitFor();
  return page;
}

test("every service says that it was never tried itself, and what it lacks by the names of its fields", async () => {
  const page = await openNewChannel();
  const dialog = page.getByRole("dialog", { name: "Kanal anlegen" });
  for (const service of channelServiceNames) {
    const { label, fields } = channelServices[service];
    await dialog.getByRole("combobox", { name: "Dienst" }).selectOption({ label });
    await dialog.getByText(`${label}: noch nicht am echten Dienst erprobt.`).waitFor();
    await dialog.getByRole("button", { name: "Anlegen", exact: true }).click();
    await dialog.getByText("Name: Pflichtfeld.").waitFor();
    for (const field of Object.values(fields))
      if (!("isOptional" in field)) await dialog.getByText(`${field.label}: Pflichtfeld.`).waitFor();
  }
});

test("a channel is made, says in the server's own words why a test fails, and is right once its token is", async () => {
  chat = await openChatService("slack");
  const page = await openNewChannel();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox", { name: "Name" }).fill("Betrieb");
  await dialog.getByLabel("Bot-Token").fill("xoxb-falsch");
  await dialog.getByRole("textbox", { name: "Kanal-ID" }).fill("C0123ABCD");
  await dialog.getByRole("textbox", { name: "Server" }).fill(chat.receiver.url);
  await dialog.getByRole("button", { name: "Anlegen", exact: true }).click();
  await toast(page, "Kanal angelegt.").waitFor();
  const row = page.getByRole("list", { name: "Kanäle" }).getByRole("listitem").filter({ hasText: "Betrieb" });
  await row.getByText("Slack (App): noch nicht am echten Dienst erprobt").waitFor();

  const testButton = row.getByRole("button", { name: "Betrieb testen" });
  await testButton.click();
  const result = page.getByRole("dialog", { name: "Test an Betrieb" });
  await result.getByText("Gescheitert").waitFor();
  await result.getByText(/dieses Netz ist in Einstellungen → Netzwerk nicht erlaubt/).waitFor();
  await result.getByRole("button", { name: "Schließen", exact: true }).last().click();
  await api.setting.update({ section: "network", values: { allowedNetworks: ["127.0.0.0/8"] }, version: 0 });
  await testButton.click();
  await result.getByText("Slack lehnt ab: invalid_auth").waitFor();
  await result.getByText('{"ok":false,"error":"invalid_auth"}').waitFor();
  await result.getByRole("button", { name: "Schließen", exact: true }).last().click();

  await row.getByRole("button", { name: "Aktionen für Betrieb" }).click();
  await page.getByRole("menuitem", { name: "Bearbeiten …" }).click();
  const token = page.getByRole("dialog", { name: "Kanal bearbeiten" }).getByLabel("Bot-Token");
  expect([await token.inputValue(), await token.getAttribute("placeholder")]).toEqual(["", "Unverändert"]);
  await token.fill(chatToken);
  await page.getByRole("dialog").getByRole("button", { name: "Speichern" }).click();
  await toast(page, "Gespeichert.").waitFor();
  await testButton.click();
  await result.getByText("Angenommen").waitFor();
  await result.getByRole("button", { name: "Schließen", exact: true }).last().click();
  expect(chat.shown()).toHaveLength(1);

  await page
    .getByRole("button", { name: /^Test vom MEDIUM TechCenter vom .* erneut senden$/ })
    .first()
    .click();
  await toast(page, "Wird erneut gesendet.").waitFor();
  await expect.poll(() => chat?.shown().length).toBe(2);
});

test("a rule leads what happens into a channel, and the log says how that went", async () => {
  chat = await openChatService("mattermostWebhook");
  const values = { url: `${chat.receiver.url}/hook` };
  await api.channel.create({ body: { service: "mattermostWebhook", name: "Bereitschaft", values } });
  const page = await openBrowser(portal, { person: admin });
  await visit(page, "/settings/channels");
  await page.getByText("Ohne Regel verschickt ein Kanal des Teams nur Tests.").waitFor();
  await page.getByRole("button", { name: "Regel anlegen" }).click();
  const dialog = page.getByRole("dialog", { name: "Regel anlegen" });
  await dialog.getByRole("button", { name: "Anlegen", exact: true }).click();
  await dialog.getByText("Wohin: Bitte einen Kanal oder eine Person wählen.").waitFor();
  await dialog.getByRole("combobox", { name: "Wohin" }).selectOption({ label: "Bereitschaft" });
  await dialog.getByRole("combobox", { name: "Was" }).selectOption({ label: "Nur Kritisches" });
  await dialog.getByRole("button", { name: "Anlegen", exact: true }).click();
  await page.getByText("Nur Kritisches · Alle Themen · Alle Kunden · Jederzeit").waitFor();
  await announce(portal.portal, { severity: "warning", topicKey: "incident:2" });
  await announce(portal.portal);
  await expect.poll(() => chat?.shown().length).toBe(1);
  await page.reload();
  await page.getByText("web03 antwortet nicht").first().waitFor();
  await page.getByText("Zugestellt").first().waitFor();
});
