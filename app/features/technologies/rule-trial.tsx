import { type FormEvent, useState } from "react";
import type { RuleTrial } from "../../../contract/technologies/views.ts";
import { useMutate } from "../../lib/api/mutate.ts";
import { problemOf, useTRPC } from "../../lib/api/trpc.tsx";
import { Button } from "../../ui/button.tsx";
import { cx } from "../../ui/cx.ts";
import { Field } from "../../ui/form/field.tsx";
import { TextInput } from "../../ui/form/text-input.tsx";
import { Section } from "../../ui/section.tsx";
import { Tag } from "../../ui/status/tag.tsx";

/** Tries rules on an address as they stand in the form, before anything is kept. */
export function RuleTrialForm({ rules }: { rules: string }) {
  const trpc = useTRPC();
  const [url, setUrl] = useState("");
  const [errors, setErrors] = useState<readonly string[]>([]);
  const [trial, setTrial] = useState<RuleTrial>();
  const tryOut = useMutate(trpc.technology.tryRules.mutationOptions(), {
    refreshes: [],
    onSuccess: setTrial,
    onRefused: (error) => {
      const problem = problemOf(error);
      if (!problem?.problem) return false;
      setTrial(undefined);
      setErrors([...(problem.fields?.url ?? problem.fields?.rules ?? [problem.message])]);
      return true;
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setErrors([]);
    tryOut.mutate({ url, rules });
  };
  return (
    <Section title="Ausprobieren" className="mt-11">
      <p className="mt-3 max-w-[640px] text-text-2">
        Sieht sich eine Adresse mit den Regeln an, wie sie oben stehen, auch ungespeichert.
      </p>
      <form
        onSubmit={submit}
        noValidate
        className="mt-[18px] flex max-w-[560px] items-end gap-2 max-md:flex-col max-md:items-stretch"
      >
        <Field label="Adresse" errors={errors} className="min-w-0 flex-1">
          <TextInput
            value={url}
            inputMode="url"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            placeholder="www.weingut-amsel.example"
            onChange={({ target }) => setUrl(target.value)}
          />
        </Field>
        <Button
          type="submit"
          loading={tryOut.isPending}
          loadingLabel="Sieht nach …"
          className={cx("md:h-9", errors.length > 0 && "mb-6")}
        >
          Ausprobieren
        </Button>
      </form>
      <div role="status" className="mt-4 text-ui">
        {trial && <Result trial={trial} />}
      </div>
    </Section>
  );
}

function Result({ trial: { url, found, missed, known } }: { trial: RuleTrial }) {
  return (
    <>
      <p className="text-text-2 [overflow-wrap:anywhere]">{url}</p>
      <ul className={found.length + missed.length > 0 ? "mt-2 border-t" : undefined}>
        {found.map(({ name, version, evidence }) => (
          <li key={name} className="flex flex-wrap items-baseline gap-x-3 gap-y-1 border-b py-2">
            <Tag tone="ok">Gefunden</Tag>
            <span className="font-550">{name}</span>
            {version && <span className="num text-text-2">{version}</span>}
            <code className="min-w-0 text-note text-text-3 [overflow-wrap:anywhere]">{evidence[0]?.text}</code>
          </li>
        ))}
        {missed.map((name) => (
          <li key={name} className="flex flex-wrap items-baseline gap-x-3 border-b py-2">
            <Tag>Nicht gefunden</Tag>
            <span className="font-550">{name}</span>
          </li>
        ))}
      </ul>
      <p className="mt-2 text-note text-text-3">
        {known.length > 0 ? `Von selbst erkannt: ${known.join(", ")}.` : "Sonst wurde nichts erkannt."}
      </p>
    </>
  );
}
