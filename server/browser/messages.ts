import type { OffReason, VisitCode } from "./browser-problem.ts";
import type { VisitKind } from "./visits/visits.ts";

/** What the portal tells the browser's process when it starts it. */
export interface ProcessOptions {
  dataDir: string;
  chromiumPath: string | undefined;
  folders: string;
  /** `address:port` of a name server of its own. */
  nameServer: string | undefined;
  logLevel: string;
  /** Where the portal is reached; undefined where that is not said. */
  publicUrl: string | undefined;
}

/** One visit, as it is asked for. */
export interface VisitOrder {
  id: number;
  kind: VisitKind;
  input: unknown;
  allowedNetworks: readonly string[];
  deadlineMs: number;
}

/** How it ended. */
export type VisitAnswer = { id: number } & (
  | { result: unknown }
  | { off: OffReason; detail: string }
  | { problem: { message: string; code: VisitCode } }
  | { failure: string }
);
