import { type FormEvent, useEffect, useRef } from "react";
import { channelOf, type LiveEventName } from "../../../contract/live/live-events.ts";
import { recordOf } from "../../../contract/narrowing.ts";
import { workbenchEventNames } from "../../../contract/workbench/workbench.ts";
import { Button } from "../../ui/button.tsx";
import { ChoiceSelect } from "../../ui/form/choice-select.tsx";
import { Field } from "../../ui/form/field.tsx";
import { TextArea } from "../../ui/form/text-area.tsx";
import { Section } from "../../ui/section.tsx";
import { sourceLabel } from "./source-label.ts";
import { useSendForm } from "./use-send-form.ts";

const eventLabels = recordOf(workbenchEventNames, (name) => name);

export function SendForm() {
  const form = useSendForm();
  const payload = useRef<HTMLTextAreaElement>(null);
  const { errors } = form;
  useEffect(() => {
    if (errors.length > 0) payload.current?.focus();
  }, [errors]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    form.submit();
  };
  return (
    <Section title="Ereignis auslösen">
      <form onSubmit={submit} noValidate className="mt-[18px] grid max-w-[560px] gap-[18px]">
        <Field label="Ereignis" hint={`Geht ${targetOf(form.event)}.`}>
          <ChoiceSelect labels={eventLabels} value={form.event} onChange={form.choose} />
        </Field>
        <Field label="Daten" mark="JSON" errors={form.errors}>
          <TextArea
            ref={payload}
            rows={8}
            spellCheck={false}
            className="font-mono text-meta"
            value={form.json}
            onChange={(change) => form.write(change.target.value)}
          />
        </Field>
        <div className="flex flex-wrap items-center gap-2">
          <Button type="submit" variant="primary" loading={form.isSending} loadingLabel="Sendet …">
            Auslösen
          </Button>
          {form.isChanged && (
            <Button variant="ghost" onClick={form.restore}>
              Beispiel wiederherstellen
            </Button>
          )}
          <p role="status" className="text-ui text-text-2">
            {form.sent && !form.isSending && `${form.sent.event} ging ${targetOf(form.sent.event)}.`}
          </p>
        </div>
      </form>
    </Section>
  );
}

function targetOf(event: LiveEventName): string {
  const channel = channelOf(event);
  return channel ? `an den ${sourceLabel(channel)}` : "an dich selbst";
}
