import { isMailConfigured } from "../../contract/settings/mail.ts";
import { Problem } from "../problem.ts";
import { readSecret, readSettings } from "../settings/read-settings.ts";
import type { Services } from "../trpc/context.ts";
import { attempt } from "./attempt.ts";
import { claimDueMail } from "./claims.ts";
import { dropUnsent } from "./endings.ts";
import type { MailServer } from "./transport.ts";

/** Sends what is due, one mail after the other; without a mail server it waits, and ends after a day. */
export async function deliverDueMails(services: Services, isStopped: () => boolean = () => false): Promise<void> {
  const server = await readMailServer(services);
  if (!server) return dropUnsent(services);
  while (!isStopped()) {
    const mail = await claimDueMail(services);
    if (!mail) return;
    const failure = await attempt(services, server, mail);
    // A server that is down is asked again in the next round, not once for each mail.
    if (failure?.isOfServer) return;
  }
}

/** The mail server as it is set up; undefined where it is not. */
export async function readMailServer(services: Services): Promise<MailServer | undefined> {
  const settings = await readSettings(services.db, "mail");
  if (!isMailConfigured(settings)) return undefined;
  try {
    return { ...settings, password: await readSecret(services, "mail", "password") };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return { ...settings, password: undefined, refusal: error };
  }
}
