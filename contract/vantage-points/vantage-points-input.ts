import { id } from "../pagination.ts";
import { creationId } from "../records/list-input.ts";
import { z } from "../zod.ts";

const name = z
  .string()
  .trim()
  .min(1, { error: "Name: Pflichtfeld." })
  .max(40, { error: "Name: Höchstens 40 Zeichen." });

export const listVantagePoints = z.strictObject({});
export const createVantagePoint = z.strictObject({ name, creationId: creationId.optional() });
export const renameVantagePoint = z.strictObject({ id, name });
export const vantagePointKey = z.strictObject({ id });
