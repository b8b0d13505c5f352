import { customers } from "../../../contract/customers/customers.ts";
import { similarityLabels } from "../../../contract/customers/similarity-labels.ts";
import { answersOf, type CustomerMatch, type DiscoveredUrl } from "../../../contract/discoveries/discoveries.ts";
import { isKeyOf } from "../../../contract/narrowing.ts";
import type { Ref } from "../../../contract/records/fields.ts";
import { countryName } from "../../../contract/values/postal-address.ts";
import { ChoiceControl } from "../../records/form/controls/choice-control.tsx";
import { RelationPicker } from "../../records/form/controls/relation-picker.tsx";
import { useRecordDialog } from "../../records/form/use-record-dialog.ts";
import { Button } from "../../ui/button.tsx";
import { Checkbox } from "../../ui/form/checkbox.tsx";
import { Field } from "../../ui/form/field.tsx";
import { Select } from "../../ui/form/select.tsx";
import { TextInput } from "../../ui/form/text-input.tsx";
import { type Choice, customerOf, hostOf, isRedirectWanted, newCustomerOf } from "./choices.ts";

interface UrlFormProps {
  discovered: DiscoveredUrl;
  choice: Choice | undefined;
  /** What was refused, by field. */
  fields: Readonly<Record<string, readonly string[]>>;
  onChoose: (change: Choice) => void;
  /** A host was created for the IP addresses of this URL. */
  onHost: (host: Ref) => void;
}

/** What is to become of a URL, to be corrected in place. */
export function UrlForm({ discovered, choice, fields, onChoose, onHost }: UrlFormProps) {
  const { proposal, url } = discovered;
  return (
    <div className="grid max-w-[560px] content-start gap-3">
      <Field label="Name der Website" errors={fields["website.name"] ?? []}>
        <TextInput
          value={choice?.name ?? proposal.name}
          autoComplete="off"
          onChange={({ target }) => onChoose({ name: target.value })}
        />
      </Field>
      <Field label="Adresse" errors={fields["website.url"] ?? []}>
        <TextInput
          value={choice?.url ?? url ?? ""}
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          onChange={({ target }) => onChoose({ url: target.value })}
        />
      </Field>
      {proposal.redirect && (
        <Checkbox
          label={`${proposal.redirect.label} als Weiterleitung anlegen`}
          checked={isRedirectWanted(discovered, choice)}
          onChange={({ target }) => onChoose({ isRedirectWanted: target.checked })}
        />
      )}
      <CustomerField discovered={discovered} choice={choice} fields={fields} onChoose={onChoose} />
      <HostField discovered={discovered} choice={choice} onChoose={onChoose} onHost={onHost} />
    </div>
  );
}

function CustomerField({ discovered, choice, fields, onChoose }: Omit<UrlFormProps, "onHost">) {
  const matches: readonly CustomerMatch[] = answersOf(discovered.steps).customer?.matches ?? [];
  const customer = customerOf(discovered, choice);
  const chosen = typeof customer === "object" ? customer : null;
  const isOther = chosen !== null && !matches.some(({ id }) => id === chosen.id);
  const change = (value: string) => {
    if (value === "none" || value === "new") return onChoose({ customer: value });
    const match = matches.find(({ id }) => id === value);
    onChoose({ customer: match ? { id: match.id, label: match.label } : { id: "", label: "" } });
  };
  return (
    <>
      <Field label="Kunde" errors={fields["website.customerId"] ?? []}>
        <Select
          value={isOther ? "other" : (chosen?.id ?? String(customer))}
          onChange={({ target }) => change(target.value)}
        >
          <option value="none">Ohne Kunde</option>
          {discovered.proposal.newCustomer && (
            <option value="new">Neu: {newCustomerOf(discovered, choice).name}</option>
          )}
          {matches.map(({ id, label, by }) => (
            <option key={id} value={id}>
              {label} ({similarityLabels[by]})
            </option>
          ))}
          <option value="other">Anderer Kunde …</option>
        </Select>
      </Field>
      {isOther && (
        <RelationPicker
          to="customer"
          label="Anderer Kunde"
          value={chosen?.id ? chosen : null}
          onChange={(picked) => onChoose({ customer: picked ?? { id: "", label: "" } })}
        />
      )}
      {customer === "new" && (
        <NewCustomer discovered={discovered} choice={choice} fields={fields} onChoose={onChoose} />
      )}
    </>
  );
}

const asked = [
  "name",
  "kind",
  "legalForm",
  "billingStreet",
  "billingZip",
  "billingCity",
  "billingCountry",
  "vatId",
  "registerCourt",
  "registerNo",
  "email",
  "phone",
];

/** The proposed customer; everything else about them can be added later. */
function NewCustomer({ discovered, choice, fields, onChoose }: Omit<UrlFormProps, "onHost">) {
  const values = newCustomerOf(discovered, choice);
  const source = answersOf(discovered.steps).imprint?.url;
  const change = (name: string, value: string) => onChoose({ newCustomer: { ...choice?.newCustomer, [name]: value } });
  return (
    <fieldset className="grid grid-cols-2 gap-3 border-l-2 pl-4 max-md:grid-cols-1">
      <legend className="sr-only">Neuer Kunde</legend>
      {asked.map((name) => (
        <Field
          key={name}
          label={isKeyOf(customers.fields, name) ? customers.fields[name].label : name}
          errors={fields[`customer.${name}`] ?? []}
          className={name === "name" || name === "billingStreet" ? "md:col-span-2" : ""}
        >
          {name === "kind" ? (
            <ChoiceControl
              name="kind"
              field={customers.fields.kind}
              value={values.kind ?? ""}
              onChange={(value) => change(name, value)}
            />
          ) : (
            <TextInput
              value={choice?.newCustomer?.[name] ?? shown(name, values[name])}
              autoComplete="off"
              onChange={({ target }) => change(name, target.value)}
            />
          )}
        </Field>
      ))}
      {source && (
        <p className="text-meta text-text-3 md:col-span-2">
          Vorschlag aus dem{" "}
          <a href={source} target="_blank" rel="noreferrer noopener" className="underline underline-offset-2">
            Impressum
          </a>
          . Bitte vor dem Anlegen prüfen.
        </p>
      )}
    </fieldset>
  );
}

/** The Impressum gives the code of a country; people read its name. */
const shown = (name: string, value = "") => (name === "billingCountry" && countryName(value)) || value;

function HostField({ discovered, choice, onChoose, onHost }: Omit<UrlFormProps, "fields">) {
  const openDialog = useRecordDialog();
  const answer = answersOf(discovered.steps).host;
  const host: Ref | null = hostOf(discovered, choice);
  const create = async () => {
    const saved = await openDialog("host", { prefill: { ips: answer?.ips ?? [] }, isBrief: true });
    if (saved) onHost({ id: saved.id, label: saved.title });
  };
  const hint = answer?.cdn
    ? `Hinter CDN (${answer.cdn}); der eigene Server ist von außen nicht zu sehen.`
    : answer?.ips.join(", ");
  return (
    <Field label="Hoster" hint={hint}>
      <RelationPicker to="host" value={host} onChange={(picked) => onChoose({ host: picked })} />
      {!host && answer && !answer.cdn && (
        <Button size="sm" variant="ghost" className="-ml-2.5 mt-1" onClick={() => void create()}>
          Hoster mit dieser IP-Adresse anlegen …
        </Button>
      )}
    </Field>
  );
}
