import { id } from "../pagination.ts";
import { z } from "../zod.ts";
import { maxCalendarDays } from "./calendar-days.ts";
import { daysBetween } from "./deadlines.ts";
import { lanes } from "./lanes.ts";

const day = (label: string) => z.iso.date({ error: `${label}: Bitte einen Tag als JJJJ-MM-TT angeben.` });

const filters = {
  /** All of them where none is named. */
  lanes: z.array(z.enum(lanes)).max(lanes.length).default([]),
  whose: z.enum(["mine", "all"]).default("all"),
  customerId: id.optional(),
};

const span = { from: day("Von"), to: day("Bis") };
const isInOrder = ({ from, to }: { from: string; to: string }) => {
  const days = daysBetween(from, to);
  return days >= 0 && days < maxCalendarDays;
};
const inOrder = { error: `Bis: Höchstens ${maxCalendarDays} Tage, die mit „Von“ beginnen.`, path: ["to"] };

export const readCalendar = z
  .strictObject({ ...span, ...filters, perDay: z.number().int().min(1).max(200).default(4) })
  .refine(isInOrder, inOrder);

export const readLanes = z.strictObject({ ...span, ...filters }).refine(isInOrder, inOrder);
