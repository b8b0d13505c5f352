import type { InputHTMLAttributes } from "react";
import type { Declaration } from "../../../../contract/records/declaration.ts";
import type { Field } from "../../../../contract/records/fields.ts";
import { textOf } from "../../../../contract/records/read-value.ts";
import type { TextFormat } from "../../../../contract/values/format-lengths.ts";
import { DateInput } from "../../../lib/form/date-input.tsx";
import { TextArea } from "../../../ui/form/text-area.tsx";
import { TextInput } from "../../../ui/form/text-input.tsx";
import { formValueOf, inputOf } from "../form-value.ts";
import { MarkdownControl } from "./markdown-control.tsx";
import { SuggestingInput } from "./suggesting-input.tsx";

type Attributes = InputHTMLAttributes<HTMLInputElement>;

const asIs: Attributes = { autoCapitalize: "none", autoCorrect: "off", spellCheck: false };
/** A field as long as what it holds. */
const medium = "max-w-[280px]";
const url: Attributes = { ...asIs, type: "url", inputMode: "url", placeholder: "https://" };

/**
 * How a text of this form is typed: the keyboard of a phone and what stays uncorrected. Nothing completes from the
 * person's own address book, because a record is never about them.
 */
const textAttributes: Record<TextFormat, Attributes> = {
  plain: {},
  url: url,
  vaultLink: url,
  hostname: { ...asIs, inputMode: "url" },
  domain: { ...asIs, inputMode: "url" },
  ip: asIs,
  email: { ...asIs, type: "email", inputMode: "email" },
  phone: { type: "tel", inputMode: "tel", className: medium },
  vatId: { ...asIs, autoCapitalize: "characters", className: medium },
  zip: { inputMode: "text", spellCheck: false, className: "max-w-[140px]" },
  country: { placeholder: "z. B. Deutschland", className: medium },
  serial: { ...asIs, autoCapitalize: "characters" },
  imei: { ...asIs, inputMode: "numeric", className: medium },
  mac: { ...asIs, autoCapitalize: "characters", placeholder: "AA:BB:CC:DD:EE:FF" },
  color: asIs,
};

interface TextControlProps {
  field: Field;
  name: string;
  value: string;
  onChange: (value: string) => void;
  onBlur?: (() => void) | undefined;
  autoFocus?: boolean | undefined;
}

/** One line: text in all its formats, a date, a number with its unit or an amount. */
export function LineControl({
  declaration,
  field,
  onChange,
  ...rest
}: TextControlProps & { declaration: Declaration }) {
  const control = {
    ...rest,
    autoComplete: "off",
    onChange: (event: { target: { value: string } }) => onChange(event.target.value),
  };
  if (field.kind === "date") return <DateInput {...rest} onChange={onChange} className="max-w-[200px]" />;
  if (field.kind === "money") return <MoneyInput {...control} field={field} onChange={onChange} />;
  if (field.kind === "integer")
    return (
      <span className="flex items-center gap-2">
        <TextInput {...control} inputMode="numeric" className="num max-w-[160px]" />
        {field.unit && !field.label.includes(field.unit) && <span className="text-ui text-text-2">{field.unit}</span>}
      </span>
    );
  if (field.kind !== "text") return null;
  const attributes = textAttributes[field.format];
  if (field.format === "color") return <ColorInput {...rest} field={field} onChange={onChange} />;
  if (field.suggest) return <SuggestingInput {...attributes} {...control} declaration={declaration} />;
  return <TextInput {...attributes} {...control} />;
}

const noColor = "#000000";

/** A colour is chosen by eye, or pasted from a style guide. */
function ColorInput({ field, value, onChange, ...rest }: TextControlProps) {
  return (
    <span className="flex items-center gap-2">
      <input
        type="color"
        aria-label={`${field.label} aussuchen`}
        value={/^#[0-9a-f]{6}$/i.test(value) ? value : noColor}
        onChange={(event) => onChange(event.target.value)}
        className="h-9 w-11 flex-none cursor-pointer rounded-6 border border-control bg-surface p-1 max-md:h-11"
      />
      <TextInput
        {...textAttributes.color}
        {...rest}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        autoComplete="off"
        className="max-w-[148px] font-mono"
      />
    </span>
  );
}

/** Takes an amount as people write it and puts it into order when the field is left. */
function MoneyInput({ field, value, onChange, onBlur, ...rest }: TextControlProps) {
  const inOrder = () => {
    const cents = inputOf(field, value);
    if (typeof cents === "number" && !Number.isNaN(cents)) onChange(textOf(formValueOf(field, cents)));
    onBlur?.();
  };
  return (
    <TextInput
      {...rest}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      onBlur={inOrder}
      inputMode="decimal"
      autoComplete="off"
      placeholder="0,00"
      className="num max-w-[200px]"
      trailing={
        <span aria-hidden="true" className="pr-2.5 text-text-3">
          €
        </span>
      }
    />
  );
}

/** Several lines: one value each, or running text. */
export function LinesControl({ field, onChange, ...rest }: TextControlProps) {
  const isProse = field.kind === "markdown";
  const attributes = field.kind === "texts" ? textAttributes[field.format] : {};
  const { spellCheck, autoCapitalize, inputMode } = attributes;
  const area = (
    <TextArea
      {...rest}
      {...(isProse ? {} : { spellCheck, autoCapitalize, inputMode, className: "font-mono text-ui" })}
      rows={isProse ? 6 : 3}
      onChange={(event) => onChange(event.target.value)}
    />
  );
  if (!isProse) return area;
  return (
    <MarkdownControl label={field.label} value={rest.value}>
      {area}
    </MarkdownControl>
  );
}
