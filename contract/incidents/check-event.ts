import type { CheckEventKind, CheckTargetType } from "../checks/kinds.ts";

/** What the checker tells of a check: `code`, `text` and `certificate` of `data` say why it is down. */
export interface CheckEvent {
  /** ISO 8601. */
  at: string;
  targetType: CheckTargetType;
  targetId: string;
  kind: CheckEventKind;
  data: unknown;
}
