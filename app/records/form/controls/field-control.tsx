import type { ReactNode } from "react";
import type { Declaration } from "../../../../contract/records/declaration.ts";
import type { Field as RecordField, Ref, TagRef } from "../../../../contract/records/fields.ts";
import { fieldNamed, linksOf, refOf, tagsOf, textOf, textsOf } from "../../../../contract/records/read-value.ts";
import { Checkbox } from "../../../ui/form/checkbox.tsx";
import { Field } from "../../../ui/form/field.tsx";
import type { FormValue } from "../form-value.ts";
import { ChoiceControl, ChoicesControl, isSegment } from "./choice-control.tsx";
import { FieldGroup } from "./field-group.tsx";
import { LinksControl } from "./links-control.tsx";
import { RelationPicker, RelationsPicker } from "./relation-picker.tsx";
import { LineControl, LinesControl } from "./text-control.tsx";

export interface FieldControlProps {
  declaration: Declaration;
  name: string;
  value: FormValue;
  onChange: (value: FormValue) => void;
  onBlur?: () => void;
  errors?: readonly string[];
  /** Stands behind the label, as „optional“ does. */
  mark?: string;
  /** Stands below the control in place of the declared hint. */
  note?: ReactNode;
  autoFocus?: boolean;
}

/** The labelled control of one field of a declaration, whatever its kind. */
export function FieldControl(props: FieldControlProps) {
  const { declaration, name, errors = [], mark, note } = props;
  const field = fieldNamed(declaration.fields, name);
  const hint = note ?? field.hint ?? (field.kind === "texts" ? "Eine Angabe je Zeile." : undefined);
  if (field.kind === "flag") return <FlagControl {...props} />;
  if (field.kind === "choices")
    return (
      <FieldGroup label={field.label} mark={mark} hint={hint} errors={errors}>
        <ChoicesControl name={name} field={field} value={textsOf(props.value)} onChange={props.onChange} />
      </FieldGroup>
    );
  if (field.kind === "links")
    return (
      <FieldGroup label={field.label} mark={mark} hint={hint} errors={errors}>
        <LinksControl field={field} value={linksOf(props.value)} onChange={props.onChange} />
      </FieldGroup>
    );
  if (field.kind === "choice" && isSegment(field))
    return (
      <FieldGroup hint={hint} errors={errors}>
        <p aria-hidden="true" className="mb-1.5 text-ui font-medium">
          {field.label}
        </p>
        <OneControl {...props} field={field} />
      </FieldGroup>
    );
  return (
    <Field label={field.label} mark={mark ?? (field.auto ? "automatisch" : undefined)} hint={hint} errors={errors}>
      <OneControl {...props} field={field} />
    </Field>
  );
}

function OneControl({ declaration, field, name, value, ...rest }: FieldControlProps & { field: RecordField }) {
  const { onChange, onBlur, autoFocus } = rest;
  const events = { onBlur, autoFocus };
  if (field.kind === "relation")
    return <RelationPicker {...events} name={name} to={field.to} value={refOf(value)} onChange={onChange} canCreate />;
  if (field.kind === "tags")
    return (
      <RelationsPicker
        {...events}
        name={name}
        to="tag"
        value={tagsOf(value).map((tag) => ({ ...tag, label: tag.name }))}
        onChange={(refs) => onChange(refs.map((ref) => tagOf(ref, tagsOf(value))))}
        canCreate
      />
    );
  if (field.kind === "choice")
    return <ChoiceControl {...events} name={name} field={field} value={textOf(value)} onChange={onChange} />;
  if (field.kind === "texts" || field.kind === "markdown")
    return <LinesControl {...events} name={name} field={field} value={textOf(value)} onChange={onChange} />;
  return (
    <LineControl
      {...events}
      declaration={declaration}
      name={name}
      field={field}
      value={textOf(value)}
      onChange={onChange}
    />
  );
}

function tagOf({ label, ...ref }: Ref, known: readonly TagRef[]): TagRef {
  return known.find(({ id }) => id === ref.id) ?? { ...ref, name: label, color: null };
}

/** A checkbox carries its own label; what is wrong or explains it stands below. */
function FlagControl({ declaration, name, value, onChange, onBlur, errors = [], note, autoFocus }: FieldControlProps) {
  const field = fieldNamed(declaration.fields, name);
  return (
    <FieldGroup hint={note ?? field.hint} errors={errors}>
      <Checkbox
        name={name}
        label={field.label}
        checked={value === true}
        onChange={(event) => onChange(event.target.checked)}
        onBlur={onBlur}
        autoFocus={autoFocus}
      />
    </FieldGroup>
  );
}
