import type { LookalikeAnswer } from "../../../contract/lookalikes/lookalikes.ts";
import { dayMs } from "../../../contract/time/durations.ts";
import { newId } from "../../db/new-id.ts";
import type { Tx } from "../../db/transact.ts";
import { plainName } from "../../lookups/dns/wire.ts";
import { recordChangeEvents } from "../change-events/record.ts";
import { type LookupContext, LookupDelay, type LookupRule } from "../lookups/kinds.ts";
import { type Variant, variantsOf } from "./variants.ts";
import { watcherOf } from "./watched.ts";

const atOnce = 4;
/** A search of the DNS asks a bounded number of questions, so each takes so many names. */
const namesPerSearch = 20;

/** Once a week, where somebody has switched it on for a domain or its customer: which names that look alike are registered. */
export const lookalikeLookup: LookupRule<LookalikeAnswer> = {
  kind: "lookalikes",
  atOnce: 1,
  async ask(context, { id, nameAce }) {
    const { db, now } = context.services;
    if (!(await watcherOf(db, id))) throw new LookupDelay("Nobody has switched it on", now().getTime() + dayMs);
    const variants = variantsOf(nameAce);
    const answer: LookalikeAnswer = { askedCount: variants.length, found: [], silent: [] };
    for (let start = 0; start < variants.length; start += namesPerSearch)
      await askSome(context, variants.slice(start, start + namesPerSearch), answer);
    answer.found.sort((a, b) => a.nameAce.localeCompare(b.nameAce));
    return answer;
  },
  async keep(tx, { id }, answer, before) {
    const fresh = await write(tx, id, answer);
    // The first round finds what has been there for long.
    if (before && fresh.length > 0)
      await recordChangeEvents(tx, [
        { source: "dns", kind: "lookalike", target: { type: "domain", id }, before: null, after: fresh },
      ]);
    tx.signal({ event: "recordsChanged", payload: { records: { type: "domain", ids: [id] } } });
  },
  waitMs: () => 7 * dayMs,
};

async function askSome({ tools, allowedNetworks }: LookupContext, variants: Variant[], answer: LookalikeAnswer) {
  const dns = tools.openDns(allowedNetworks);
  const left = [...variants];
  const next = async () => {
    for (let variant = left.shift(); variant; variant = left.shift()) {
      const { nameAce, kind } = variant;
      try {
        const { reply } = await dns.find(nameAce, "NS", "above");
        const named = [...reply.answers, ...reply.authorities];
        const isRegistered = named.some((each) => each.type === "NS" && plainName(each.name) === nameAce);
        if (!isRegistered) continue;
        const addresses = await dns.addressesOf(nameAce);
        const mail = await dns.resolve(nameAce, "MX").catch(() => []);
        answer.found.push({ nameAce, kind, addresses: addresses.slice(0, 4), hasMail: mail.length > 0 });
      } catch {
        answer.silent.push(nameAce);
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, next));
}

/** Brings the list up to date; returns the names that are new in it. */
async function write(tx: Tx, domainId: string, { found, silent }: LookalikeAnswer): Promise<string[]> {
  const at = tx.now().toISOString();
  const rows = await tx.db
    .selectFrom("lookalikes")
    .select(["id", "nameAce", "goneAt"])
    .where("domainId", "=", domainId)
    .execute();
  const known = new Map(rows.map((row) => [row.nameAce, row]));
  const seen = new Set([...found.map(({ nameAce }) => nameAce), ...silent]);
  for (const { id, nameAce, goneAt } of rows)
    if (goneAt === null && !seen.has(nameAce))
      await tx.db.updateTable("lookalikes").set({ goneAt: at }).where("id", "=", id).execute();
  for (const { nameAce, kind, addresses, hasMail } of found) {
    const facts = {
      addressesJson: JSON.stringify(addresses),
      hasMail: hasMail ? (1 as const) : (0 as const),
      goneAt: null,
    };
    await tx.db
      .insertInto("lookalikes")
      .values({ id: newId(), domainId, nameAce, kind, firstSeenAt: at, state: "watched", ...facts })
      .onConflict((conflict) => conflict.columns(["domainId", "nameAce"]).doUpdateSet(facts))
      .execute();
  }
  return found
    .map(({ nameAce }) => nameAce)
    .filter((nameAce) => !known.has(nameAce) || known.get(nameAce)?.goneAt !== null);
}
