import { gzipSync, zipSync } from "fflate";
import type { DmarcMailboxSettings } from "../../../contract/settings/dmarc-mailbox.ts";
import type { Api } from "../../../server/features/router.ts";
import type { Office } from "../office.ts";
import type { Attachment } from "./imap-server.ts";

// Archives name the time at which they were made: without one of their own, their bytes would differ with each run.
export const mtime = "2026-11-20T09:13:00.000Z";
const begins = Date.parse("2026-11-18T00:00:00.000Z") / 1000;
export const xmlOf = (id: string, domain = "amsel.de") =>
  new TextEncoder().encode(
    `<?xml version="1.0"?><feedback><report_metadata><org_name>Postamt</org_name><report_id>${id}</report_id><date_range><begin>${begins}</begin><end>${begins + 86_399}</end></date_range></report_metadata><policy_published><domain>${domain}</domain><p>reject</p></policy_published><record><row><source_ip>192.0.2.80</source_ip><count>90</count><policy_evaluated><disposition>none</disposition><dkim>pass</dkim><spf>pass</spf></policy_evaluated></row></record></feedback>`,
  );
/** A report as most receivers send it. */
export const gz = (id: string, domain?: string): Attachment => ({
  type: "application/gzip",
  name: `postamt.example!${domain ?? "amsel.de"}!1!2.xml.gz`,
  bytes: gzipSync(xmlOf(id, domain), { mtime }),
});
export const zip = (id: string): Attachment => ({
  type: "application/octet-stream",
  name: "bericht.zip",
  bytes: zipSync({ "bericht.xml": xmlOf(id) }, { mtime }),
});

/** Sets the office's mailbox up for a server on loopback. */
export async function setUpMailbox(
  api: Api,
  values: Partial<DmarcMailboxSettings> & { port: number },
  { password = "geheim", networks = ["127.0.0.1"] } = {},
): Promise<void> {
  const { version } = await api.setting.get({ section: "dmarcMailbox" });
  await api.setting.update({
    section: "dmarcMailbox",
    version,
    values: { host: "127.0.0.1", security: "none", user: "berichte", ...values },
    secrets: { password },
  });
  const network = await api.setting.get({ section: "network" });
  await api.setting.update({ section: "network", version: network.version, values: { allowedNetworks: networks } });
}

/** The numbers of the reports that are stored. */
export const keptReports = async ({ services }: Office): Promise<string[]> =>
  (await services.db.selectFrom("dmarcReports").select("reportId").orderBy("reportId").execute()).map(
    ({ reportId }) => reportId,
  );
