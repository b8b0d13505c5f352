import { useState } from "react";
import {
  type Channel,
  type ChannelQuiet,
  type ChannelServiceName,
  usualQuiet,
} from "../../../contract/channels/channels.ts";
import { channelBody, keptSecrets, serviceProblems } from "../../../contract/channels/channels-input.ts";
import { channelServices, notTried, type ServiceField } from "../../../contract/channels/services.ts";
import { entriesOf, keysOf, recordOf } from "../../../contract/narrowing.ts";
import type { Ref } from "../../../contract/records/fields.ts";
import { z } from "../../../contract/zod.ts";
import { useMutate } from "../../lib/api/mutate.ts";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { FieldsForm } from "../../lib/form/fields-form.tsx";
import { useForm } from "../../lib/form/form.tsx";
import { ServiceInputs } from "../../lib/form/service-input.tsx";
import { TimeInput } from "../../lib/form/time-input.tsx";
import { newClientId } from "../../lib/new-client-id.ts";
import { RelationPicker } from "../../records/form/controls/relation-picker.tsx";
import { Checkbox } from "../../ui/form/checkbox.tsx";
import { ChoiceSelect } from "../../ui/form/choice-select.tsx";
import { Field } from "../../ui/form/field.tsx";
import { TextInput } from "../../ui/form/text-input.tsx";
import { Dialog } from "../../ui/overlays/dialog.tsx";

