import type { PhpSupport, UpdateState } from "../../../contract/technologies/software.ts";
import type { TagProps } from "../../ui/status/tag.tsx";

export const updateTones = {
  unsupported: "bad",
  security: "warn",
  update: "mnt",
  current: "ok",
  unknown: "neutral",
} as const satisfies Record<UpdateState, TagProps["tone"]>;

export const phpTones = { ended: "bad", ending: "warn", supported: "ok" } as const satisfies Record<
  PhpSupport,
  TagProps["tone"]
>;
