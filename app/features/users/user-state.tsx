import { type UserState, userStateLabels } from "../../../contract/users/users.ts";
import { Tag } from "../../ui/status/tag.tsx";

/** Being active is the rule and stays quiet. */
export function UserStateTag({ state }: { state: UserState }) {
  const label = userStateLabels[state];
  if (state === "active") return <span className="text-text-2">{label}</span>;
  return <Tag tone={state === "invited" ? "warn" : "neutral"}>{label}</Tag>;
}
