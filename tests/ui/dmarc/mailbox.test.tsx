// @vitest-environment happy-dom
import { expect, it } from "vitest";
import { MailboxForm } from "../../../app/features/dmarc/mailbox-form.tsx";
import { MailboxState } from "../../../app/features/dmarc/mailbox-state.tsx";
import { SectionPanel } from "../../../app/features/settings/section-panel.tsx";
import type { SettingsView } from "../../../contract/settings/sections.ts";
import { openPage } from "../../support/browser/office-page.tsx";
import { button, click, field, type } from "../../support/browser/render.tsx";
import { openOffice } from "../../support/office.ts";
import { gz, setUpMailbox } from "../../support/servers/dmarc-mailbox.ts";
import { startImapServer } from "../../support/servers/imap-server.ts";
import { until } from "../../support/until.ts";

async function openMailboxPage({ password = "geheim", isSetUp = true } = {}) {
  const office = await openOffice();
  const admin = await office.hire({ role: "admin" });
  const server = await startImapServer();
  if (isSetUp) await setUpMailbox(await office.as(admin), { port: server.port }, { password });
  const page = await openPage(
    office,
    admin,
    <>
      <SectionPanel section="dmarcMailbox">
        {(view) => <MailboxForm view={view as SettingsView<"dmarcMailbox">} />}
      </SectionPanel>
      <MailboxState />
    </>,
  );
  const shows = (text: string) => until(() => expect(page.host.textContent).toContain(text));
  return { page, server, shows };
}

it("a mailbox that is not set up says what is missing, and offers nothing to fetch", async () => {
  const { page, shows } = await openMailboxPage({ isSetUp: false });
  await shows("Sind Server, Benutzer und Passwort gespeichert");
  expect(page.host.textContent).not.toContain("Jetzt abrufen");
});

it("a choice of encryption brings its usual port, and leaves another one alone", async () => {
  const { page, shows } = await openMailboxPage({ isSetUp: false });
  await shows("Verschlüsselung");
  expect(field(page.host, "Port").value).toBe("993");
  await click(page.host.querySelector('input[value="starttls"]'));
  expect(field(page.host, "Port").value).toBe("143");
  await type(field(page.host, "Port"), "10143");
  await click(page.host.querySelector('input[value="tls"]'));
  expect(field(page.host, "Port").value).toBe("10143");
});

it("a refused password is told in the server's words", async () => {
  const { page, shows } = await openMailboxPage({ password: "falsch" });
  await shows("Noch nicht abgerufen");
  await click(button(page.host, "Jetzt abrufen"));
  await shows("Der Server lehnt die Anmeldung ab: „Benutzer oder Passwort falsch“");
});

it("what could not be read stands with sender, subject, file and reason", async () => {
  const { page, server, shows } = await openMailboxPage();
  server.deliver({ subject: "Report <b>", attachments: [gz("r-1", "fremd.example")] });
  await shows("Noch nicht abgerufen");
  await click(button(page.host, "Jetzt abrufen"));
  await shows("Keine neuen Berichte, 1 Anhang nicht lesbar.");
  for (const text of [
    "Report <b>",
    "post@postamt.example · postamt.example!fremd.example!1!2.xml.gz",
    "Er ist für fremd.example; diese Domain gibt es im Portal nicht.",
  ])
    await shows(text);
});
