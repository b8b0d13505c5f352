import { deadlineKinds } from "../deadlines/deadlines.ts";
import { maxLead } from "../reminders/reminders.ts";
import { z } from "../zod.ts";

const lead = z
  .number({ error: "Vorlauf: Bitte ganze Tage angeben." })
  .int("Vorlauf: Bitte ganze Tage angeben.")
  .min(0, "Vorlauf: Bitte ganze Tage ab 0 angeben.")
  .max(maxLead, `Vorlauf: Höchstens ${maxLead} Tage.`);

/** How many days ahead people hear of deadlines; a kind that is not named has the usual leads. */
export const deadlineSettings = z.strictObject({
  leads: z
    .partialRecord(z.enum(deadlineKinds), z.array(lead).max(12, "Vorlauf: Höchstens 12 Erinnerungen je Art."))
    .default({}),
});
