import { beforeAll, describe, expect, it } from "vitest";
import { type Role, roles } from "../../../contract/roles.ts";
import { newId } from "../../../server/db/new-id.ts";
import { appRouter, createCaller } from "../../../server/features/router.ts";
import type { Person } from "../../../server/trpc/context.ts";
import { type Office, openOffice } from "../../support/office.ts";
import { refusalOf } from "../../support/records/refusals.ts";

type Callable = Record<string, Record<string, (input: unknown) => Promise<unknown>>>;

/**
 * The commands that move data in and out, end accounts or guard them, by the least role that may call them. What is
 * refused beyond that, and what a success changes, stands in the tests of each feature.
 */
const commands: Record<Role, readonly string[]> = {
  readonly: [
    "apiToken.create",
    "apiToken.revoke",
    "privacy.exportPerson",
    "pushSubscription.create",
    "pushSubscription.delete",
    "pushSubscription.test",
    "security.addPasskey",
    "security.beginPasskey",
    "security.beginTotp",
    "security.confirmTotp",
    "security.confirmWithCode",
    "security.confirmWithPasskey",
    "security.confirmWithPassword",
    "security.removePasskey",
    "security.removeTotp",
    "security.renamePasskey",
    "security.renewRecoveryCodes",
    "security.requestPasskey",
    "security.unlinkSignIn",
    "session.revoke",
    "session.revokeAll",
  ],
  member: [
    "import.cancel",
    "import.check",
    "import.create",
    "import.delete",
    "import.deleteMapping",
    "import.reread",
    "import.saveMapping",
    "import.start",
    "import.undo",
    "pageTransfer.check",
    "pageTransfer.create",
    "pageTransfer.resume",
    "pageTransfer.run",
    "pageTransfer.undo",
    "pageTransfer.writeMarkdown",
    "task.assign",
    "task.check",
    "task.claim",
    "task.complete",
    "task.create",
    "task.delete",
    "task.release",
    "task.reopen",
    "task.snooze",
    "task.update",
  ],
  maintainer: ["merge.records", "merge.undo", "task.deleteTemplate", "task.saveTemplate"],
  admin: [
    "job.run",
    "channel.create",
    "channel.createRule",
    "channel.delete",
    "channel.deleteRule",
    "channel.resend",
    "channel.test",
    "channel.update",
    "channel.updateRule",
    "offboarding.endAccess",
    "offboarding.finish",
    "offboarding.handOver",
    "offboarding.takeBack",
    "privacy.erasePerson",
    "privacy.eraseSubject",
    "privacy.exportSubject",
    "privacy.startWholeExport",
    "security.readProviderTrial",
    "security.resetSecondFactor",
    "security.testProvider",
    "session.revokeAllOf",
    "session.revokeOf",
    "webhook.create",
    "webhook.delete",
    "webhook.renewSecret",
    "webhook.resend",
    "webhook.test",
    "webhook.update",
  ],
};
const features = new Set(
  Object.values(commands)
    .flat()
    .map((name) => name.split(".")[0]),
);

/** Commands upon one thing, with an input that is right but for its id: nothing has it. */
const upon: Record<string, (id: string) => object> = {
  "import.cancel": (id) => ({ id }),
  "import.delete": (id) => ({ id }),
  "import.deleteMapping": (id) => ({ mappingId: id }),
  "import.start": (id) => ({ id }),
  "import.undo": (id) => ({ id }),
  "offboarding.endAccess": (id) => ({ id }),
  "offboarding.finish": (id) => ({ id }),
  "pageTransfer.resume": (id) => ({ id }),
  "pageTransfer.undo": (id) => ({ id }),
  "privacy.erasePerson": (id) => ({ id, name: "Niemand" }),
  "security.removePasskey": (id) => ({ id }),
  "security.renamePasskey": (id) => ({ params: { id }, body: { name: "Telefon" } }),
  "security.unlinkSignIn": (id) => ({ id }),
  "session.revokeAllOf": (id) => ({ userId: id }),
  "session.revokeOf": (id) => ({ userId: id, id }),
  "task.assign": (id) => ({ id, assigneeUserId: null, assigneeGroup: "maintainer" }),
  "task.check": (id) => ({ id, itemId: id, isDone: true }),
  "task.claim": (id) => ({ id }),
  "task.complete": (id) => ({ id }),
  "task.delete": (id) => ({ id }),
  "task.deleteTemplate": (id) => ({ id }),
  "task.release": (id) => ({ id }),
  "task.reopen": (id) => ({ id }),
  "task.snooze": (id) => ({ id, until: null }),
  "task.update": (id) => ({ id, title: "Anrufen", version: 1 }),
};

