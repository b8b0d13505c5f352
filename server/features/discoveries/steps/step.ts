import type { DiscoveryStep, StepAnswers } from "../../../../contract/discoveries/discoveries.ts";
import type { RecordContext } from "../../../records/record-context.ts";
import type { OpenedPage, PageContext } from "../open-page.ts";

/** What a step knows when it begins. */
export interface StepContext extends PageContext {
  ctx: RecordContext;
  /** As somebody has entered it. */
  typed: string;
  /** What the steps before it have found. */
  answers: Partial<StepAnswers>;
  /** The start page of the site, opened once for all steps that read it. */
  page(): Promise<OpenedPage>;
}

export interface StepResult<Step extends DiscoveryStep> {
  /** What was found, as a sentence. */
  text: string;
  answer: StepAnswers[Step];
}

/** Finds one thing out; what it throws as an OutboundProblem or Problem is the reason why it could not. */
export type RunStep<Step extends DiscoveryStep> = (context: StepContext) => Promise<StepResult<Step>>;

/** There is nothing to find out here, which is no failure. */
export class Skipped extends Error {
  override name = "Skipped";
}

/** The step has found that something is missing. */
export class Missing extends Error {
  override name = "Missing";
}
