import { type TechnologyRule, technologyRule } from "../../../contract/technologies/rules.ts";
import { z } from "../../../contract/zod.ts";
import type { Db } from "../../db/connection.ts";
import { lazyModule } from "../../lazy-module.ts";
import { compileRule, RuleProblem } from "../../lookups/technologies/compile-rules.ts";
import { shippedRules } from "../../lookups/technologies/shipped-rules.ts";
import { invalidField } from "../../problem.ts";
import type { Queryable } from "../../search/run.ts";
import { readSettings } from "../../settings/read-settings.ts";

export type OwnRules = Readonly<Record<string, TechnologyRule>>;

const yaml = lazyModule<typeof import("yaml")>(import.meta.url, "yaml");
const maxOwn = 200;
const named = z.record(z.string().trim().min(1).max(80), z.unknown());

/**
 * Reads the rules of an agency, as they were typed. What cannot be used is refused in a sentence that names the rule: a
 * pattern that is not searched for in linear time never gets to a page.
 */
export function readOwnRules(text: string, field = "rules"): OwnRules {
  const refuse = (why: string) => invalidField(field, `Regeln: ${why}`);
  if (text.trim() === "") return {};
  const { data: rules } = named.safeParse(parseYaml(text, refuse));
  if (!rules) throw refuse("Erwartet werden Namen mit ihren Merkmalen, jeder am Anfang einer Zeile.");
  if (Object.keys(rules).length > maxOwn) throw refuse(`Höchstens ${maxOwn} Regeln.`);
  const shipped = new Set(shippedRules().rules.map(({ name }) => name.toLowerCase()));
  const own = Object.entries(rules).map(([name, value]): [string, TechnologyRule] => {
    if (shipped.has(name.toLowerCase())) throw refuse(`„${name}“ erkennt das Portal schon.`);
    const { data: rule, error } = technologyRule.safeParse(value);
    if (!rule) throw refuse(`„${name}“: ${describe(error?.issues[0])}`);
    try {
      compileRule(name, rule);
    } catch (cause) {
      if (cause instanceof RuleProblem) throw refuse(`„${name}“: ${cause.message}`);
      throw cause;
    }
    return [name, rule];
  });
  return Object.fromEntries(own);
}

function parseYaml(text: string, refuse: (why: string) => Error): unknown {
  try {
    // Aliases make a short text a large one.
    return yaml().parse(text, { maxAliasCount: 0, prettyErrors: false });
  } catch (error) {
    const line = error instanceof Error && "pos" in error && Array.isArray(error.pos) ? lineAt(text, error.pos[0]) : 0;
    throw refuse(line > 0 ? `Zeile ${line} ist kein YAML.` : "Das ist kein YAML.");
  }
}

const lineAt = (text: string, position: unknown) => text.slice(0, Number(position)).split("\n").length;

function describe(issue: z.core.$ZodIssue | undefined): string {
  const path = issue?.path.join(".") ?? "";
  if (issue?.code === "unrecognized_keys") return `„${issue.keys.join(", ")}“ ist kein Merkmal.`;
  if (path === "category") return "Die Kategorie (category) fehlt oder ist unbekannt.";
  return path ? `„${path}“ ist keine gültige Angabe.` : "Erwartet werden category und mindestens ein Merkmal.";
}

let read: { text: string; rules: OwnRules } | undefined;

/** The rules that are kept, read once for as long as they stay the same; none where they cannot be used any more. */
export async function loadOwnRules(db: Db | Queryable): Promise<OwnRules> {
  const { rules: text } = await readSettings(db, "technologies");
  if (read?.text !== text) read = { text, rules: readKept(text) };
  return read.rules;
}

/** A newer portal may recognise by itself what an agency has taught it: its own rule takes over then. */
function readKept(text: string): OwnRules {
  try {
    return readOwnRules(text);
  } catch {
    const { data: rules } = named.safeParse(parseOrNothing(text));
    const usable = Object.entries(rules ?? {}).flatMap(([name, rule]): [string, TechnologyRule][] => {
      try {
        return Object.entries(readOwnRules(JSON.stringify({ [name]: rule })));
      } catch {
        return [];
      }
    });
    return Object.fromEntries(usable);
  }
}

function parseOrNothing(text: string): unknown {
  try {
    return yaml().parse(text, { maxAliasCount: 0 });
  } catch {
    return undefined;
  }
}
