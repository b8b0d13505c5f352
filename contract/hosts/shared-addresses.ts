import { id } from "../pagination.ts";
import type { Ref } from "../records/fields.ts";
import { z } from "../zod.ts";

/** Addresses as they are typed. */
export const listSharedAddresses = z.strictObject({
  ips: z.array(z.string().max(100)).max(100),
  exceptId: id.optional(),
});

/** An address that another host in use has, too; shared hosting makes that right at times. */
export interface SharedAddress {
  ip: string;
  host: Ref;
}
