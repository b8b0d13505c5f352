import { id } from "../pagination.ts";
import { creationId } from "../records/list-input.ts";
import { taskGroups } from "../tasks/tasks.ts";
import { z } from "../zod.ts";
import { feedAlarmDays, feedCategoryKeys, feedScopeKeys } from "./calendar-feeds.ts";

export const listFeeds = z.strictObject({});

const settings = {
  name: z.string().trim().min(1, { error: "Name: Pflichtfeld." }).max(80, { error: "Name: Höchstens 80 Zeichen." }),
  scope: z.enum(feedScopeKeys, { error: "Umfang: Bitte wählen." }),
  categories: z
    .array(z.enum(feedCategoryKeys))
    .min(1, { error: "Inhalt: Bitte mindestens eines wählen." })
    .max(feedCategoryKeys.length),
  team: z.enum(taskGroups).optional(),
  customerId: id.optional(),
  alarmDays: z.literal(feedAlarmDays).nullable().optional(),
};

interface About {
  scope: string;
  team?: string | undefined;
  customerId?: string | undefined;
}
const namesTeam = ({ scope, team }: About) => scope !== "team" || team !== undefined;
const namesCustomer = ({ scope, customerId }: About) => scope !== "customer" || customerId !== undefined;
const noTeam = { error: "Team: Bitte wählen.", path: ["team"] };
const noCustomer = { error: "Kunde: Bitte wählen.", path: ["customerId"] };

export const createFeed = z
  .strictObject({ ...settings, creationId: creationId.optional() })
  .refine(namesTeam, noTeam)
  .refine(namesCustomer, noCustomer);

/** What a feed has can change; its URL stays. */
export const updateFeed = z
  .strictObject({ ...settings, id })
  .refine(namesTeam, noTeam)
  .refine(namesCustomer, noCustomer);

export const feedKey = z.strictObject({ id });
