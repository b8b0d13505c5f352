import { useId } from "react";
import { type FeedCategory, feedCategories, feedCategoryKeys } from "../../../contract/calendar-feeds.ts";
import { Checkbox } from "../../ui/checkbox.tsx";

interface CategoryBoxesProps {
  value: readonly FeedCategory[];
  errors: readonly string[];
  onChange: (categories: FeedCategory[]) => void;
}

/** What a feed has. */
export function CategoryBoxes({ value, errors, onChange }: CategoryBoxesProps) {
  const errorId = useId();
  const toggle = (category: FeedCategory, isOn: boolean) =>
    onChange(feedCategoryKeys.filter((known) => (known === category ? isOn : value.includes(known))));
  return (
    <fieldset aria-describedby={errors.length > 0 ? errorId : undefined} data-invalid={errors.length > 0 || undefined}>
      <legend className="text-ui font-medium">Inhalt</legend>
      <div className="mt-1.5 grid gap-x-4 text-ui md:grid-cols-2">
        {feedCategoryKeys.map((category) => (
          <Checkbox
            key={category}
            label={feedCategories[category]}
            checked={value.includes(category)}
            onChange={(event) => toggle(category, event.target.checked)}
          />
        ))}
      </div>
      {errors.length > 0 && (
        <p id={errorId} className="mt-1.5 text-meta text-bad-text">
          {errors.join(" ")}
        </p>
      )}
    </fieldset>
  );
}
