import { useState } from "react";
import { feedback, feedbackAreas } from "../../../../contract/feedback/feedback.ts";
import type { Ref } from "../../../../contract/records/fields.ts";
import type { useForm } from "../../../lib/form/form.tsx";
import { MarkdownControl } from "../../../records/form/controls/markdown-control.tsx";
import { RelationPicker } from "../../../records/form/controls/relation-picker.tsx";
import { Field } from "../../../ui/form/field.tsx";
import { Segment } from "../../../ui/form/segment.tsx";
import { Select } from "../../../ui/form/select.tsx";
import { TextArea } from "../../../ui/form/text-area.tsx";
import type { FeedbackValues } from "./feedback-form.tsx";
import type { Target } from "./page-context.ts";

type Form = ReturnType<typeof useForm<FeedbackValues>>;

interface ContentFieldsProps {
  form: Pick<Form, "control" | "errorsOf"> & {
    values: FeedbackValues;
    change(name: Target, value: Ref | null): void;
  };
  rows: number;
}

/** Where in the portal, what there is to say, and what it is about: the same when feedback is given and when it is changed. */
export function ContentFields({ form, rows }: ContentFieldsProps) {
  const { area, description } = feedback.fields;
  return (
    <>
      <Field label={area.label} errors={form.errorsOf("area")}>
        <Select {...form.control("area")}>
          {Object.entries(feedbackAreas).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
      </Field>
      <Field
        label={description.label}
        {...(form.values.kind !== "bug" && { mark: "optional" })}
        errors={form.errorsOf("description")}
      >
        <MarkdownControl label={description.label} value={form.values.description}>
          <TextArea rows={rows} maxLength={10_000} {...form.control("description")} />
        </MarkdownControl>
      </Field>
      <TargetField values={form.values} onChange={form.change} />
    </>
  );
}

interface TargetFieldProps {
  values: Pick<FeedbackValues, Target>;
  onChange: (name: Target, value: Ref | null) => void;
}

const targets = [
  { value: "websiteId", label: "Website" },
  { value: "customerId", label: "Kunde" },
  { value: "pageId", label: "Wiki-Seite" },
] as const;
const types = { websiteId: "website", customerId: "customer", pageId: "page" } as const;

/** The one thing that feedback is about, where it is about one. */
function TargetField({ values, onChange }: TargetFieldProps) {
  const filled = targets.find(({ value }) => values[value])?.value;
  const [chosen, setChosen] = useState<Target>("websiteId");
  const target = filled ?? chosen;
  const choose = (next: Target) => {
    setChosen(next);
    for (const { value } of targets) if (values[value]) onChange(value, null);
  };
  return (
    <div>
      <Field key={target} label="Betrifft" mark="optional">
        <RelationPicker to={types[target]} value={values[target]} onChange={(ref) => onChange(target, ref)} />
      </Field>
      <Segment
        className="mt-1.5"
        size="sm"
        label="Was es betrifft"
        options={targets}
        value={target}
        onChange={choose}
      />
    </div>
  );
}
