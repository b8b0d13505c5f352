import { readFileSync } from "node:fs";
import path from "node:path";
import { onTestFinished } from "vitest";
import type { MailboxSecurity } from "../../../contract/settings/dmarc-mailbox.ts";
import { type ImapServer, openImapServer } from "./open-imap-server.ts";

export type { Attachment } from "./open-imap-server.ts";

export interface ImapServerInTest extends ImapServer {
  /** Certificate that a client has to trust. */
  certificate: string;
}

const tls = path.join(import.meta.dirname, "../tls");
const key = readFileSync(path.join(tls, "key.pem"));
const certificate = readFileSync(path.join(tls, "certificate.pem"), "utf8");

/** A mailbox for as long as a test lasts, which knows `berichte` with the password `geheim`. */
export async function startImapServer({ security = "none" }: { security?: MailboxSecurity } = {}) {
  const account = { user: "berichte", password: "geheim" };
  const server = await openImapServer({ security, tls: { key, cert: certificate }, account });
  onTestFinished(() => server.close());
  return Object.assign(server, { certificate });
}
