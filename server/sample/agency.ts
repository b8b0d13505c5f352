import path from "node:path";
import { dayMs, hourMs } from "../../contract/time/durations.ts";
import { actingAs } from "../auth/surroundings.ts";
import { newId } from "../db/new-id.ts";
import { type Tx, transact } from "../db/transact.ts";
import { tags } from "../features/tags/store.ts";
import type { Services } from "../trpc/context.ts";
import { type SamplePerson, samplePeople } from "./people.ts";
import { createChats } from "./sample-chats.ts";
import { createContracts, createCustomers } from "./sample-customers.ts";
import { createDevices } from "./sample-devices.ts";
import { createFeedback } from "./sample-feedback.ts";
import { createHosts, createRegistrarAccounts } from "./sample-hosts.ts";
import { createTasks } from "./sample-tasks.ts";
import { createDomains, createWebsites } from "./sample-websites.ts";
import { createWiki } from "./sample-wiki.ts";
import { settleNotifications } from "./settle-notifications.ts";
import { openWorkplace, type Workplace } from "./workplace.ts";

interface Options {
  /** Lets the sample people sign in; without it nobody can use their accounts. */
  passwordHash?: string;
}

/** Fills a fresh portal with the sample agency: its team with portraits, the first person's notifications, its inventory. */
export async function createSampleAgency(
  services: Services,
  admin: { id: string; email?: string },
  { passwordHash }: Options = {},
): Promise<void> {
  const pictures = await Promise.all(samplePeople.map((person) => storePortrait(services, person)));
  const now = services.now().getTime();
  const before = (ms: number) => new Date(now - ms).toISOString();

  await transact(actingAs(services, admin.id), async (tx) => {
    for (const [index, person] of samplePeople.entries()) {
      const isAdmin = addressOf(person) === admin.email;
      const id = isAdmin ? admin.id : newId();
      const joinedAt = before((400 - index * 30) * dayMs);
      const picture = pictures[index];
      const lastSeenAt = before((index * 5 + 1) * hourMs);
      const profile = { phone: person.phone, position: person.position, imageKey: picture?.key ?? null };
      if (isAdmin) await tx.db.updateTable("users").set(profile).where("id", "=", id).execute();
      else
        await insertColleague(tx, {
          ...person,
          ...profile,
          id,
          joinedAt,
          lastSeenAt,
          passwordHash: passwordHash ?? null,
        });
      if (picture) await insertPicture(tx, { ...picture, createdById: id, at: joinedAt });
    }
  });
  const workplace = await openWorkplace(services);
  await createSampleInventory(workplace);
  const reader = [...workplace.people.values()].find(({ id }) => id === admin.id)?.name ?? "";
  await createWiki(workplace, admin.id);
  await createChats(workplace, reader);
  await createFeedback(workplace, reader);
  await createTasks(workplace);
  await settleNotifications(services, admin.id);
}

type Colleague = SamplePerson & {
  id: string;
  imageKey: string | null;
  passwordHash: string | null;
  joinedAt: string;
  lastSeenAt: string;
};

async function insertColleague(tx: Tx, { mailbox, hasPortrait: _, ...person }: Colleague): Promise<void> {
  await tx.db
    .insertInto("users")
    .values({ ...person, email: addressOf({ mailbox }), createdAt: person.joinedAt })
    .execute();
  const { id, name, role } = person;
  await tx.record({ kind: "user.created", subject: { type: "user", id }, after: { name, role } });
}

type Picture = NonNullable<Awaited<ReturnType<typeof storePortrait>>>;

async function insertPicture(tx: Tx, { at, ...picture }: Picture & { createdById: string; at: string }): Promise<void> {
  const times = { createdAt: at, receivedAt: at, checkedAt: at, confirmedAt: at };
  await tx.db
    .insertInto("files")
    .values({ ...picture, ...times, owner: `user:${picture.createdById}` })
    .execute();
}

/** The sample people's mail addresses; `.example` can never receive mail (RFC 2606). */
export function addressOf({ mailbox }: Pick<SamplePerson, "mailbox">): string {
  return `${mailbox}@nordlicht.example`;
}

async function storePortrait({ uploads }: Services, { hasPortrait, mailbox }: SamplePerson) {
  if (!hasPortrait) return undefined;
  const filename = `${mailbox}.webp`;
  const stored = await uploads.adopt(path.join(import.meta.dirname, "portraits", filename), "image/webp");
  return { ...stored, filename, width: 512, height: 512, purpose: "image" } as const;
}

const tagColours: Record<string, string> = {
  Stammkunde: "#2f66b5",
  Relaunch: "#7a51b5",
  Saisonal: "#9c6b00",
  Barrierefrei: "#0b7f86",
  Premium: "#3b3438",
};

/** Fills a portal that has a team with the sample agency's customers, websites, domains, hosts and devices. */
async function createSampleInventory(workplace: Workplace): Promise<void> {
  const labels = Object.entries(tagColours).map(([name, color]) => ({ name, color }));
  const tagIds = (await workplace.create(tags, labels, [390, 390])).map(({ id }) => id);
  const hostIds = await createHosts(workplace, tagIds);
  const accountIds = await createRegistrarAccounts(workplace);
  const customers = await createCustomers(workplace, tagIds);
  const websitesOf = await createWebsites(workplace, { customers, hostIds, tagIds });
  await createDomains(workplace, customers, accountIds);
  await createContracts(workplace, customers, websitesOf);
  await createDevices(workplace);
}