/** Those that need nothing to be told. */
const withoutInput = new Set([
  "notification.deleteAll",
  "notification.markAllRead",
  "user.updatePreferences",
  "timeEntry.stop",
  "session.revokeAll",
  "privacy.startWholeExport",
  "mail.test",
  "dmarc.fetchMailbox",
  "vulnerability.fetchFeed",
  "security.requestPasskey",
  "security.beginTotp",
  "security.beginPasskey",
  "security.renewRecoveryCodes",
  "security.testProvider",
]);

const procedures = Object.entries(appRouter._def.procedures) as unknown as [string, { _def: { type: string } }][];
const mutations = procedures.filter(([, { _def }]) => _def.type === "mutation").map(([name]) => name);

let office: Office;
const people = {} as Record<Role, Person>;

beforeAll(async () => {
  office = await openOffice();
  for (const role of roles) people[role] = await office.hire({ role });
});

/** How somebody who has just signed in is refused when they call a command with nothing. */
async function refusedTo(person: Person | undefined, name: string) {
  const [feature = "", procedure = ""] = name.split(".");
  const caller = createCaller(await office.contextOf(person)) as unknown as Callable;
  return refusalOf(caller[feature]?.[procedure]?.({}) ?? Promise.resolve());
}

/** From the least rights to the most. */
const ladder = ["readonly", "member", "maintainer", "admin"] as const satisfies readonly Role[];

describe("every command", () => {
  it("of tasks, transfer, privacy, security and off-boarding stands in the table above", () => {
    const theirs = mutations.filter((name) => features.has(name.split(".")[0] ?? ""));
    expect(Object.values(commands).flat().toSorted()).toEqual(theirs.toSorted());
  });

  it("is refused to strangers before anything else is looked at", async () => {
    const open: string[] = [];
    for (const name of mutations) if ((await refusedTo(undefined, name)).code !== "UNAUTHORIZED") open.push(name);
    expect(open).toEqual([]);
  });

  it.each(ladder.slice(1))("that needs a %s is refused to every role below", async (least) => {
    const lower = ladder.slice(0, ladder.indexOf(least));
    const answers: string[] = [];
    for (const name of commands[least])
      for (const role of lower) answers.push(`${name} by ${role}: ${(await refusedTo(people[role], name)).code}`);
    expect(answers.filter((answer) => !answer.endsWith(": FORBIDDEN"))).toEqual([]);
  });

  it.each(ladder)("that a %s may call is refused without its input, and names the fields", async (least) => {
    const silent: string[] = [];
    for (const name of commands[least].filter((each) => !withoutInput.has(each))) {
      const { code, fields } = await refusedTo(people[least], name);
      if (code !== "BAD_REQUEST" || Object.keys(fields).length === 0) silent.push(`${name}: ${code}`);
    }
    expect(silent).toEqual([]);
  });

  it("of the whole portal names the fields that an admin left out", async () => {
    const silent: string[] = [];
    for (const name of mutations.filter((each) => !withoutInput.has(each))) {
      const { code, fields } = await refusedTo(people.admin, name);
      if (code !== "BAD_REQUEST" || Object.keys(fields).length === 0) silent.push(`${name}: ${code}`);
    }
    expect(silent).toEqual([]);
  });

  it.each(Object.entries(upon))(
    "%s upon what is not there is refused and leaves nothing behind",
    async (name, input) => {
      const [feature = "", procedure = ""] = name.split(".");
      const caller = createCaller(await office.contextOf(people.admin)) as unknown as Callable;
      const changes = () => office.services.db.selectFrom("changes").select("id").execute();
      const before = await changes();
      const { code } = await refusalOf(caller[feature]?.[procedure]?.(input(newId())) ?? Promise.resolve());
      expect(code).toBe("NOT_FOUND");
      expect(await changes()).toEqual(before);
    },
  );
});
