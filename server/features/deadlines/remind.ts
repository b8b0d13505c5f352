import type { DeadlineRow } from "../../../contract/deadlines/deadline-rows.ts";
import { escapeHtml } from "../../../contract/document/html.ts";
import { formatCalendarDate } from "../../../contract/time/calendar-date.ts";
import { transact } from "../../db/transact.ts";
import { notify } from "../../notifications/notify.ts";
import { Problem } from "../../problem.ts";
import type { PersonContext } from "../../trpc/context.ts";
import { readDeadline } from "./queries.ts";

/** Tells whoever is responsible for a deadline of its date. */
export async function remind(ctx: PersonContext, { id }: { id: string }): Promise<{ id: string }> {
  await remindResponsible(ctx, await readDeadline(ctx, id));
  return { id };
}

/** Tells whoever is responsible for a deadline that the person may see of its date. */
export async function remindResponsible(ctx: PersonContext, deadline: DeadlineRow): Promise<void> {
  const { id, kind, label, target, dueOn, responsible, href, actions } = deadline;
  if (!responsible || !actions.includes("remind"))
    throw new Problem("precondition", { message: "Hier gibt es niemanden, den du erinnern kannst." });
  const title = target?.label ?? label;
  const what = target ? `${label}: ${title}` : label;
  await transact(ctx, (tx) =>
    notify(tx, {
      forUserId: responsible.id,
      title: what,
      message: `<b>${escapeHtml(ctx.person.name)}</b> erinnert dich: ${escapeHtml(target ? `${title}, ${label}` : label)}, ${formatCalendarDate(dueOn)}.`,
      category: target?.type === "device" ? "device" : target?.type === "contract" ? "contract" : "deadline",
      link: href,
      groupKey: kind === "custom" ? `deadline:${id}` : `deadline:${kind}:${target?.id}`,
      asksForAction: true,
    }),
  );
}
