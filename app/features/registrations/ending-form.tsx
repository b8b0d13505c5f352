import type { EndingRow } from "../../../contract/registrations/endings.ts";
import { type EndingSettings, endingSettings } from "../../../contract/settings/domains.ts";
import { formatMoney, readMoney } from "../../../contract/values/amount.ts";
import { FieldsForm } from "../../lib/form/fields-form.tsx";
import { useForm } from "../../lib/form/form.tsx";
import { ChoiceSelect } from "../../ui/form/choice-select.tsx";
import { Field } from "../../ui/form/field.tsx";
import { TextInput } from "../../ui/form/text-input.tsx";

const expiries = {
  known: "Wie dem Portal bekannt",
  shown: "Die Registry nennt ein Ablaufdatum",
  hidden: "Die Registry nennt keines",
} as const;

const text = (value: number | null | undefined) => (typeof value === "number" ? String(value) : "");
const money = (cents: number | null | undefined) => (typeof cents === "number" ? formatMoney(cents) : "");

function toFields(ending: string, decided: EndingSettings | null) {
  const hides = decided?.hidesExpiry ?? null;
  return {
    ending,
    periodMonths: text(decided?.periodMonths),
    noticeDays: text(decided?.noticeDays),
    costCents: money(decided?.costCents),
    priceCents: money(decided?.priceCents),
    rdap: decided?.rdap ?? "",
    whois: decided?.whois ?? "",
    paceMs: text(decided?.paceMs),
    hidesExpiry: (hides === null ? "known" : hides ? "hidden" : "shown") as keyof typeof expiries,
  };
}
type Fields = ReturnType<typeof toFields>;

function toInput(fields: Fields) {
  const { hidesExpiry } = fields;
  const numberOf = (typed: string) => (typed.trim() ? Number(typed) : null);
  const centsOf = (typed: string) => {
    const reading = typed.trim() ? readMoney(typed) : undefined;
    return reading ? ("value" in reading ? reading.value : Number.NaN) : null;
  };
  return {
    ending: fields.ending,
    rdap: fields.rdap.trim() || null,
    whois: fields.whois.trim() || null,
    periodMonths: numberOf(fields.periodMonths),
    noticeDays: numberOf(fields.noticeDays),
    costCents: centsOf(fields.costCents),
    priceCents: centsOf(fields.priceCents),
    paceMs: numberOf(fields.paceMs),
    hidesExpiry: hidesExpiry === "known" ? null : hidesExpiry === "hidden",
  };
}

interface EndingFormProps {
  /** Absent for one that is added. */
  row?: Pick<EndingRow, "ending" | "decided"> | undefined;
  /** The endings that have something of their own: adding one again would replace it unseen. */
  taken: readonly string[];
  isBusy: boolean;
  onSubmit: (decided: EndingSettings) => void;
  onCancel: () => void;
}

/** What is usual for the domains of an ending, and how its registry is asked. */
export function EndingForm({ row, taken, isBusy, onSubmit, onCancel }: EndingFormProps) {
  const initial = toFields(row?.ending ?? "", row?.decided ?? null);
  const schema = row
    ? endingSettings
    : endingSettings.refine(({ ending }) => !taken.includes(ending), {
        path: ["ending"],
        error: "Endung: Sie steht schon in der Liste; dort lässt sie sich bearbeiten.",
      });
  const fields = useForm<Fields>({ schema, initial, toInput });
  return (
    <FieldsForm
      fields={fields}
      submitLabel="Speichern"
      busyLabel="Speichert …"
      isBusy={isBusy}
      onSubmit={() => onSubmit(endingSettings.parse(toInput(fields.values)))}
      onCancel={onCancel}
    >
      {!row && (
        <Field label="Endung" errors={fields.errorsOf("ending")}>
          <TextInput {...fields.control("ending")} placeholder="co.at" autoCapitalize="none" spellCheck={false} />
        </Field>
      )}
      <p className="text-ui text-text-2">Für neue Domains, wo weder du noch das Registrar-Konto etwas anderes sagt:</p>
      <div className="grid grid-cols-2 gap-x-4 gap-y-[18px]">
        <Field label="Laufzeit (Monate)" errors={fields.errorsOf("periodMonths")}>
          <TextInput {...fields.control("periodMonths")} inputMode="numeric" placeholder="12" />
        </Field>
        <Field label="Kündigungsfrist (Tage)" errors={fields.errorsOf("noticeDays")}>
          <TextInput {...fields.control("noticeDays")} inputMode="numeric" />
        </Field>
        <Field label="Einkauf/Jahr" errors={fields.errorsOf("costCents")}>
          <TextInput {...fields.control("costCents")} inputMode="decimal" />
        </Field>
        <Field label="Verkauf/Jahr" errors={fields.errorsOf("priceCents")}>
          <TextInput {...fields.control("priceCents")} inputMode="decimal" />
        </Field>
      </div>
      <p className="text-ui text-text-2">Auskunft der Registry; leer ist, was das Portal kennt:</p>
      <Field label="RDAP-Server" errors={fields.errorsOf("rdap")}>
        <TextInput {...fields.control("rdap")} placeholder="https://rdap.denic.de/" spellCheck={false} />
      </Field>
      <div className="grid grid-cols-2 gap-x-4 gap-y-[18px]">
        <Field label="WHOIS-Server" errors={fields.errorsOf("whois")}>
          <TextInput {...fields.control("whois")} placeholder="whois.nic.at" spellCheck={false} />
        </Field>
        <Field label="Abstand (ms)" errors={fields.errorsOf("paceMs")}>
          <TextInput {...fields.control("paceMs")} inputMode="numeric" placeholder="1500" />
        </Field>
      </div>
      <Field label="Ablaufdatum">
        <ChoiceSelect
          labels={expiries}
          value={fields.values.hidesExpiry}
          onChange={(hidesExpiry) => fields.change("hidesExpiry", hidesExpiry)}
        />
      </Field>
    </FieldsForm>
  );
}
