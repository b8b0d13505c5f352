import { getTRPCErrorFromUnknown } from "@trpc/server";
import { beforeEach, describe, expect, it } from "vitest";
import { settingSectionNames } from "../../../contract/settings/sections.ts";
import { appRouter, createCaller } from "../../../server/features/router.ts";
import { Problem } from "../../../server/problem.ts";
import type { Context } from "../../../server/trpc/context.ts";
import { type Office, openOffice } from "../../support/office.ts";

type Meta = { proof?: unknown } | undefined;
type Callable = Record<string, Record<string, (input: unknown) => Promise<unknown>>>;

const procedures = Object.entries(appRouter._def.procedures) as unknown as [string, { _def: { meta: Meta } }][];
const declared = (isDeclared: (proof: unknown) => boolean) =>
  procedures.filter(([, { _def }]) => isDeclared(_def.meta?.proof)).map(([name]) => name);
const always = declared((proof) => proof === true);
const sometimes = declared((proof) => proof !== true && proof !== undefined);
const minute = 60_000;

let office: Office;
let old: Context;

beforeEach(async () => {
  office = await openOffice();
  old = await office.contextOf(await office.hire({ role: "admin" }));
  office.advance(10 * minute);
});

async function call(context: Context, name: string, input: unknown) {
  const [feature = "", procedure = ""] = name.split(".");
  return (createCaller(context) as unknown as Callable)[feature]?.[procedure]?.(input);
}

/** Under which problem a call is refused; undefined when it is answered. */
async function problemOf(context: Context, name: string, input: unknown) {
  const error = await call(context, name, input).then(() => undefined, getTRPCErrorFromUnknown);
  return error?.cause instanceof Problem ? error.cause.code : undefined;
}

describe("a sign-in that is ten minutes old", () => {
  it("is asked who sits there by what could give the account, or another one, away", () => {
    expect(always.toSorted()).toEqual([
      "apiToken.create",
      "calendarFeed.create",
      "calendarFeed.renew",
      "privacy.exportPerson",
      "privacy.exportSubject",
      "privacy.startWholeExport",
      "security.addPasskey",
      "security.beginPasskey",
      "security.beginTotp",
      "security.confirmTotp",
      "security.removePasskey",
      "security.renewRecoveryCodes",
      "security.resetSecondFactor",
      "security.unlinkSignIn",
      "session.revokeAllOf",
      "session.revokeOf",
      "user.changeEmail",
      "user.changeRole",
      "user.createPasswordLink",
      "user.invite",
      "user.renewInvitation",
      "webhook.create",
      "webhook.renewSecret",
    ]);
    expect(sometimes.toSorted()).toEqual(["setting.update", "webhook.update"]);
  });

  it("meets the question in every procedure that declares it, before anything else, and in no other", async () => {
    for (const [name] of procedures) {
      const isAsked = (await problemOf(old, name, {})) === "unconfirmed";
      expect(`${name}: ${isAsked}`).toBe(`${name}: ${always.includes(name)}`);
    }
  });

  it("may change every section of the settings but those of mail, sign-in, backups and the mailbox", async () => {
    const asked: string[] = [];
    for (const section of settingSectionNames) {
      const input = { section, values: {}, secrets: {}, version: 0 };
      if ((await problemOf(old, "setting.update", input)) === "unconfirmed") asked.push(section);
    }
    expect(asked).toEqual(["mail", "signIn", "backup", "dmarcMailbox"]);
  });

  it("may change all of a webhook but where it leads", async () => {
    const update = { params: { id: "w1" }, version: 1 };
    const asked = async (body: object) => problemOf(old, "webhook.update", { ...update, body });
    expect(await asked({ url: "https://anderswo.example/hook" })).toBe("unconfirmed");
    expect(await asked({ isEnabled: false })).toBe("not_found");
  });

  it("is not asked a second before", async () => {
    const chief = await office.hire({ role: "admin" });
    const fresh = await office.contextOf(chief);
    office.advance(10 * minute - 1000);
    const body = { name: "Kim Vogt", email: "kim@agentur.example", role: "admin" };
    expect(await call(fresh, "user.invite", { body })).toMatchObject({ user: { name: "Kim Vogt" } });
    office.advance(1000);
    expect(await problemOf(fresh, "user.renewInvitation", { id: chief.id })).toBe("unconfirmed");
  });
});
