import { isKeyOf } from "../../../contract/narrowing.ts";
import { phpSupports, updateStates } from "../../../contract/technologies/software.ts";
import type { OwnValueProps } from "../../records/record-ui.tsx";
import { Tag } from "../../ui/status/tag.tsx";
import { phpTones, updateTones } from "./software-tones.ts";

const nothing = <span className="text-text-3">–</span>;

/** How up to date the system of a website is, in a list. */
export function UpdatesValue({ record: { values } }: OwnValueProps) {
  const { updates } = values;
  if (typeof updates !== "string" || !isKeyOf(updateStates, updates)) return nothing;
  return <Tag tone={updateTones[updates]}>{updateStates[updates]}</Tag>;
}

/** How long the PHP of a website is supported, in a list. */
export function PhpSupportValue({ record: { values } }: OwnValueProps) {
  const { phpSupport } = values;
  if (typeof phpSupport !== "string" || !isKeyOf(phpSupports, phpSupport)) return nothing;
  return <Tag tone={phpTones[phpSupport]}>{phpSupports[phpSupport]}</Tag>;
}
