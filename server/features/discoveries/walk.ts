import type { DiscoveryStep, StepAnswers } from "../../../contract/discoveries/discoveries.ts";
import type { Log } from "../../log.ts";
import { OutboundProblem } from "../../outbound/outbound-problem.ts";
import { Problem } from "../../problem.ts";
import type { RecordContext } from "../../records/record-context.ts";
import type { PageContext } from "./open-page.ts";
import { customer, imprint } from "./steps/imprint.ts";
import { openTyped, reach, technologies } from "./steps/reach.ts";
import { certificate, domain, host, mail } from "./steps/server-facts.ts";
import { Missing, type RunStep, Skipped, type StepContext } from "./steps/step.ts";

type WalkedStep = Exclude<DiscoveryStep, "picture">;

/** One after the other; what stands in one line is found out at the same time. */
const order: readonly (readonly WalkedStep[])[] = [
  ["reach"],
  ["domain", "host", "certificate", "technologies", "mail", "imprint"],
  ["customer"],
];
/** Pictures come afterwards (see pictures.ts): nobody waits for them to create what was found. */
const steps: { [Step in WalkedStep]: RunStep<Step> } = {
  reach,
  domain,
  host,
  certificate,
  technologies,
  mail,
  imprint,
  customer,
};

/** How a step ended. */
export interface StepEnd {
  step: DiscoveryStep;
  state: "done" | "failed" | "skipped";
  text: string;
  answer?: unknown;
}

interface Walk extends PageContext {
  ctx: RecordContext;
  log: Log;
  typed: string;
  /** Steps that have ended before, with what they found. */
  ended: ReadonlyMap<DiscoveryStep, unknown>;
  /** Keeps how a step ended; false when somebody else works on the URL by now. */
  keep(end: StepEnd): Promise<boolean>;
}

/** Goes through the steps of a URL that have not ended yet; each may fail alone. Resolves to whether all have ended. */
export async function walkUrl({ ended, keep, log, ...walk }: Walk): Promise<boolean> {
  const answers: Partial<StepAnswers> = {};
  for (const [step, answer] of ended) if (answer) Object.assign(answers, { [step]: answer });
  let opened: ReturnType<StepContext["page"]> | undefined;
  const context: StepContext = {
    ...walk,
    answers,
    page: () => {
      opened ??= openTyped(walk.typed, walk);
      return opened;
    },
  };
  const run = async (step: WalkedStep) => {
    const end = await endOf(step, context, log);
    if (!end || !(await keep(end))) return false;
    if (end.answer) Object.assign(answers, { [step]: end.answer });
    return true;
  };
  for (const together of order) {
    const kept = await Promise.all(together.filter((step) => !ended.has(step)).map(run));
    if (kept.includes(false)) return false;
  }
  return true;
}

/** Undefined where the portal stops before the step has ended. */
async function endOf(step: WalkedStep, context: StepContext, log: Log): Promise<StepEnd | undefined> {
  try {
    const { text, answer } = await steps[step](context);
    return { step, state: "done", text, answer };
  } catch (error) {
    if (context.signal.aborted) return undefined;
    if (error instanceof Skipped) return { step, state: "skipped", text: error.message };
    if (error instanceof Missing || error instanceof OutboundProblem || error instanceof Problem)
      return { step, state: "failed", text: error.message };
    log.error({ err: error, step }, "a step of a discovery failed");
    return { step, state: "failed", text: "Das ließ sich nicht herausfinden." };
  }
}
