import type { HolderMail } from "../../../contract/holder-confirmations/checklist.ts";
import { dayMs } from "../../../contract/time/durations.ts";
import type { Db } from "../../db/connection.ts";
import type { Dns } from "../../lookups/dns/resolver.ts";
import { plainName } from "../../lookups/dns/wire.ts";
import { LookupDelay, type LookupRule } from "../lookups/kinds.ts";
import { lookNow } from "../lookups/look-now.ts";

/** Senders try them in turn; who has none among so many has none. */
const maxServers = 10;

/** Once a day: whether mail to the holder of a domain can arrive anywhere, since registries ask by mail. */
export const holderMailLookup: LookupRule<HolderMail> = {
  kind: "holderMail",
  async ask({ services: { db, now }, tools, allowedNetworks }, { id }) {
    const host = hostOf(await readHolderEmail(db, id));
    if (!host) throw new LookupDelay("Nobody knows an address of the holder", now().getTime() + dayMs);
    const dns = tools.openDns(allowedNetworks);
    const servers = (await dns.resolve(host, "MX")).flatMap((answer) =>
      answer.type === "MX" ? [plainName(answer.data.exchange)] : [],
    );
    // A null MX (RFC 7505) refuses all mail; without any MX the host itself takes it (RFC 5321, 5.1).
    const hosts = servers.length > 0 ? servers.filter(Boolean) : [host];
    let silence: unknown;
    for (const server of hosts.slice(0, maxServers))
      try {
        if (await hasAddress(dns, server)) return { host, takesMail: true };
      } catch (error) {
        silence = error;
      }
    // Only an answer may say that mail is lost.
    if (silence) throw silence;
    return { host, takesMail: false };
  },
  async keep(tx, { id }, answer, before) {
    // Who changed the address while it was asked about made it due before this answer set its next time.
    const host = hostOf(await readHolderEmail(tx.db, id));
    if (host && host !== answer.host) await lookNow(tx, "holderMail", [id]);
    if (before?.host === answer.host && before.takesMail === answer.takesMail) return;
    tx.signal({ event: "recordsChanged", payload: { records: { type: "domain", ids: [id] } } });
  },
  waitMs: () => dayMs,
};

const hasAddress = async (dns: Dns, host: string): Promise<boolean> =>
  (await dns.resolve(host, "A")).length > 0 || (await dns.resolve(host, "AAAA")).length > 0;

async function readHolderEmail(db: Db, id: string): Promise<string | null> {
  const row = await db.selectFrom("domains").select("holderEmail").where("id", "=", id).executeTakeFirst();
  return row?.holderEmail ?? null;
}

/** Where mail for an address goes, as the DNS knows it. */
export const hostOf = (email: string | null): string | undefined => email?.slice(email.lastIndexOf("@") + 1);
