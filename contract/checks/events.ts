import type { CheckEventKind, CheckTargetType } from "./kinds.ts";

/** What the checker tells of a check, in the order in which it happened; ids ascend. */
export interface CheckEvent {
  id: number;
  /** ISO 8601. */
  at: string;
  /** Empty, like its target, for what concerns the portal's own connection. */
  checkId: string;
  targetType: CheckTargetType;
  targetId: string;
  kind: CheckEventKind;
  data: Record<string, unknown>;
}
