import type { Selectable } from "kysely";
import { cleanForeign } from "../../contract/document/clean-text.ts";
import type { AttemptOutcome, MailTest } from "../../contract/mail/mail.ts";
import { minuteMs } from "../../contract/time/durations.ts";
import type { MailTable } from "../db/tables/mails.ts";
import type { Services } from "../trpc/context.ts";
import { endAttempt } from "./endings.ts";
import { type Failure, readFailure } from "./failures.ts";
import { toLetter } from "./letters.ts";
import { handOver, type MailServer } from "./transport.ts";

/** After the first attempt, each of the five retries waits longer. */
const waitsMs = [1, 5, 30, 120, 360].map((minutes) => minutes * minuteMs);

const maxWords = 1000;

/** Tries to send a claimed mail and keeps what came of it; returns why it did not leave. Never rejects for the server's sake. */
export async function attempt(
  services: Services,
  server: MailServer,
  mail: Selectable<MailTable>,
  { talk, isOnly = false }: { talk?: MailTest["talk"]; isOnly?: boolean } = {},
): Promise<Failure | undefined> {
  let failure: Failure | undefined;
  let answer: string;
  try {
    const letter = await toLetter(services, mail);
    if (server.refusal) throw server.refusal;
    answer = asShown(await handOver(server, letter, talk));
  } catch (error) {
    failure = readFailure(error, server);
    answer = asShown(failure.answer);
    services.log.warn({ mail: mail.id, answer }, "mail not sent");
  }
  const waitMs = waitsMs[mail.attempts];
  const mayRetry = failure && !failure.isFinal && !isOnly && waitMs !== undefined;
  const outcome: AttemptOutcome = failure ? (mayRetry ? "retry" : "failed") : "sent";
  const retryAt = outcome === "retry" ? new Date(services.now().getTime() + (waitMs ?? 0)) : undefined;
  await endAttempt(services, mail, { outcome, answer, retryAt });
  return failure;
}

/** The words of a mail server stand in logs and notices. */
const asShown = (answer: string) => cleanForeign(answer).slice(0, maxWords).toWellFormed();
