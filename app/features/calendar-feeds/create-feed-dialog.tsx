import { Plus } from "lucide-react";
import { type FormEvent, useState } from "react";
import {
  type FeedCategory,
  type FeedScope,
  feedCategories,
  feedCategoryKeys,
  feedScopeKeys,
  feedScopes,
  type OpenedFeed,
} from "../../../contract/calendar-feeds/calendar-feeds.ts";
import { createFeed } from "../../../contract/calendar-feeds/calendar-feeds-input.ts";
import { hasAbility } from "../../../contract/roles.ts";
import { useInvalidate } from "../../lib/api/invalidate.ts";
import { useMutate } from "../../lib/api/mutate.ts";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { useForm } from "../../lib/form/form.tsx";
import { newClientId } from "../../lib/new-client-id.ts";
import { useRole } from "../../lib/people/use-role.ts";
import { Button } from "../../ui/button.tsx";
import { Checkbox } from "../../ui/form/checkbox.tsx";
import { Field } from "../../ui/form/field.tsx";
import { Fieldset } from "../../ui/form/fieldset.tsx";
import { FormNotice } from "../../ui/form/form-notice.tsx";
import { Select } from "../../ui/form/select.tsx";
import { TextInput } from "../../ui/form/text-input.tsx";
import { DialogFooter } from "../../ui/overlays/dialog-footer.tsx";
import { OneTimeSecretDialog } from "../../ui/overlays/one-time-secret-dialog.tsx";
import { FeedAddress } from "./feed-address.tsx";

interface Fields extends Record<string, unknown> {
  name: string;
  scope: FeedScope;
  categories: FeedCategory[];
}

const fresh: Fields = { name: "", scope: "mine", categories: feedCategoryKeys };

/** The button that makes a feed, and its dialog: first what for, then the address, once. */
export function CreateFeedDialog() {
  return (
    <OneTimeSecretDialog<OpenedFeed>
      trigger={
        <Button size="sm" icon={Plus} className="mb-1.5">
          Feed erstellen
        </Button>
      }
      title="Kalender-Feed erstellen"
      ask={(done, close) => <CreateForm onCreated={done} onCancel={close} />}
      madeTitle="Kalender-Feed erstellt"
      show={({ url }, close) => <FeedAddress url={url} onDone={close} />}
    />
  );
}

function CreateForm({ onCreated, onCancel }: { onCreated: (feed: OpenedFeed) => void; onCancel: () => void }) {
  const trpc = useTRPC();
  const invalidate = useInvalidate();
  const [creationId] = useState(newClientId);
  const mayHaveAll = hasAbility(useRole(), "exportRecords");
  const fields = useForm<Fields>({ schema: createFeed, initial: fresh });
  const create = useMutate(trpc.calendarFeed.create.mutationOptions(), {
    refreshes: ["calendarFeed"],
    onSuccess: onCreated,
    onRefused: (error) => {
      // What is refused as sent before stands in the list, which has not heard of it.
      void invalidate(["calendarFeed"]);
      return fields.showRefusal(error);
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!create.isPending && fields.isValid()) create.mutate({ ...fields.values, creationId });
  };
  return (
    <form ref={fields.form} onSubmit={submit} noValidate className="mt-[18px] grid gap-[18px]">
      {fields.message && <FormNotice text={fields.message} />}
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
            .filter((scope) => scope === "mine" || mayHaveAll)
            .map((scope) => (
              <option key={scope} value={scope}>
                {feedScopes[scope]}
              </option>
            ))}
        </Select>
      </Field>
      <CategoryBoxes
        value={fields.values.categories}
        errors={fields.errorsOf("categories")}
        onChange={(categories) => fields.change("categories", categories)}
      />
      <DialogFooter onCancel={onCancel} className="mt-1">
        <Button type="submit" variant="primary" loading={create.isPending} loadingLabel="Erstellt …">
          Erstellen
        </Button>
      </DialogFooter>
    </form>
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
