import { type SoftwareState, updateStates } from "../../../contract/technologies/software.ts";
import { formatDay } from "../../records/values/format-value.ts";
import { Tag } from "../../ui/status/tag.tsx";
import { updateTones } from "./software-tones.ts";

/** „Update verfügbar 6.8.1“, „Ohne Support seit 31.12.2025“. */
export function UpdateChip({ state, latest, supportedUntil }: SoftwareState) {
  const label = updateStates[state];
  const more =
    state === "unsupported" && supportedUntil
      ? ` seit ${formatDay(supportedUntil)}`
      : (state === "update" || state === "security") && latest
        ? ` ${latest}`
        : "";
  return <Tag tone={updateTones[state]}>{`${label}${more}`}</Tag>;
}
