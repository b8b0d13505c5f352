import { id } from "../pagination.ts";
import { bulkSelection } from "../records/bulk.ts";
import { z } from "../zod.ts";
import { availabilityRangeNames } from "./availability.ts";
import { checkTargetTypes } from "./kinds.ts";
import { recordCheckConfig } from "./settings-input.ts";

const type = z.enum(checkTargetTypes);
const target = { type, id };

export const getChecks = z.strictObject(target);
export const getAvailability = z.strictObject({ ...target, range: z.enum(availabilityRangeNames).default("24h") });
export const getCertificates = z.strictObject(target);
export const runCheck = z.strictObject(target);
/** What is told of the progress of many carries the name that whoever asks has given it. */
const many = { type, selection: bulkSelection, run: id.optional() };
export const runChecks = z.strictObject(many);
export const pauseChecks = z.strictObject({ ...many, isPaused: z.boolean() });
export const getCheckSettings = z.strictObject(target);
export const updateCheckSettings = z.strictObject({
  ...target,
  config: recordCheckConfig,
  /** Sets the password of basic authentication or, with null, removes it; absent, it stays. */
  secret: z.string().max(500).nullable().optional(),
  version: z.number().int().min(0),
});
