import { ChevronRight } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { fieldNamed } from "../../../contract/records/read-value.ts";
import { isShown } from "../../../contract/records/shown-when.ts";
import { cx } from "../../ui/cx.ts";
import { Icon } from "../../ui/icon.tsx";
import { Section } from "../../ui/section.tsx";
import { isEmptyValue } from "../values/empty-value.ts";
import { FieldControl } from "./controls/field-control.tsx";
import { type FormPart, namesOf } from "./layout.ts";
import type { RecordFormState } from "./use-record-form.ts";

interface FieldListProps {
  form: RecordFormState;
  names: readonly string[];
  autoFocus?: boolean;
  /** What stands below the control of a field beside its errors. */
  noteOf: (name: string) => ReactNode;
}

/** Controls one below the other. What is said is the exception: „optional“ among required ones, else „Pflichtfeld“. */
export function FieldList({ form, names: all, autoFocus = false, noteOf }: FieldListProps) {
  const fields = form.declaration.fields;
  const names = all.filter((name) => isShown(fieldNamed(fields, name), form.values));
  const isOptional = (name: string) => {
    const field = fieldNamed(fields, name);
    return !field.required && !field.shownWhen?.required && !field.auto && field.kind !== "flag";
  };
  const optional = names.filter(isOptional);
  const saysOptional = optional.length <= names.length / 2;
  const markOf = (name: string) => {
    if (isOptional(name)) return saysOptional ? "optional" : undefined;
    return saysOptional || !isAwaited(name) ? undefined : "Pflichtfeld";
  };
  const isAwaited = (name: string) => !isOptional(name) && !fields[name]?.auto && isEmptyValue(form.initial[name]);
  const focused = autoFocus
    ? (names.find((name) => isAwaited(name) && isShown(fieldNamed(fields, name), form.initial)) ?? names[0])
    : undefined;
  return (
    <div className="grid gap-[18px]">
      {names.map((name) => (
        <FieldControl
          key={name}
          declaration={form.declaration}
          name={name}
          value={form.values[name] ?? null}
          onChange={(value) => form.change(name, value)}
          onBlur={() => form.check(name)}
          errors={form.errorsOf(name)}
          mark={markOf(name)}
          note={noteOf(name)}
          autoFocus={name === focused}
        />
      ))}
    </div>
  );
}

interface PartListProps extends Omit<FieldListProps, "names"> {
  parts: readonly FormPart[];
}

export function PartList({ parts, ...rest }: PartListProps) {
  const isSaid = ({ title, names: [name, ...others] }: FormPart) =>
    name !== undefined && others.length === 0 && fieldNamed(rest.form.declaration.fields, name).label === title;
  return parts.map(({ title, names }) => (
    <Section key={title} title={title}>
      {/* A heading that says the same is the label of a field that stands alone. */}
      <div className={cx("pt-4", isSaid({ title, names }) && "[&_label]:sr-only")}>
        <FieldList {...rest} names={names} />
      </div>
    </Section>
  ));
}

/** The part of a short form that most people leave as it is; it opens by itself when something in it is wrong or comes from a draft. */
export function MoreParts(props: PartListProps) {
  const { form, parts } = props;
  const [isOpen, setOpen] = useState(false);
  const edited = form.edited();
  const isNeeded = namesOf(parts).some((name) => edited.includes(name) || form.errorsOf(name).length > 0);
  useEffect(() => {
    if (isNeeded) setOpen(true);
  }, [isNeeded]);
  if (parts.length === 0) return null;
  return (
    <div className="mt-7">
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        className="-ml-1 flex min-h-8 items-center gap-1.5 rounded-6 pl-1 pr-2 text-section hover:bg-tint-7 max-md:min-h-11"
      >
        <Icon of={ChevronRight} className={cx("text-text-3 transition-transform", isOpen && "rotate-90")} />
        Weitere Angaben
      </button>
      <div hidden={!isOpen} className="mt-4">
        <PartList {...props} />
      </div>
    </div>
  );
}
