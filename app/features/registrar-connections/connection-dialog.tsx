import { useState } from "react";
import { keptSecrets, serviceProblems } from "../../../contract/channels/channels-input.ts";
import { notTried, type ServiceField } from "../../../contract/channels/services.ts";
import { entriesOf, keysOf, recordOf } from "../../../contract/narrowing.ts";
import type { Ref } from "../../../contract/records/fields.ts";
import type { RegistrarConnection } from "../../../contract/registrar-connections/registrar-connections.ts";
import {
  type RegistrarCapabilities,
  type RegistrarServiceName,
  registrarServiceNames,
  registrarTraits,
} from "../../../contract/registrar-connections/services.ts";
import { z } from "../../../contract/zod.ts";
import { useMutate } from "../../lib/api/mutate.ts";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { FieldsForm } from "../../lib/form/fields-form.tsx";
import { useForm } from "../../lib/form/form.tsx";
import { ServiceInputs } from "../../lib/form/service-input.tsx";
import { newClientId } from "../../lib/new-client-id.ts";
import { RelationPicker } from "../../records/form/controls/relation-picker.tsx";
import { ChoiceSelect } from "../../ui/form/choice-select.tsx";
import { Field } from "../../ui/form/field.tsx";
import { Dialog } from "../../ui/overlays/dialog.tsx";

interface ConnectionDialogProps {
  /** The one to be changed; without it a new one is made. */
  connection?: RegistrarConnection;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

const serviceLabels = recordOf(registrarServiceNames, (name) => registrarTraits(name).label);
const capabilityLabels: Record<keyof RegistrarCapabilities, string> = {
  domains: "Domains",
  dates: "Laufzeiten",
  zones: "DNS-Zonen",
  prices: "Preise",
};

/** Which registrar an account lies at, and what asking it needs to know. */
export function ConnectionDialog({ connection, open, onOpenChange }: ConnectionDialogProps) {
  const [service, setService] = useState<RegistrarServiceName>(connection?.service ?? "inwx");
  const { label, text, capabilities } = registrarTraits(service);
  const told = keysOf(capabilityLabels).filter((name) => capabilities[name]);
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      width={560}
      title={connection ? `${connection.account.label} bearbeiten` : "Registrar verbinden"}
    >
      {!connection && (
        <Field label="Registrar" className="mt-[18px]">
          <ChoiceSelect labels={serviceLabels} value={service} onChange={setService} />
        </Field>
      )}
      <p className="mt-2 text-ui text-text-2">
        {text} Nennt: {told.map((name) => capabilityLabels[name]).join(", ")}.
      </p>
      <p className="mt-1 text-meta text-text-3">
        {label}: {notTried}.
      </p>
      <ConnectionForm key={service} service={service} connection={connection} onDone={() => onOpenChange(false)} />
    </Dialog>
  );
}

interface ConnectionFormProps {
  service: RegistrarServiceName;
  connection: RegistrarConnection | undefined;
  onDone: () => void;
}

function ConnectionForm({ service, connection, onDone }: ConnectionFormProps) {
  const trpc = useTRPC();
  const serviceFields: Readonly<Record<string, ServiceField>> = registrarTraits(service).fields;
  const [begunWith] = useState(connection?.version ?? 0);
  const [creationId] = useState(newClientId);
  const given = (values: Record<string, unknown>) =>
    Object.fromEntries(
      keysOf(serviceFields)
        .map((name) => [name, String(values[name] ?? "").trim()] as const)
        .filter(([, value]) => value !== ""),
    );
  const fields = useForm<Record<string, unknown>>({
    schema: formSchema(service, connection),
    toInput: ({ account, ...values }) => ({ registrarAccountId: (account as Ref | null)?.id ?? "", ...given(values) }),
    initial: {
      account: connection?.account ?? null,
      ...recordOf(keysOf(serviceFields), (name) => connection?.values[name] ?? ""),
    },
  });
  const options = { refreshes: ["registrarConnection"] as const, onSuccess: onDone, onRefused: fields.showRefusal };
  const create = useMutate(trpc.registrarConnection.create.mutationOptions(), {
    ...options,
    success: "Registrar verbunden.",
  });
  const update = useMutate(trpc.registrarConnection.update.mutationOptions(), { ...options, success: "Gespeichert." });
  const account = fields.values.account as Ref | null;
  const save = () => {
    const values = given(fields.values);
    if (connection) update.mutate({ params: { id: connection.id }, body: { values }, version: begunWith });
    else create.mutate({ body: { service, registrarAccountId: account?.id ?? "", values }, creationId });
  };
  return (
    <FieldsForm
      fields={fields}
      submitLabel={connection ? "Speichern" : "Verbinden"}
      busyLabel="Speichert …"
      isBusy={create.isPending || update.isPending}
      onSubmit={save}
      onCancel={onDone}
    >
      {!connection && (
        <Field
          label="Konto"
          hint="Das Registrar-Konto, unter dem die Domains im Portal stehen."
          errors={fields.errorsOf("registrarAccountId")}
        >
          <RelationPicker
            to="registrarAccount"
            value={account}
            canCreate
            onChange={(chosen) => fields.change("account", chosen)}
          />
        </Field>
      )}
      <ServiceInputs service={serviceFields} known={kept(service, connection, fields.values)} fields={fields} />
    </FieldsForm>
  );
}

/** The secrets that an empty field keeps. */
const kept = (service: RegistrarServiceName, connection: RegistrarConnection | undefined, given: object) =>
  keptSecrets(registrarTraits(service), connection?.secrets ?? [], {
    given: { ...given },
    before: connection?.values ?? {},
  });

/** The sentences of the contract, by the fields of the service. */
function formSchema(service: RegistrarServiceName, connection: RegistrarConnection | undefined) {
  return z.looseObject({ registrarAccountId: z.string() }).superRefine(({ registrarAccountId, ...values }, issues) => {
    if (!connection && registrarAccountId === "")
      issues.addIssue({ code: "custom", path: ["registrarAccountId"], message: "Konto: Pflichtfeld." });
    const known = kept(service, connection, values);
    const problems = serviceProblems(registrarTraits(service), values as Record<string, string>, known);
    for (const [field, [message = ""]] of entriesOf(problems))
      issues.addIssue({ code: "custom", path: [field], message });
  });
}
