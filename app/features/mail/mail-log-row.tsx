import {
  type AttemptOutcome,
  type LoggedMail,
  type MailState,
  mailKindLabels,
  mailStateLabels,
} from "../../../contract/mail.ts";
import { formatDateTime } from "../../lib/format.ts";
import { useMutate } from "../../lib/mutate.ts";
import { useTRPC } from "../../lib/trpc.tsx";
import { Button } from "../../ui/button.tsx";
import { Tag } from "../../ui/tag.tsx";

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
  const { id, to, subject, kind, state, answer, attempts, nextAttemptAt, createdAt, canResend } = mail;
  const isWaiting = state === "queued" && attempts.length === 0;
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-1.5 border-b py-2.5">
      <div className="min-w-0 flex-1 basis-[280px] text-ui">
        <p className="font-medium [overflow-wrap:anywhere]">{subject}</p>
        <p className="text-text-2 [overflow-wrap:anywhere]">
          {to.name && to.name !== to.email && `${to.name} · `}
          {to.email}
        </p>
        {(answer || isWaiting) && (
          <p className="mt-0.5 font-mono text-[12px] leading-[18px] text-text-2 [overflow-wrap:anywhere]">
            {isWaiting ? "Wartet auf den Versand oder auf die Einrichtung." : answer}
          </p>
        )}
        {attempts.length > 1 && (
          <details className="mt-0.5">
            <summary className="cursor-pointer text-meta text-text-3 max-md:py-3">{attempts.length} Versuche</summary>
            <ol className="mt-1 grid gap-1 font-mono text-[12px] leading-[18px] text-text-2">
              {attempts.map(({ at, outcome, answer }) => (
                <li key={at.getTime()} className="[overflow-wrap:anywhere]">
                  {formatDateTime(at)}, {outcomes[outcome]}: {answer}
                </li>
              ))}
            </ol>
          </details>
        )}
      </div>
      <div className="flex min-h-7 flex-wrap items-center gap-2.5 text-label text-text-3">
        <Tag tone={tones[state]}>{mailStateLabels[state]}</Tag>
        <span>{mailKindLabels[kind]}</span>
        <time dateTime={createdAt.toISOString()}>{formatDateTime(createdAt)}</time>
        {state === "queued" && nextAttemptAt && attempts.length > 0 && (
          <span>nächster Versuch {formatDateTime(nextAttemptAt)}</span>
        )}
        {canResend && (
          <Button
            size="sm"
            aria-label={`„${subject}“ an ${to.email} erneut senden`}
            loading={resend.isPending}
            onClick={() => resend.mutate({ id })}
          >
            Erneut senden
          </Button>
        )}
      </div>
    </li>
  );
}
