import { sql } from "kysely";
import { emptyDocument } from "../../../contract/document/json.ts";
import type { BodyOf } from "../../../contract/records/rows.ts";
import { addMonths, portalDate } from "../../../contract/time/today.ts";
import { pages as declaration } from "../../../contract/wiki/pages.ts";
import type { Db } from "../../db/connection.ts";
import type { RecordStore } from "../../records/store.ts";
import {
  effectiveOf,
  narrowed,
  ownVisibility,
  refuseDrafting,
  refuseNarrowing,
  spreadVisibility,
} from "./access/visibility.ts";
import { createPageState } from "./collab/room-store.ts";
import { tellOfPublished } from "./content/save-content.ts";
import { positionFor, readParent, refuseDepth } from "./hierarchy/position.ts";
import { signalPages } from "./hierarchy/signals.ts";
import { derivedFields } from "./reading/derived-fields.ts";
import { archiveBelow, leaveChildren, restoreBelow } from "./tree/trash.ts";

export const pages: RecordStore<BodyOf<typeof declaration.fields>> = {
  declaration,
  table: "pages",
  derived: derivedFields,
  // Nobody reads a template for what it says.
  deadlines: { without: sql`record.is_template = 1` },
  further: {
    columns: [
      "position",
      "maintainersOnly",
      "privateToId",
      "contentJson",
      "contentVersion",
      "headingText",
      "contentText",
      "attachmentText",
    ],
    async of(tx, ctx, { values }) {
      const parentId = values.parentId ?? null;
      const above = await effectiveOf(tx.db, parentId);
      return {
        isTemplate: 0,
        position: await positionFor(tx.db, parentId),
        contentJson: JSON.stringify(emptyDocument()),
        contentVersion: 0,
        headingText: "",
        contentText: "",
        attachmentText: "",
        ...narrowed(above, ownVisibility(values), ctx.person.id),
      };
    },
  },

  async complete(tx, ctx, values, before) {
    const today = portalDate(ctx.now());
    const completed = { ...values };
    if (!before) {
      const parentId = values.parentId ?? null;
      await readParent(tx.db, ctx.person, parentId);
      await refuseDepth(tx.db, parentId, { height: 1 });
      completed.responsibleUserId ??= ctx.person.id;
    }
    if (values.visibility && values.visibility !== before?.values.visibility) {
      const row = before && (await readOwners(tx.db, before.id));
      const people = row ?? { createdById: ctx.person.id, responsibleUserId: null };
      refuseNarrowing(ctx.person, values.visibility, people);
    }
    if (before && values.status === "draft" && before.values.status !== "draft")
      refuseDrafting(ctx.person, await readOwners(tx.db, before.id));
    const months = values.reviewEveryMonths ?? null;
    if (months !== (before?.values.reviewEveryMonths ?? null))
      completed.reviewAt = months === null ? null : addMonths(values.lastReviewedAt ?? today, months);
    return completed;
  },

  async afterCreate(tx, ctx, { id }) {
    await createPageState(tx.db, id, emptyDocument(), ctx.now());
  },

  async afterUpdate(tx, ctx, { id, values, before }) {
    const visibility = ownVisibility(values);
    if (visibility === ownVisibility(before.values)) return;
    const above = await effectiveOf(tx.db, values.parentId ?? null);
    const changed = await spreadVisibility(tx, id, above, { visibility, ownerId: ctx.person.id });
    signalPages(tx, changed);
    if (before.values.status === "draft" && values.status !== "draft")
      for (const pageId of changed) await tellOfPublished(tx, pageId, ctx.person.id);
  },

  afterArchive: archiveBelow,
  afterRestore: restoreBelow,
  beforeErase: leaveChildren,
};

/** Who has a say in who may read a page. */
function readOwners(db: Db, id: string) {
  return db
    .selectFrom("pages")
    .select(["createdById", "responsibleUserId"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
}
