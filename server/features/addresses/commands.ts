import type { z } from "zod";
import type * as contract from "../../../contract/addresses/addresses-input.ts";
import { roleLinksOf } from "../../../contract/records/read-value.ts";
import { readIpAddress } from "../../../contract/values/ip-address.ts";
import { type Tx, transact } from "../../db/transact.ts";
import { forbidden, invalidField, notFound } from "../../problem.ts";
import { createRecordIn, updateRecordIn } from "../../records/commands.ts";
import { existingAmong } from "../../records/readable.ts";
import { readStored } from "../../records/stored.ts";
import type { PersonContext } from "../../trpc/context.ts";
import { hosts } from "../hosts/store.ts";
import { providers } from "../providers/store.ts";
import { websites } from "../websites/store.ts";

/** Creates what a person has ticked of the proposals, all of it or nothing; a provider that nobody keeps yet comes with it. */
export async function applyProposals(
  ctx: PersonContext,
  { hosts: wanted }: z.output<typeof contract.applyProposals>,
): Promise<{ hostIds: string[]; linked: number }> {
  const ids = wanted.flatMap(({ websiteIds }) => websiteIds);
  if (new Set(ids).size < ids.length)
    throw invalidField("hosts", "Websites: Eine Website lässt sich nur einem Hoster zuordnen.");
  return transact(ctx, async (tx) => {
    const hostIds: string[] = [];
    for (const each of wanted) {
      const id = each.as === "existing" ? each.hostId : await createHost(tx, ctx, each);
      if (each.as === "existing") await assertInUse(tx, id);
      hostIds.push(id);
      for (const websiteId of each.websiteIds) await link(tx, ctx, websiteId, id);
    }
    return { hostIds, linked: ids.length };
  });
}

/** Links websites to a host that has their address, in the place of those that they were linked to for the web. */
export async function linkWebsites(
  ctx: PersonContext,
  { hostId, websiteIds }: z.output<typeof contract.linkWebsites>,
): Promise<{ linked: number }> {
  return transact(ctx, async (tx) => {
    await assertInUse(tx, hostId);
    for (const id of new Set(websiteIds)) await link(tx, ctx, id, hostId);
    return { linked: new Set(websiteIds).size };
  });
}

type NewHost = Extract<z.output<typeof contract.applyProposals>["hosts"][number], { as: "new" }>;

async function createHost(tx: Tx, ctx: PersonContext, { name, provider, ips, websiteIds }: NewHost): Promise<string> {
  const addresses = ips.flatMap((ip) => {
    const reading = readIpAddress(ip);
    return "value" in reading ? [reading.value] : [];
  });
  const { id } = await createRecordIn(tx, hosts, ctx, {
    name,
    providerId: await providerNamed(tx, ctx, provider),
    ips: addresses,
    shared: websiteIds.length > 1,
  });
  return id;
}

async function providerNamed(tx: Tx, ctx: PersonContext, name: string): Promise<string> {
  const kept = await tx.db.selectFrom("providers").select(["id", "title"]).where("archivedAt", "is", null).execute();
  const known = kept.find(({ title }) => title.toLowerCase() === name.toLowerCase());
  return known?.id ?? (await createRecordIn(tx, providers, ctx, { name })).id;
}

async function assertInUse(tx: Tx, hostId: string): Promise<void> {
  const host = await readStored(tx.db, hosts, hostId);
  if (!host) throw notFound();
  if (host.archivedAt) throw forbidden("Dieser Hoster liegt im Archiv.");
}

/** A website lies at one place of the web; what else it has, such as a database, stays. */
async function link(tx: Tx, ctx: PersonContext, id: string, hostId: string): Promise<void> {
  if (!(await existingAmong(tx.db, "website", [id])).has(id)) throw notFound();
  const before = await readStored(tx.db, websites, id);
  const others = roleLinksOf(before?.values.hosts).filter((each) => each.role !== "web" && each.id !== hostId);
  await updateRecordIn(tx, websites, ctx, {
    params: { id },
    body: { hosts: [...others, { id: hostId, role: "web" }] },
  });
}
