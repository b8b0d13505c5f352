import { contractItems as declaration } from "../../../contract/contract-items.ts";
import type { Rule } from "../../../contract/records/schema.ts";
import type { RecordStore } from "../../records/store.ts";

const targets = ["websiteId", "domainId", "hostId", "deviceId"] as const;
type Target = (typeof targets)[number];

export const contractItems: RecordStore = {
  declaration,
  table: "contractItems",
  rules: [isForOneThing],
  async complete(_tx, _ctx, values) {
    return { ...values, quantity: values.quantity ?? 1 };
  },
};

/** A position covers one thing at most. */
function isForOneThing(values: Parameters<Rule>[0]): ReturnType<Rule> {
  const [, ...more] = targets.filter((name) => values[name]);
  const sentence = (name: Target) => `${declaration.fields[name].label}: Eine Position gilt nur für einen Eintrag.`;
  return Object.fromEntries(more.map((name) => [name, [sentence(name)]]));
}
