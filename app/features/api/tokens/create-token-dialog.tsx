import { Plus } from "lucide-react";
import { type ApiScope, apiScopeNames, apiScopes } from "../../../../contract/api/scopes.ts";
import { type CreatedApiToken, tokenLifetimes } from "../../../../contract/api/tokens.ts";
import { createApiToken } from "../../../../contract/api/tokens-input.ts";
import { useTRPC } from "../../../lib/api/trpc.tsx";
import { useCreateOnce } from "../../../lib/api/use-create-once.ts";
import { FieldsForm } from "../../../lib/form/fields-form.tsx";
import { useForm } from "../../../lib/form/form.tsx";
import { Button } from "../../../ui/button.tsx";
import { Checkbox } from "../../../ui/form/checkbox.tsx";
import { Field } from "../../../ui/form/field.tsx";
import { Fieldset } from "../../../ui/form/fieldset.tsx";
import { Select } from "../../../ui/form/select.tsx";
import { TextInput } from "../../../ui/form/text-input.tsx";
import { OneTimeSecret } from "../../../ui/secrets/one-time-secret.tsx";
import { OneTimeSecretDialog } from "../../../ui/secrets/one-time-secret-dialog.tsx";

const lifetimeText = (days: number) => (days === 365 ? "1 Jahr" : `${days} Tage`);

interface Fields extends Record<string, unknown> {
  name: string;
  scopes: ApiScope[];
  days: string;
}

const empty: Fields = { name: "", scopes: [], days: "90" };
const toInput = ({ name, scopes, days }: Fields) => ({ name, scopes, days: Number(days) });

/** The button that makes a token, and its dialog: first what for, then the token, once. */
export function CreateTokenDialog() {
  return (
    <OneTimeSecretDialog<CreatedApiToken>
      trigger={
        <Button size="sm" icon={Plus} className="mb-1.5">
          Token erstellen
        </Button>
      }
      title="Token erstellen"
      ask={(done, close) => <CreateForm onCreated={done} onCancel={close} />}
      madeTitle="Token erstellt"
      show={({ token }, close) => (
        <OneTimeSecret
          label="Token"
          secret={token}
          warning="Kopiere es jetzt: Es wird nur dieses eine Mal gezeigt. Wer es kennt, handelt in deinem Namen."
          onDone={close}
        />
      )}
    />
  );
}

function CreateForm({ onCreated, onCancel }: { onCreated: (token: CreatedApiToken) => void; onCancel: () => void }) {
  const fields = useForm<Fields>({
    schema: createApiToken,
    initial: empty,
    toInput: (values) => toInput(values),
  });
  const { create, creationId } = useCreateOnce(useTRPC().apiToken.create.mutationOptions(), {
    feature: "apiToken",
    onCreated,
    showRefusal: fields.showRefusal,
  });
  return (
    <FieldsForm
      fields={fields}
      submitLabel="Erstellen"
      busyLabel="Erstellt …"
      isBusy={create.isPending}
      onSubmit={() => create.mutate({ ...toInput(fields.values), creationId })}
      onCancel={onCancel}
    >
      <Field label="Name" hint="Wofür es ist, etwa „Auswertung am Monatsende“." errors={fields.errorsOf("name")}>
        <TextInput {...fields.control("name")} autoComplete="off" />
      </Field>
      <ScopeBoxes
        value={fields.values.scopes}
        errors={fields.errorsOf("scopes")}
        onChange={(scopes) => fields.change("scopes", scopes)}
      />
      <Field label="Gültig" errors={fields.errorsOf("days")}>
        <Select {...fields.control("days")}>
          {tokenLifetimes.map((days) => (
            <option key={days} value={days}>
              {lifetimeText(days)}
            </option>
          ))}
        </Select>
      </Field>
    </FieldsForm>
  );
}

const areas = Object.entries(Object.groupBy(apiScopeNames, (scope) => scope.split(":")[0] ?? ""));

interface ScopeBoxesProps {
  value: readonly ApiScope[];
  errors: readonly string[];
  onChange: (scopes: ApiScope[]) => void;
}

/** What a token may be used for, a line for each area. */
function ScopeBoxes({ value, errors, onChange }: ScopeBoxesProps) {
  const toggle = (scope: ApiScope, isOn: boolean) =>
    onChange(apiScopeNames.filter((known) => (known === scope ? isOn : value.includes(known))));
  return (
    <Fieldset legend="Rechte" errors={errors}>
      {areas.map(([area, scopes]) => (
        <div key={area} className="mt-1.5 grid grid-cols-2 gap-x-4 text-ui max-[359px]:grid-cols-1">
          {scopes?.map((scope) => (
            <Checkbox
              key={scope}
              label={apiScopes[scope]}
              checked={value.includes(scope)}
              onChange={(event) => toggle(scope, event.target.checked)}
            />
          ))}
        </div>
      ))}
    </Fieldset>
  );
}
