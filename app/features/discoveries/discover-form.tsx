import { useNavigate } from "@remix-run/react";
import { type FormEvent, useState } from "react";
import { maxUrls, splitUrls } from "../../../contract/discoveries/discoveries.ts";
import { counted } from "../../../contract/values/counted.ts";
import { useMutate } from "../../lib/api/mutate.ts";
import { problemOf, useTRPC } from "../../lib/api/trpc.tsx";
import { useCreationId } from "../../lib/form/use-creation-id.ts";
import { formatNumber } from "../../lib/format.ts";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/form/field.tsx";
import { TextArea } from "../../ui/form/text-area.tsx";
import { TextInput } from "../../ui/form/text-input.tsx";

/** Asks for URLs and leads to what is found out about them. */
export function DiscoverForm({ initial }: { initial?: string | undefined }) {
  const { text, change, errors, submit, isBusy } = useDiscovering(initial);
  const count = splitUrls(text).length;
  return (
    <form onSubmit={submit} noValidate className="max-w-[640px]">
      <Field
        label="Adressen"
        errors={errors}
        hint={
          count > 0
            ? counted(count, "Adresse", "Adressen")
            : `Eine je Zeile, höchstens ${formatNumber(maxUrls)}. Auch mit Komma oder Leerzeichen getrennt.`
        }
      >
        <TextArea
          rows={7}
          value={text}
          autoFocus
          spellCheck={false}
          autoCapitalize="none"
          placeholder={"www.weingut-amsel.example\nbaeckerei-boehm.example"}
          onChange={({ target }) => change(target.value)}
        />
      </Field>
      <Button type="submit" variant="primary" className="mt-3" loading={isBusy} loadingLabel="Beginnt …">
        Prüfen und anlegen
      </Button>
    </form>
  );
}

/** The same in one line, for a portal that has no website yet. */
export function DiscoverLine() {
  const { text, change, errors, submit, isBusy } = useDiscovering();
  return (
    <form onSubmit={submit} noValidate className="mt-5 flex items-start gap-2 max-md:flex-col max-md:items-stretch">
      <Field label="Adresse" errors={errors} className="min-w-0 flex-1 [&>div:first-child]:sr-only">
        <TextInput
          value={text}
          inputMode="url"
          spellCheck={false}
          autoCapitalize="none"
          autoComplete="off"
          placeholder="www.weingut-amsel.example"
          onChange={({ target }) => change(target.value)}
        />
      </Field>
      <Button type="submit" variant="primary" className="h-9" loading={isBusy} loadingLabel="Beginnt …">
        Prüfen und anlegen
      </Button>
    </form>
  );
}

function useDiscovering(initial = "") {
  const navigate = useNavigate();
  const trpc = useTRPC();
  const [text, setText] = useState(initial);
  const [errors, setErrors] = useState<readonly string[]>([]);
  const { idFor, forget } = useCreationId();
  const create = useMutate(trpc.discovery.create.mutationOptions(), {
    refreshes: ["discovery"],
    onSuccess: ({ id }) => {
      forget();
      navigate(`/discover/${id}`);
    },
    onRefused: (error) => {
      const problem = problemOf(error);
      if (!problem?.problem) return false;
      setErrors(problem.fields?.urls ?? [problem.message]);
      return true;
    },
  });
  return {
    text,
    errors,
    isBusy: create.isPending,
    change: (next: string) => {
      setText(next);
      setErrors([]);
    },
    submit: (event: FormEvent) => {
      event.preventDefault();
      const urls = splitUrls(text);
      if (urls.length === 0) return setErrors(["Adressen: Pflichtfeld."]);
      if (urls.length > maxUrls) return setErrors([`Adressen: Höchstens ${maxUrls} auf einmal.`]);
      create.mutate({ urls, creationId: idFor(text) });
    },
  };
}