interface ChannelDialogProps {
  /** The one to be changed; without it a new one is made. */
  channel?: Channel;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

const serviceLabels = recordOf(keysOf(channelServices), (name) => channelServices[name].label);

/** Which service a new channel leads through, and what that needs to know. */
export function ChannelDialog({ channel, open, onOpenChange }: ChannelDialogProps) {
  const [service, setService] = useState<ChannelServiceName>(channel?.service ?? "slack");
  const done = () => onOpenChange(false);
  return (
    <Dialog open={open} onOpenChange={onOpenChange} width={560} title={channel ? "Kanal bearbeiten" : "Kanal anlegen"}>
      {!channel && (
        <Field label="Dienst" className="mt-[18px]">
          <ChoiceSelect labels={serviceLabels} value={service} onChange={setService} />
        </Field>
      )}
      <p className="mt-2 text-ui text-text-2">
        {channelServices[service].text}{" "}
        {channelServices[service].changesMessages
          ? "Folgemeldungen ändern die erste Nachricht."
          : "Folgemeldungen kommen als neue Nachricht."}
      </p>
      <p className="mt-1 text-meta text-text-3">
        {channelServices[service].label}: {notTried}.
      </p>
      <ChannelForm key={service} service={service} channel={channel} onDone={done} />
    </Dialog>
  );
}

interface ChannelFormProps {
  service: ChannelServiceName;
  channel: Channel | undefined;
  onDone: () => void;
}

interface Fields extends Record<string, unknown> {
  name: string;
  user: Ref | null;
  quiet: ChannelQuiet;
}

function ChannelForm({ service, channel, onDone }: ChannelFormProps) {
  const trpc = useTRPC();
  const serviceFields: Readonly<Record<string, ServiceField>> = channelServices[service].fields;
  const [begunWith] = useState(channel?.version ?? 0);
  const [creationId] = useState(newClientId);
  const given = (values: Fields) =>
    Object.fromEntries(
      keysOf(serviceFields)
        .map((name) => [name, String(values[name] ?? "").trim()] as const)
        .filter(([, value]) => value !== ""),
    );
  const fields = useForm<Fields>({
    schema: channelFormSchema(service, channel),
    toInput: ({ name, user, quiet, ...values }) => ({ name, quiet, ...given({ name, user, quiet, ...values }) }),
    initial: {
      name: channel?.name ?? "",
      user: channel?.user ? { id: channel.user.id, label: channel.user.name } : null,
      quiet: channel?.quiet ?? usualQuiet,
      ...recordOf(keysOf(serviceFields), (name) => channel?.values[name] ?? ""),
    },
  });
  const options = { refreshes: ["channel"] as const, onSuccess: onDone, onRefused: fields.showRefusal };
  const create = useMutate(trpc.channel.create.mutationOptions(), { ...options, success: "Kanal angelegt." });
  const update = useMutate(trpc.channel.update.mutationOptions(), { ...options, success: "Gespeichert." });
  const save = () => {
    const { name, user, quiet } = fields.values;
    const body = { name, userId: user?.id ?? null, quiet, values: given(fields.values) };
    if (channel) update.mutate({ params: { id: channel.id }, body, version: begunWith });
    else create.mutate({ body: { ...body, service }, creationId });
  };
  return (
    <FieldsForm
      fields={fields}
      submitLabel={channel ? "Speichern" : "Anlegen"}
      busyLabel="Speichert …"
      isBusy={create.isPending || update.isPending}
      onSubmit={save}
      onCancel={onDone}
    >
      <Field label="Name" errors={fields.errorsOf("name")}>
        <TextInput {...fields.control("name")} placeholder="Betrieb" autoComplete="off" />
      </Field>
      <ServiceInputs service={serviceFields} known={kept(service, channel, fields.values)} fields={fields} />
      <Field
        label="Gehört einer Person"
        mark="optional"
        hint="Dann kommt, was sie für sich unter „Messenger“ gewählt hat. Ohne Person ist es ein Kanal des Teams, und die Regeln sagen, was kommt."
        errors={fields.errorsOf("userId")}
      >
        <RelationPicker to="user" value={fields.values.user} onChange={(user) => fields.change("user", user)} />
      </Field>
      {!fields.values.user && (
        <QuietFields quiet={fields.values.quiet} onChange={(quiet) => fields.change("quiet", quiet)} />
      )}
    </FieldsForm>
  );
}

/** The secrets that an empty field keeps. */
const kept = (service: ChannelServiceName, channel: Channel | undefined, given: object) =>
  keptSecrets(channelServices[service], channel?.secrets ?? [], {
    given: { ...given },
    before: channel?.values ?? {},
  });

/** The sentences of the contract, by the fields of the service. */
function channelFormSchema(service: ChannelServiceName, channel: Channel | undefined) {
  const { name, quiet } = channelBody.shape;
  return z.looseObject({ name, quiet }).superRefine(({ name: _, quiet: __, ...values }, issues) => {
    const known = kept(service, channel, values);
    const problems = serviceProblems(channelServices[service], values as Record<string, string>, known);
    for (const [field, [message = ""]] of entriesOf(problems))
      issues.addIssue({ code: "custom", path: [field], message });
  });
}

function QuietFields({ quiet, onChange }: { quiet: ChannelQuiet; onChange: (quiet: ChannelQuiet) => void }) {
  const change = (part: Partial<ChannelQuiet>) => onChange({ ...quiet, ...part });
  return (
    <div className="grid gap-2 text-ui">
      <Checkbox
        label="Ruhezeiten einhalten"
        checked={quiet.isOn}
        onChange={({ target }) => change({ isOn: target.checked })}
      />
      {quiet.isOn && (
        <>
          <div className="flex flex-wrap gap-4">
            <Field label="Von" className="w-[132px]">
              <TimeInput required value={quiet.from} onCommit={(from) => change({ from: from || quiet.from })} />
            </Field>
            <Field label="Bis" className="w-[132px]">
              <TimeInput required value={quiet.to} onCommit={(to) => change({ to: to || quiet.to })} />
            </Field>
          </div>
          <Checkbox
            label="Ganztags an Tagen, an denen die Agentur nicht arbeitet"
            checked={quiet.weekend}
            onChange={({ target }) => change({ weekend: target.checked })}
          />
          <Checkbox
            label="Kritisches trotzdem"
            checked={quiet.criticalAnyway}
            onChange={({ target }) => change({ criticalAnyway: target.checked })}
          />
        </>
      )}
    </div>
  );
}
