import { feedback, feedbackAreas } from "../../../contract/feedback/feedback.ts";
import type { Ref } from "../../../contract/records/fields.ts";
import type { useForm } from "../../lib/form/form.tsx";
import { MarkdownControl } from "../../records/form/controls/markdown-control.tsx";
import { Field } from "../../ui/form/field.tsx";
import { Select } from "../../ui/form/select.tsx";
import { TextArea } from "../../ui/form/text-area.tsx";
import type { FeedbackValues } from "./feedback-form.tsx";
import type { Target } from "./page-context.ts";
import { TargetField } from "./target-field.tsx";

type Form = ReturnType<typeof useForm<FeedbackValues>>;

interface AreaAndWordsProps {
  form: Pick<Form, "control" | "errorsOf"> & {
    values: FeedbackValues;
    change(name: Target, value: Ref | null): void;
  };
  rows: number;
}

/** Where in the portal, what there is to say, and what it is about: the same when feedback is given and when it is changed. */
export function AreaAndWords({ form, rows }: AreaAndWordsProps) {
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
