import { CircleAlert, CircleCheck, Send } from "lucide-react";
import { type FormEvent, useState } from "react";
import type { MailTest } from "../../../contract/mail/mail.ts";
import { useMutate } from "../../lib/api/mutate.ts";
import { problemOf, useTRPC } from "../../lib/api/trpc.tsx";
import { Button } from "../../ui/button.tsx";
import { cx } from "../../ui/cx.ts";
import { Field } from "../../ui/form/field.tsx";
import { TextInput } from "../../ui/form/text-input.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Section } from "../../ui/section.tsx";

/** Sends a mail by what is saved and shows the whole talk with the server. */
export function MailTestSection({ ownEmail }: { ownEmail: string }) {
  const trpc = useTRPC();
  const [to, setTo] = useState("");
  const [errors, setErrors] = useState<readonly string[]>([]);
  const test = useMutate(trpc.mail.test.mutationOptions(), {
    refreshes: ["mail"],
    onRefused: (error) => {
      const problem = problemOf(error);
      setErrors(problem?.fields?.to ?? (problem?.problem ? [problem.message] : []));
      return problem?.problem !== undefined;
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (test.isPending) return;
    setErrors([]);
    test.mutate(to.trim() ? { to: to.trim() } : {});
  };
  return (
    <Section title="Testen" className="mt-11">
      <form onSubmit={submit} noValidate className="mt-[18px] flex flex-wrap items-end gap-2">
        <Field label="Empfänger" errors={errors} className="w-[320px] max-md:w-full">
          <TextInput
            type="email"
            placeholder={ownEmail}
            value={to}
            onChange={(event) => {
              setTo(event.target.value);
              setErrors([]);
            }}
          />
        </Field>
        <Button
          type="submit"
          icon={Send}
          className="md:h-9"
          loading={test.isPending}
          loadingLabel="Spricht mit dem Server …"
        >
          Test senden
        </Button>
      </form>
      <div aria-live="polite">{test.data && !test.isPending && <Outcome test={test.data} />}</div>
    </Section>
  );
}

function Outcome({ test: { isSent, to, answer, talk } }: { test: MailTest }) {
  return (
    <div className={cx("mt-3.5 rounded-10 px-3 py-2.5 text-ui", isSent ? "bg-ok-soft" : "bg-bad-soft")}>
      <p className="flex gap-2 font-medium">
        <Icon
          of={isSent ? CircleCheck : CircleAlert}
          className={cx("mt-0.5", isSent ? "text-ok-text" : "text-bad-text")}
        />
        <span className="min-w-0 [overflow-wrap:anywhere]">
          {isSent ? `Der Server hat die Testmail an ${to} angenommen.` : "Die Testmail wurde nicht angenommen."}
        </span>
      </p>
      <p className="mt-1 pl-6 font-mono text-[12px] leading-[18px] [overflow-wrap:anywhere]">{answer}</p>
      {talk.length > 0 && (
        <details className="mt-1.5 pl-6">
          <summary className="cursor-pointer text-text-2 max-md:py-3">Gespräch mit dem Server</summary>
          <ol className="mt-1.5 font-mono text-[12px] leading-[18px]">
            {talk.map(({ by, text }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a talk that is over never changes
              <li key={index} className="[overflow-wrap:anywhere]">
                <span className="select-none text-text-2">{by === "portal" ? "Portal → " : "Server ← "}</span>
                {text}
              </li>
            ))}
          </ol>
        </details>
      )}
    </div>
  );
}
