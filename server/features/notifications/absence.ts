import type { z } from "zod";
import { escapeHtml } from "../../../contract/document/html.ts";
import {
  type AbsentPerson,
  isAway,
  type OwnPreferences,
} from "../../../contract/notifications/notification-preferences.ts";
import type { setAbsence as contract } from "../../../contract/notifications/notification-preferences-input.ts";
import { addDays, portalTime } from "../../../contract/time/portal-time.ts";
import type { Db } from "../../db/connection.ts";
import type { Tx } from "../../db/transact.ts";
import { notify } from "../../notifications/notify.ts";
import { peopleWithPreferences, reachable } from "../../notifications/preferences.ts";
import { invalidField } from "../../problem.ts";
import type { PersonContext } from "../../trpc/context.ts";
import { change } from "./preferences.ts";

const maxDays = 366;

/** Sets until when a person is away and who stands in, and tells the one who is to. */
export async function setAbsence(
  ctx: PersonContext,
  { awayUntil, deputyId }: z.output<typeof contract>,
): Promise<OwnPreferences> {
  const { day } = portalTime(ctx.now());
  if (awayUntil !== null && awayUntil < day)
    throw invalidField("awayUntil", "Abwesend bis: Das Datum liegt in der Vergangenheit.");
  if (awayUntil !== null && awayUntil > addDays(day, maxDays))
    throw invalidField("awayUntil", "Abwesend bis: Höchstens ein Jahr im Voraus.");
  if (deputyId === ctx.person.id) throw invalidField("deputyId", "Vertretung: Bitte wähle eine andere Person.");
  const next = awayUntil === null ? { awayUntil, deputyId: null } : { awayUntil, deputyId };
  return change(
    ctx,
    (before) => ({ ...before, ...next }),
    (tx) => tellDeputy(tx, ctx, next),
  );
}

type Absence = Pick<OwnPreferences, "awayUntil" | "deputyId">;

async function tellDeputy(tx: Tx, { person }: PersonContext, { awayUntil, deputyId }: Absence): Promise<void> {
  if (!deputyId || !awayUntil) return;
  const [deputy, own] = [await reachable(tx.db, deputyId), await reachable(tx.db, person.id)];
  if (!deputy) throw invalidField("deputyId", "Vertretung: Diese Person ist nicht im Team.");
  const before = own?.preferences;
  if (before?.deputyId === deputyId && before.awayUntil === awayUntil) return;
  const until = awayUntil.split("-").reverse().join(".");
  await notify(tx, {
    forUserId: deputyId,
    title: `Du vertrittst ${person.name}`,
    message: `Bis ${until}: Was an <b>${escapeHtml(person.name)}</b> geht und nicht warten kann, kommt so lange auch zu dir.`,
    category: "team",
    link: `/users/${person.id}`,
    groupKey: `deputy:${person.id}`,
  });
}

/** Who is away for now, by name of who stands in. */
export async function listAbsentPeople(db: Db, now: Date): Promise<AbsentPerson[]> {
  const people = await peopleWithPreferences(db);
  const absent: AbsentPerson[] = [];
  for (const { id: userId, preferences } of people) {
    const { awayUntil: until, deputyId } = preferences;
    if (!until || !isAway(preferences, now)) continue;
    const deputy = deputyId ? await reachable(db, deputyId) : undefined;
    absent.push({ userId, until, deputy: deputy ? { id: deputy.id, name: deputy.name } : null });
  }
  return absent;
}
