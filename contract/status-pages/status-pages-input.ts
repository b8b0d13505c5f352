import { id } from "../pagination.ts";
import { creationId } from "../records/list-input.ts";
import { z } from "../zod.ts";
import { maxSitesPerPage } from "./status-pages.ts";

const name = z
  .string()
  .trim()
  .min(1, { error: "Name: Pflichtfeld." })
  .max(80, { error: "Name: Höchstens 80 Zeichen." });
const websiteIds = z
  .array(id)
  .min(1, { error: "Websites: Bitte mindestens eine wählen." })
  .max(maxSitesPerPage, { error: `Websites: Höchstens ${maxSitesPerPage}.` })
  .refine((ids) => new Set(ids).size === ids.length, { error: "Websites: Jede nur einmal." });

/** The pages of a customer; without one, the walls. */
export const listStatusPages = z.strictObject({ customerId: id.optional() });

export const createStatusPage = z.strictObject({ customerId: id, name, websiteIds, creationId: creationId.optional() });
export const createWall = z.strictObject({ name, creationId: creationId.optional() });
export const updateStatusPage = z.strictObject({ id, name, websiteIds });
export const statusPageKey = z.strictObject({ id });

/** The logo and the colour of a customer, for what they see of the portal; null for none. */
export const setCustomerLook = z.strictObject({
  customerId: id,
  logoKey: z.string().max(64).nullable(),
});
export const getCustomerLook = z.strictObject({ customerId: id });
