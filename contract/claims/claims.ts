import type { Feature } from "../live/live-features.ts";
import { hourMs, minuteMs } from "../time/durations.ts";

/** What somebody can take care of, so that nobody else has to. */
export const claimSubjectTypes = ["deadline", "task", "feedback", "question", "incident"] as const;
export type ClaimSubjectType = (typeof claimSubjectTypes)[number];

export interface ClaimKey {
  type: ClaimSubjectType;
  id: string;
}

/** „{Name} kümmert sich seit 10:32“. */
export interface Claim {
  user: { id: string; name: string; image: string | null };
  since: Date;
  /** When it ends by itself. */
  endsAt: Date;
  /** Whether the person has been asked if they are still at it, and has not answered. */
  isAsked: boolean;
}

/** How long a claim on what people wait for holds without a sign of its person. */
export const signMs = 2 * hourMs;
/** How long before that its person is asked. */
export const askBeforeMs = 15 * minuteMs;
/** How many working days a claim on what has a date holds at most. */
export const maxClaimWorkdays = 5;

/** In which lists a claim is shown beside its button. */
export const claimShownBy: Record<ClaimSubjectType, readonly Feature[]> = {
  deadline: ["deadline", "dashboard", "change"],
  task: ["task", "deadline", "dashboard"],
  feedback: ["change", "dashboard"],
  question: ["chat"],
  incident: ["incident", "dashboard", "change"],
};
