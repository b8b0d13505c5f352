import { createHash } from "node:crypto";
import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { technologyRuleFile } from "../../../contract/technologies/rules.ts";
import { lazyModule } from "../../lazy-module.ts";
import { type CompiledRule, compileRule } from "./compile-rules.ts";

export interface RuleSet {
  version: number;
  /** Of what the rules say: it tells them apart from others under the same version, which somebody forgot to count up. */
  digest: string;
  rules: readonly CompiledRule[];
  /** In which version each rule came or was changed last, by its name. */
  since: ReadonlyMap<string, number>;
}

const yaml = lazyModule<typeof import("yaml")>(import.meta.url, "yaml");
let shipped: RuleSet | undefined;

/** The rules that come with the product, read once. */
export function shippedRules(): RuleSet {
  shipped ??= readRules(path.join(import.meta.dirname, "rules"));
  return shipped;
}

export function readRules(folder: string): RuleSet {
  const files = globSync(path.join(folder, "*.yml"))
    .sort()
    .map((file) => technologyRuleFile.parse(yaml().parse(readFileSync(file, "utf8"))));
  const rules = files.flatMap((file) => Object.entries(file.rules));
  return {
    version: Math.max(...files.map(({ version }) => version)),
    digest: digestOf(rules),
    rules: rules.map(([name, rule]) => compileRule(name, rule)),
    since: new Map(rules.map(([name, { since = 1 }]) => [name, since])),
  };
}

export const digestOf = (rules: object) => createHash("sha256").update(JSON.stringify(rules)).digest("hex").slice(0, 8);
