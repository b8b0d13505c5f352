import { id, limit, page } from "../pagination.ts";
import { z } from "../zod.ts";

/** What the audit log can be filtered by; days are `YYYY-MM-DD` by the portal's calendar, both included. */
export const auditFilter = z.strictObject({
  actorId: id.optional(),
  /** The first part of a kind, such as `user` or `website`. */
  area: z.string().min(1).max(40).optional(),
  from: z.iso.date({ error: "Von: Bitte ein Datum angeben." }).optional(),
  to: z.iso.date({ error: "Bis: Bitte ein Datum angeben." }).optional(),
});
export type AuditFilter = z.infer<typeof auditFilter>;

export const listAudit = z.strictObject({
  where: auditFilter.default({}),
  page: page.default(1),
  limit: limit.default(50),
});

/** One entry of the audit log. */
export interface AuditEntry {
  id: string;
  at: Date;
  actor: { id: string; name: string } | null;
  kind: string;
  /** „Website geändert“. */
  label: string;
  subject: { type: string; id: string; title: string | null; href: string | null };
  /** The names of the fields that changed, in German where they have a name. */
  fields: string[];
}
