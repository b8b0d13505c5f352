import { id } from "../pagination.ts";
import { creationId } from "../records/list-input.ts";
import { z } from "../zod.ts";
import { feedCategoryKeys, feedScopeKeys } from "./calendar-feeds.ts";

export const listFeeds = z.strictObject({});

export const createFeed = z.strictObject({
  name: z.string().trim().min(1, { error: "Name: Pflichtfeld." }).max(80, { error: "Name: Höchstens 80 Zeichen." }),
  scope: z.enum(feedScopeKeys, { error: "Umfang: Bitte wählen." }),
  categories: z
    .array(z.enum(feedCategoryKeys))
    .min(1, { error: "Inhalt: Bitte mindestens eines wählen." })
    .max(feedCategoryKeys.length),
  creationId: creationId.optional(),
});

export const feedKey = z.strictObject({ id });
