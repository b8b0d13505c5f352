import type { ComponentProps } from "react";
import {
  type CalendarFeed,
  type FeedAlarm,
  type FeedCategory,
  type FeedScope,
  feedAlarmDays,
  feedAlarms,
  feedCategories,
  feedCategoryKeys,
  feedScopeKeys,
  feedScopes,
} from "../../../contract/calendar-feeds/calendar-feeds.ts";
import { createFeed } from "../../../contract/calendar-feeds/calendar-feeds-input.ts";
import type { Ref } from "../../../contract/records/fields.ts";
import { hasAbility } from "../../../contract/roles.ts";
import { type TaskGroup, taskGroupLabels, taskGroups } from "../../../contract/tasks/tasks.ts";
import { FieldsForm } from "../../lib/form/fields-form.tsx";
import { useForm } from "../../lib/form/form.tsx";
import { useRole } from "../../lib/people/use-role.ts";
import { RelationPicker } from "../../records/form/controls/relation-picker.tsx";
import { Checkbox } from "../../ui/form/checkbox.tsx";
import { Field } from "../../ui/form/field.tsx";
import { Fieldset } from "../../ui/form/fieldset.tsx";
import { Select } from "../../ui/form/select.tsx";
import { TextInput } from "../../ui/form/text-input.tsx";

interface Fields extends Record<string, unknown> {
  name: string;
  scope: FeedScope;
  team: TaskGroup;
  customer: Ref | null;
  categories: FeedCategory[];
  /** Empty for none. */
  alarm: string;
}

/** What the server is asked for. */
export interface FeedSettings {
  name: string;
  scope: FeedScope;
  team?: TaskGroup;
  customerId?: string;
  categories: FeedCategory[];
  alarmDays: FeedAlarm | null;
}

const initialOf = (feed: CalendarFeed | undefined): Fields => ({
  name: feed?.name ?? "",
  scope: feed?.scope ?? "mine",
  team: feed?.team ?? "maintainer",
  customer: feed?.customer ?? null,
  categories: feed?.categories ?? feedCategoryKeys,
  alarm: feed?.alarmDays == null ? "" : String(feed.alarmDays),
});

function toSettings({ name, scope, team, customer, categories, alarm }: Fields): FeedSettings {
  const alarmDays = feedAlarmDays.find((days) => String(days) === alarm) ?? null;
  return {
    name,
    scope,
    categories,
    alarmDays,
    ...(scope === "team" && { team }),
    ...(scope === "customer" && customer && { customerId: customer.id }),
  };
}

/** The state of a form about a feed: of a new one, or of one that is there. */
export function useFeedForm(feed?: CalendarFeed) {
  const fields = useForm<Fields>({
    schema: createFeed,
    initial: initialOf(feed),
    toInput: toSettings,
  });
  return { fields, settings: () => toSettings(fields.values) };
}

interface FeedFormProps extends Omit<ComponentProps<typeof FieldsForm>, "fields" | "children"> {
  fields: ReturnType<typeof useFeedForm>["fields"];
}

/** Whose deadlines a feed has, which, and whether calendars remind of them. */
export function FeedForm({ fields, ...form }: FeedFormProps) {
  const mayHaveAll = hasAbility(useRole(), "exportRecords");
  const { scope, customer, categories } = fields.values;
  return (
    <FieldsForm fields={fields} {...form}>
      <Field label="Name" hint="So heißt der Kalender, etwa „Fristen Agentur“." errors={fields.errorsOf("name")}>
        <TextInput {...fields.control("name")} autoComplete="off" />
      </Field>
      <Field
        label="Umfang"
        hint={mayHaveAll ? "„Meine Fristen“ sind die, für die du zuständig bist." : undefined}
        errors={fields.errorsOf("scope")}
      >
        <Select {...fields.control("scope")}>
          {feedScopeKeys
            .filter((key) => key === "mine" || mayHaveAll)
            .map((key) => (
              <option key={key} value={key}>
                {feedScopes[key]}
              </option>
            ))}
        </Select>
      </Field>
      {scope === "team" && (
        <Field
          label="Team"
          hint="Fristen seiner Leute und Aufgaben für das Team, bei Betreuern auch, was niemandem gehört."
          errors={fields.errorsOf("team")}
        >
          <Select {...fields.control("team")}>
            {taskGroups.map((group) => (
              <option key={group} value={group}>
                {taskGroupLabels[group]}
              </option>
            ))}
          </Select>
        </Field>
      )}
      {scope === "customer" && (
        <Field label="Kunde" errors={fields.errorsOf("customerId")}>
          <RelationPicker
            to="customer"
            label="Kunde"
            value={customer}
            onChange={(chosen) => fields.change("customer", chosen)}
          />
        </Field>
      )}
      <Field
        label="Erinnerung im Kalender"
        hint="Manche Programme fragen beim Abonnieren, ob sie Erinnerungen übernehmen."
        errors={fields.errorsOf("alarmDays")}
      >
        <Select {...fields.control("alarm")}>
          <option value="">Keine</option>
          {feedAlarmDays.map((days) => (
            <option key={days} value={String(days)}>
              {feedAlarms[days]}
            </option>
          ))}
        </Select>
      </Field>
      <CategoryBoxes
        value={categories}
        errors={fields.errorsOf("categories")}
        onChange={(chosen) => fields.change("categories", chosen)}
      />
    </FieldsForm>
  );
}

interface CategoryBoxesProps {
  value: readonly FeedCategory[];
  errors: readonly string[];
  onChange: (categories: FeedCategory[]) => void;
}

/** What a feed has. */
function CategoryBoxes({ value, errors, onChange }: CategoryBoxesProps) {
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
