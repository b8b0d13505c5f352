import { id } from "../pagination.ts";
import { creationId, listField, recordScope, sorts } from "../records/list-input.ts";
import { type RecordType, recordTypes } from "../records/record-types.ts";
import { type ViewScope, viewScopes } from "../records/view-scopes.ts";
import { z } from "../zod.ts";

/** What a view brings back of a list; what is absent is as the declaration has it. An import is looked at once. */
export const viewState = recordScope.omit({ importId: true }).extend({
  orderBy: sorts.default([]),
  columns: z.array(listField).min(1).max(100).optional(),
  layout: z.enum(["table", "tiles"]).default("table"),
  density: z.enum(["comfortable", "compact"]).default("comfortable"),
});
export type ViewState = z.infer<typeof viewState>;

const name = z
  .string()
  .trim()
  .min(1, "Name: Bitte gib der Ansicht einen Namen.")
  .max(60, "Name: Höchstens 60 Zeichen.");
const scope = z.enum(viewScopes);
const version = z.number().int().min(1);
const type = z.enum(recordTypes);

export const listSavedViews = z.strictObject({ type });
export const createSavedView = z.strictObject({
  body: z.strictObject({ type, name, scope: scope.default("me"), state: viewState }),
  creationId: creationId.optional(),
});
export const updateSavedView = z.strictObject({
  params: z.strictObject({ id }),
  body: z
    .strictObject({ name, scope, state: viewState })
    .partial()
    .refine((body) => Object.keys(body).length > 0, "Ansicht: Bitte ändere mindestens eine Angabe."),
  version: version.optional(),
});
export const deleteSavedView = z.strictObject({ id });

export interface SavedView {
  id: string;
  type: RecordType;
  name: string;
  scope: ViewScope;
  isDefault: boolean;
  state: ViewState;
  version: number;
  owner: { id: string; label: string };
  updatedAt: Date;
  can: { edit: boolean };
}
