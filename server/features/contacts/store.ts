import { contacts as declaration } from "../../../contract/contacts/contacts.ts";
import { portalDate } from "../../../contract/time/today.ts";
import type { RecordContext } from "../../records/record-context.ts";
import type { RecordStore, Values } from "../../records/store.ts";
import { forgetContact, forgetQuestionsTo } from "./forget-contact.ts";
import { hasLeft, keepOnePrimary, withPrimary } from "./primary-contact.ts";

const today = (ctx: RecordContext) => portalDate(ctx.now());

export const contacts: RecordStore = {
  declaration,
  table: "contacts",
  titleOf: ({ firstName, lastName }) => [firstName, lastName].filter(Boolean).join(" "),
  complete: withPrimary,
  async afterCreate(tx, ctx, { id, values }) {
    await keepOnePrimary(tx, ctx, values.customerId, { preferred: id });
  },
  async afterUpdate(tx, ctx, { id, values, before }) {
    if (before.values.customerId !== values.customerId) await keepOnePrimary(tx, ctx, before.values.customerId);
    if (isMoved(before.values, values, today(ctx))) await keepOnePrimary(tx, ctx, values.customerId, { preferred: id });
  },
  async afterMerge(tx, ctx, people) {
    for (const customerId of new Set(people.map(({ values }) => values.customerId)))
      await keepOnePrimary(tx, ctx, customerId);
  },
  async beforeDelete(tx, _ctx, contact) {
    forgetContact(tx, contact);
    await forgetQuestionsTo(tx, contact.id);
  },
  async afterArchive(tx, ctx, { values }) {
    await keepOnePrimary(tx, ctx, values.customerId);
  },
  async afterRestore(tx, ctx, { id, values }) {
    await keepOnePrimary(tx, ctx, values.customerId, { yielding: id });
  },
};

/** Whether who is asked first may be somebody else after a change. */
function isMoved(before: Values, after: Values, day: string): boolean {
  return (
    before.customerId !== after.customerId ||
    before.isPrimary !== after.isPrimary ||
    hasLeft(before, day) !== hasLeft(after, day)
  );
}
