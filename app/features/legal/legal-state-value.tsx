import { legalStates } from "../../../contract/legal/legal.ts";
import { isKeyOf } from "../../../contract/narrowing.ts";
import type { OwnValueProps } from "../../records/record-ui.tsx";
import { Tag } from "../../ui/status/tag.tsx";
import { stateTones } from "./legal-tones.ts";

/** How a website stands by its last run, with the number of what is open. */
export function LegalStateValue({ record: { values } }: OwnValueProps) {
  const { legalState: state, legalFindings: count } = values;
  if (typeof state !== "string" || !isKeyOf(legalStates, state)) return <span className="text-text-3">–</span>;
  return (
    <Tag tone={stateTones[state]}>
      {legalStates[state]}
      {typeof count === "number" && count > 0 && <span className="num">{count}</span>}
    </Tag>
  );
}
