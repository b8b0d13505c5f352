import {
  type FeedCategory,
  feedCategories,
  feedCategoryKeys,
} from "../../../contract/calendar-feeds/calendar-feeds.ts";
import { Checkbox } from "../../ui/form/checkbox.tsx";
import { Fieldset } from "../../ui/form/fieldset.tsx";

interface CategoryBoxesProps {
  value: readonly FeedCategory[];
  errors: readonly string[];
  onChange: (categories: FeedCategory[]) => void;
}

/** What a feed has. */
export function CategoryBoxes({ value, errors, onChange }: CategoryBoxesProps) {
  const toggle = (category: FeedCategory, isOn: boolean) =>
    onChange(feedCategoryKeys.filter((known) => (known === category ? isOn : value.includes(known))));
  return (
    <Fieldset legend="Inhalt" errors={errors}>
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
    </Fieldset>
  );
}
