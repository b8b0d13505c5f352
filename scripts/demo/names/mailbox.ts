import type { TLSSocketOptions } from "node:tls";
import { gzipSync } from "node:zlib";
import { dayMs, hourMs, secondMs } from "../../../contract/time/durations.ts";
import { portalDate } from "../../../contract/time/today.ts";
import type { DmarcReport, SourceCount } from "../../../server/features/dmarc/read-report.ts";
import { updateSettings } from "../../../server/features/settings/commands.ts";
import { type ImapServer, openImapServer } from "../../../tests/support/servers/open-imap-server.ts";
import type { Stage } from "../stage.ts";
import { receivers, reportedDomains, reportOf } from "./dmarc.ts";
import { type DemoNames, mailServer } from "./zones.ts";

export const mailboxName = "imap.nordlicht.example";
const account = { user: "dmarc@nordlicht.example", password: "Berichte" };

/** Tells the portal of the mailbox to which receivers of mail report. */
export async function nameMailbox(stage: Stage): Promise<void> {
  await updateSettings(stage.as("Jana Petersen"), {
    section: "dmarcMailbox",
    values: { host: mailboxName, user: account.user },
    secrets: { password: account.password },
    version: 0,
  });
}

/** Opens that mailbox with the reports of yesterday, and one about a domain that nobody in the portal has. */
export async function openMailbox(names: DemoNames, tls: TLSSocketOptions, now: Date): Promise<ImapServer> {
  const server = await openImapServer({ security: "tls", tls, account });
  // Numbers of mails begin anew with every start.
  server.uidValidity = Math.floor(now.getTime() / secondMs);
  const day = portalDate(new Date(now.getTime() - dayMs));
  const [own = ""] = names.addresses[mailServer] ?? [];
  const asked = [...reportedDomains(names).map(({ nameAce }) => nameAce), "fremde-agentur.example"];
  for (const [index, domain] of asked.entries()) {
    const org = receivers[index % receivers.length] ?? "";
    const endsAt = new Date(now.getTime() - 9 * hourMs);
    const beginsAt = new Date(endsAt.getTime() - dayMs).toISOString();
    const report = { ...reportOf({ domain, org, endsAt, ago: 0, own }), beginsAt, reportId: `${domain}-${day}` };
    server.deliver({
      from: `dmarc@${org.toLowerCase().replace(/[^a-z]+/g, "-")}.example`.replace("-example.example", ".example"),
      subject: `Report Domain: ${domain}`,
      date: endsAt.toUTCString().replace("GMT", "+0000"),
      attachments: [{ type: "application/gzip", name: `${domain}.xml.gz`, bytes: gzipSync(xmlOf(report)) }],
    });
  }
  return server;
}

function xmlOf({ org, reportId, beginsAt, endsAt, domain, policy, sources }: DmarcReport): string {
  const seconds = (at: string) => Math.floor(Date.parse(at) / secondMs);
  return `<?xml version="1.0"?><feedback><report_metadata><org_name>${org}</org_name><report_id>${reportId}</report_id><date_range><begin>${seconds(beginsAt)}</begin><end>${seconds(endsAt)}</end></date_range></report_metadata><policy_published><domain>${domain}</domain><p>${policy}</p></policy_published>${sources.map((source) => rowsOf(source, policy)).join("")}</feedback>`;
}

/** What passed by both, what by DKIM alone, and what failed. */
function rowsOf({ ip, messages, passed, spfPassed }: SourceCount, policy: string): string {
  const row = (count: number, dkim: string, spf: string, disposition: string) =>
    count > 0
      ? `<record><row><source_ip>${ip}</source_ip><count>${count}</count><policy_evaluated><disposition>${disposition}</disposition><dkim>${dkim}</dkim><spf>${spf}</spf></policy_evaluated></row></record>`
      : "";
  return [
    row(spfPassed, "pass", "pass", "none"),
    row(passed - spfPassed, "pass", "fail", "none"),
    row(messages - passed, "fail", "fail", policy),
  ].join("");
}
