import { getTRPCErrorFromUnknown } from "@trpc/server";
import { z } from "zod";
import { appRouter, createCaller } from "../../../server/features/router.ts";
import type { Context } from "../../../server/trpc/context.ts";

interface Shape {
  type?: string;
  properties?: Record<string, Shape>;
  required?: string[];
  additionalProperties?: boolean | Shape;
  propertyNames?: Shape;
  items?: Shape;
  prefixItems?: Shape[];
  anyOf?: Shape[];
  oneOf?: Shape[];
  allOf?: Shape[];
  enum?: unknown[];
  const?: unknown;
  minimum?: number;
  minItems?: number;
  minLength?: number;
  pattern?: string;
  default?: unknown;
}

interface Procedure {
  _def: { type: "query" | "mutation" | "subscription"; inputs: z.ZodType[] };
}

const procedures = Object.entries(appRouter._def.procedures) as unknown as [string, Procedure][];

/** What the answers to a procedure are made of: an id wherever one fits, and words wherever somebody may type. */
interface Filling {
  id: string;
  /** Of the record types that an input may name. */
  type: string;
  words: string;
  /** Whether what may be left out is given. */
  isFull: boolean;
}

export interface Step {
  name: string;
  input: unknown;
  answer?: unknown;
  /** How it was refused, without the id that was asked for. */
  refusal?: string;
}

/** Writing down a schema takes longer than most calls, and every walk asks for the same ones. */
const shapes = new Map<z.ZodType, Shape>();

function shapeOf(schema: z.ZodType): Shape {
  const known = shapes.get(schema);
  if (known) return known;
  const shape = z.toJSONSchema(schema, { io: "input", unrepresentable: "any", cycles: "ref", reused: "inline" });
  shapes.set(schema, shape as Shape);
  return shape as Shape;
}

/** Inputs by the procedure's own schema; undefined where none can be made up. */
function inputFor({ _def: { inputs } }: Procedure, filling: Filling): { input: unknown } | undefined {
  const [schema] = inputs;
  if (!schema) return { input: undefined };
  const made = [fill(shapeOf(schema), filling, ""), undefined].find((input) => schema.safeParse(input).success);
  return made === undefined && !schema.safeParse(made).success ? undefined : { input: made };
}

function fill(shape: Shape, filling: Filling, name: string): unknown {
  if (shape.const !== undefined) return shape.const;
  if (shape.enum) return shape.enum.includes(filling.type) ? filling.type : shape.enum[0];
  const choices = shape.anyOf ?? shape.oneOf;
  if (choices) return fill((choices.find(({ type }) => type !== "null") ?? choices[0]) as Shape, filling, name);
  if (shape.allOf) return Object.assign({}, ...shape.allOf.map((part) => fill(part, filling, name)));
  if (shape.type === "object" || shape.properties) return fillObject(shape, filling);
  if (shape.type === "array") return fillArray(shape, filling, name);
  if (shape.type === "string") return isId(name) ? filling.id : filling.words;
  if (shape.type === "integer" || shape.type === "number") return Math.max(shape.minimum ?? 1, 1);
  return shape.type === "boolean" ? true : filling.words;
}

const isId = (name: string) => /^(id|ids|key|keys)$|Id$|Ids$|Key$|Keys$/.test(name);

function fillObject({ properties = {}, required = [] }: Shape, filling: Filling): unknown {
  const names = Object.keys(properties).filter((name) => filling.isFull || required.includes(name));
  return Object.fromEntries(names.map((name) => [name, fill(properties[name] as Shape, filling, name)]));
}

function fillArray({ items = {}, prefixItems, minItems = 0 }: Shape, filling: Filling, name: string): unknown {
  if (prefixItems) return prefixItems.map((item) => fill(item, filling, name));
  const isWorthIt = isId(name) || minItems > 0;
  return isWorthIt ? [fill(items, filling, name)] : [];
}

/**
 * Calls every procedure that takes such inputs, the readers before the writers, and tells what came of it. `leave` are
 * procedures that reach beyond the office. `answered` keeps what readers have answered, which they are not asked a second
 * time in the same words.
 */
export async function walkProcedures(
  context: Context,
  filling: Omit<Filling, "isFull">,
  {
    kind,
    leave = [],
    answered,
  }: { kind: "query" | "mutation"; leave?: readonly string[]; answered?: Map<string, Step> },
): Promise<Step[]> {
  const caller = createCaller(context) as unknown as Record<
    string,
    Record<string, (input: unknown) => Promise<unknown>>
  >;
  const steps: Step[] = [];
  for (const [name, procedure] of procedures) {
    if (procedure._def.type !== kind || leave.includes(name)) continue;
    for (const isFull of [false, true]) {
      const made = inputFor(procedure, { ...filling, isFull });
      if (!made) continue;
      const question = `${name} ${JSON.stringify(made.input)}`;
      const before = answered?.get(question);
      if (before) {
        steps.push(before);
        continue;
      }
      const [router = "", call = ""] = name.split(".");
      const step: Step = { name, input: made.input };
      try {
        step.answer = await caller[router]?.[call]?.(made.input);
      } catch (cause) {
        const { code, message } = getTRPCErrorFromUnknown(cause);
        step.refusal = `${code} ${message.replaceAll(filling.id, "…")}`;
      }
      steps.push(step);
      answered?.set(question, step);
    }
  }
  return steps;
}
