import {
  type AttemptOutcome,
  type LoggedMail,
  type MailState,
  mailKindLabels,
  mailStateLabels,
} from "../../../contract/mail/mail.ts";
import { useMutate } from "../../lib/api/mutate.ts";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { formatDateTime } from "../../lib/format.ts";
import { Button } from "../../ui/button.tsx";
import { LogDetails, LogRow, LogText } from "../../ui/status/log-row.tsx";

const tones: Record<MailState, "neutral" | "ok" | "warn" | "bad"> = {
  queued: "warn",
  sending: "neutral",
  sent: "ok",
  failed: "bad",
  dropped: "bad",
};

const outcomes: Record<AttemptOutcome, string> = {
  sent: "angenommen",
  retry: "später noch einmal",
  failed: "aufgegeben",
};

/** A mail with the last words about it; earlier attempts unfold. */
export function MailLogRow({ mail }: { mail: LoggedMail }) {
  const trpc = useTRPC();
  const resend = useMutate(trpc.mail.resend.mutationOptions(), {
    refreshes: ["mail"],
    success: "Kommt in die Warteschlange.",
  });
  const { id, to, subject, kind, state, answer, attempts, createdAt, canResend } = mail;
  return (
    <LogRow
      title={subject}
      state={{ label: mailStateLabels[state], tone: tones[state] }}
      time={<time dateTime={createdAt.toISOString()}>{formatDateTime(createdAt)}</time>}
      target={to.name && to.name !== to.email ? `${to.name} · ${to.email}` : to.email}
      facts={[mailKindLabels[kind]]}
      answer={answer}
      next={nextAttemptText(mail)}
      action={
        canResend && (
          <Button
            size="sm"
            aria-label={`„${subject}“ an ${to.email} erneut senden`}
            loading={resend.isPending}
            onClick={() => resend.mutate({ id })}
          >
            Erneut senden
          </Button>
        )
      }
    >
      {attempts.length > 1 && (
        <LogDetails label={`${attempts.length} Versuche`}>
          {attempts.map(({ at, outcome, answer }) => (
            <LogText key={at.getTime()}>
              {formatDateTime(at)}, {outcomes[outcome]}: {answer}
            </LogText>
          ))}
        </LogDetails>
      )}
    </LogRow>
  );
}

function nextAttemptText({ state, attempts, nextAttemptAt }: LoggedMail): string | undefined {
  if (state !== "queued") return undefined;
  if (attempts.length === 0) return "Wartet auf den Versand oder auf die Einrichtung.";
  return nextAttemptAt ? `Nächster Versuch ${formatDateTime(nextAttemptAt)}` : undefined;
}
