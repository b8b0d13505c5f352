import { type FormEvent, type ReactNode, useState } from "react";
import type { TermType } from "../../../contract/terms/term-types.ts";
import { readDate } from "../../../contract/time/calendar-date.ts";
import { readMoney } from "../../../contract/values/amount.ts";
import { DateInput } from "../../lib/form/date-input.tsx";
import { portalToday } from "../../lib/time/portal-clock.ts";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/form/field.tsx";
import { TextInput } from "../../ui/form/text-input.tsx";
import { DialogFooter } from "../../ui/overlays/dialog-footer.tsx";
import type { ChosenEnd, ChosenPrice } from "./term-dialogs.tsx";

interface FormProps<Chosen> {
  onSubmit: (chosen: Chosen) => void;
  onCancel: () => void;
}

/** The last day of what is cancelled, and why. */
export function EndForm({ onSubmit, onCancel }: FormProps<ChosenEnd>) {
  const [day, setDay] = useState("");
  const [reason, setReason] = useState("");
  const [isTried, setTried] = useState(false);
  const problem = problemOf(day);
  const submit = () => {
    setTried(true);
    if (problem) return;
    onSubmit({ decision: "cancel", ...(day && { effectiveOn: day }), ...(reason.trim() && { reason: reason.trim() }) });
  };
  return (
    <Frame submitLabel="Gekündigt" onSubmit={submit} onCancel={onCancel}>
      <Field
        label="Ende"
        mark="optional"
        hint="Leer: das nächste Ende, zu dem sich noch kündigen lässt."
        errors={isTried && problem ? [`Ende: ${problem}`] : []}
      >
        <DateInput value={day} onChange={setDay} />
      </Field>
      <ReasonField value={reason} onChange={setReason} />
    </Frame>
  );
}

const hasPrice: Record<TermType, boolean> = { contract: true, domain: true, host: false, device: false };
const hasCost: Record<TermType, boolean> = { contract: false, domain: true, host: true, device: true };

/** What something brings and costs from a day on. */
export function PriceForm({ type, onSubmit, onCancel }: FormProps<ChosenPrice> & { type: TermType }) {
  const [day, setDay] = useState(() => portalToday());
  const [price, setPrice] = useState("");
  const [cost, setCost] = useState("");
  const [reason, setReason] = useState("");
  const [isTried, setTried] = useState(false);
  const dayProblem = day ? problemOf(day) : "Pflichtfeld.";
  const [readPrice, readCost] = [readAmount(price), readAmount(cost)];
  const isEmpty = !price.trim() && !cost.trim();
  const submit = () => {
    setTried(true);
    if (dayProblem || isEmpty || "problem" in readPrice || "problem" in readCost) return;
    onSubmit({
      fromOn: day,
      ...(readPrice.value !== undefined && { priceCents: readPrice.value }),
      ...(readCost.value !== undefined && { costCents: readCost.value }),
      ...(reason.trim() && { reason: reason.trim() }),
    });
  };
  const errorsOf = (label: string, reading: Amount) => {
    if (!isTried) return [];
    if ("problem" in reading) return [`${label}: ${reading.problem}`];
    return isEmpty ? [`${label}: Bitte einen Betrag angeben.`] : [];
  };
  return (
    <Frame submitLabel="Preis speichern" onSubmit={submit} onCancel={onCancel}>
      <Field label="Gilt ab" errors={isTried && dayProblem ? [`Gilt ab: ${dayProblem}`] : []}>
        <DateInput value={day} onChange={setDay} />
      </Field>
      {hasPrice[type] && (
        <Field label="Verkauf" errors={errorsOf("Verkauf", readPrice)}>
          <TextInput inputMode="decimal" value={price} onChange={(event) => setPrice(event.target.value)} />
        </Field>
      )}
      {hasCost[type] && (
        <Field label="Einkauf" errors={errorsOf("Einkauf", readCost)}>
          <TextInput inputMode="decimal" value={cost} onChange={(event) => setCost(event.target.value)} />
        </Field>
      )}
      <ReasonField value={reason} onChange={setReason} />
    </Frame>
  );
}

type Amount = { value: number | undefined } | { problem: string };

function readAmount(text: string): Amount {
  if (!text.trim()) return { value: undefined };
  return readMoney(text);
}

function problemOf(day: string): string | undefined {
  const reading = day ? readDate(day) : undefined;
  return reading && "problem" in reading ? reading.problem : undefined;
}

function ReasonField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  return (
    <Field label="Grund" mark="optional">
      <TextInput maxLength={500} value={value} onChange={(event) => onChange(event.target.value)} />
    </Field>
  );
}

interface FrameProps {
  submitLabel: string;
  onSubmit: () => void;
  onCancel: () => void;
  children: ReactNode;
}

function Frame({ submitLabel, onSubmit, onCancel, children }: FrameProps) {
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // The dialog hangs in the tree of what opened it; a form around that must not take this for its own.
    event.stopPropagation();
    onSubmit();
  };
  return (
    <form onSubmit={submit} noValidate className="mt-[18px] grid gap-[18px]">
      {children}
      <DialogFooter onCancel={onCancel} className="mt-1">
        <Button type="submit" variant="primary">
          {submitLabel}
        </Button>
      </DialogFooter>
    </form>
  );
}
