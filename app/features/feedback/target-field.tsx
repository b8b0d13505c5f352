import { useState } from "react";
import type { Ref } from "../../../contract/records/fields.ts";
import { RelationPicker } from "../../records/form/controls/relation-picker.tsx";
import { Field } from "../../ui/form/field.tsx";
import { Segment } from "../../ui/form/segment.tsx";
import type { FeedbackValues } from "./feedback-form.tsx";
import type { Target } from "./page-context.ts";

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
export function TargetField({ values, onChange }: TargetFieldProps) {
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
