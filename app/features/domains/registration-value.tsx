import {
  type Endangered,
  endangered,
  type RegistrationState,
  registrationStates,
} from "../../../contract/domains/registration-states.ts";
import { isKeyOf } from "../../../contract/narrowing.ts";
import type { RecordRow } from "../../../contract/records/rows.ts";
import type { OwnValueProps } from "../../records/record-ui.tsx";
import { formatDay } from "../../records/values/format-value.ts";
import { Tag, type TagProps } from "../../ui/status/tag.tsx";

const tones: Partial<Record<RegistrationState, TagProps["tone"]>> = { moving: "mnt", cancelled: "warn", active: "ok" };

/** How it stands with the registration of a domain. */
export const registrationOf = ({ values }: RecordRow): RegistrationState =>
  typeof values.registration === "string" && isKeyOf(registrationStates, values.registration)
    ? values.registration
    : "unknown";

/** Whether the domain is lost unless somebody does something. */
export const isEndangered = (state: RegistrationState): state is Endangered =>
  endangered.some((each) => each === state);

/** „Nicht delegiert“, „Gekündigt zum 01.03.2027“, „Umzug läuft bis 30.11.2026“. */
export function RegistrationValue({ record }: OwnValueProps) {
  const state = registrationOf(record);
  return <Tag tone={isEndangered(state) ? "bad" : tones[state]}>{labelOf(state, record)}</Tag>;
}

/** The day that belongs to a state, by its field. */
const days: Partial<Record<RegistrationState, [field: string, word: string]>> = {
  cancelled: ["endsAt", "zum"],
  moving: ["movingUntil", "bis"],
};

function labelOf(state: RegistrationState, { values }: RecordRow): string {
  const [field = "", word] = days[state] ?? [];
  const day = values[field];
  const label = registrationStates[state];
  return typeof day === "string" ? `${label} ${word} ${formatDay(day)}` : label;
}
