import type { z } from "zod";
import { type Preferences, plainPreferences } from "../../../contract/users/preferences.ts";
import type { updatePreferences as input } from "../../../contract/users/preferences-input.ts";
import { preferencesOfUser } from "../../auth/user-preferences.ts";
import { transact } from "../../db/transact.ts";
import type { PersonContext } from "../../trpc/context.ts";

export function getPreferences({ db, person }: Pick<PersonContext, "db" | "person">): Promise<Preferences> {
  return preferencesOfUser(db, person.id);
}

/** Changes how one wants the portal. Who becomes invisible, or visible again, meets the others anew. */
export async function updatePreferences(ctx: PersonContext, change: z.infer<typeof input>): Promise<Preferences> {
  const { id } = ctx.person;
  const { before, after } = await transact(ctx, async (tx) => {
    const before = await preferencesOfUser(tx.db, id);
    const after: Preferences = { ...before, ...change };
    const names = (Object.keys(plainPreferences) as (keyof Preferences)[]).filter(
      (name) => after[name] !== before[name],
    );
    if (names.length === 0) return { before, after };
    const kept = Object.entries(after).filter(([name, value]) => value !== plainPreferences[name as keyof Preferences]);
    const row = { valuesJson: JSON.stringify(Object.fromEntries(kept)), updatedAt: ctx.now().toISOString() };
    await tx.db
      .insertInto("userPreferences")
      .values({ userId: id, ...row })
      .onConflict((conflict) => conflict.column("userId").doUpdateSet(row))
      .execute();
    // When somebody was to be seen is nobody's to look up.
    const told = names.filter((name) => name !== "isInvisible");
    if (told.length > 0)
      await tx.record({
        kind: "user.preferences-changed",
        subject: { type: "user", id },
        before: Object.fromEntries(told.map((name) => [name, before[name]])),
        after: Object.fromEntries(told.map((name) => [name, after[name]])),
      });
    return { before, after };
  });
  // What a socket may join was decided when it was opened.
  if (before.isInvisible !== after.isInvisible) ctx.live.disconnect({ userId: id });
  return after;
}
