import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import {
  type AnnouncedCategory,
  type AnnouncementSeverity,
  announcedCategories,
  severityLabels,
} from "../../../contract/channels/announcements.ts";
import { type ChannelRule, type RuleTimes, ruleTimes } from "../../../contract/channels/channels.ts";
import { ruleBody } from "../../../contract/channels/channels-input.ts";
import { notificationCategoryLabels } from "../../../contract/notifications/notification-categories.ts";
import type { Ref } from "../../../contract/records/fields.ts";
import { useMutate } from "../../lib/api/mutate.ts";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { FieldsForm } from "../../lib/form/fields-form.tsx";
import { useForm } from "../../lib/form/form.tsx";
import { TimeInput } from "../../lib/form/time-input.tsx";
import { newClientId } from "../../lib/new-client-id.ts";
import { RelationPicker, RelationsPicker } from "../../records/form/controls/relation-picker.tsx";
import { Checkbox } from "../../ui/form/checkbox.tsx";
import { ChoiceSelect } from "../../ui/form/choice-select.tsx";
import { Field } from "../../ui/form/field.tsx";
import { Fieldset } from "../../ui/form/fieldset.tsx";
import { Select } from "../../ui/form/select.tsx";
import { Switch } from "../../ui/form/switch.tsx";
import { Dialog } from "../../ui/overlays/dialog.tsx";

interface RuleDialogProps {
  /** The one to be changed; without it a new one is made. */
  rule?: ChannelRule;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

export function RuleDialog({ rule, open, onOpenChange }: RuleDialogProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} width={560} title={rule ? "Regel bearbeiten" : "Regel anlegen"}>
      <RuleForm rule={rule} onDone={() => onOpenChange(false)} />
    </Dialog>
  );
}

interface Fields extends Record<string, unknown> {
  categories: AnnouncedCategory[];
  minSeverity: AnnouncementSeverity;
  customers: Ref[];
  times: RuleTimes;
  from: string;
  to: string;
  /** "person" for somebody, otherwise a channel. */
  channelId: string;
  person: Ref | null;
  isEnabled: boolean;
}

const aPerson = "person";

const initialOf = (rule: ChannelRule | undefined): Fields => ({
  categories: rule?.categories ?? [],
  minSeverity: rule?.minSeverity ?? "warning",
  customers: rule?.customers.map(({ id, name }) => ({ id, label: name })) ?? [],
  times: rule?.times ?? "always",
  from: rule?.from ?? "08:00",
  to: rule?.to ?? "18:00",
  channelId: rule?.user ? aPerson : (rule?.channel?.id ?? ""),
  person: rule?.user ? { id: rule.user.id, label: rule.user.name } : null,
  isEnabled: rule?.isEnabled ?? true,
});

const toBody = ({ customers, channelId, person, ...rest }: Fields) => ({
  ...rest,
  customerIds: customers.map(({ id }) => id),
  channelId: channelId === aPerson || channelId === "" ? null : channelId,
  userId: channelId === aPerson ? (person?.id ?? null) : null,
});

function RuleForm({ rule, onDone }: { rule: ChannelRule | undefined; onDone: () => void }) {
  const trpc = useTRPC();
  const [begunWith] = useState(rule?.version ?? 0);
  const [creationId] = useState(newClientId);
  const fields = useForm<Fields>({ schema: ruleBody, toInput: toBody, initial: initialOf(rule) });
  const options = {
    refreshes: ["channel"] as const,
    success: "Gespeichert.",
    onSuccess: onDone,
    onRefused: fields.showRefusal,
  };
  const create = useMutate(trpc.channel.createRule.mutationOptions(), options);
  const update = useMutate(trpc.channel.updateRule.mutationOptions(), options);
  const save = () => {
    const body = toBody(fields.values);
    if (rule) update.mutate({ params: { id: rule.id }, body, version: begunWith });
    else create.mutate({ body, creationId });
  };
  const { values } = fields;
  return (
    <FieldsForm
      fields={fields}
      submitLabel={rule ? "Speichern" : "Anlegen"}
      busyLabel="Speichert …"
      isBusy={create.isPending || update.isPending}
      onSubmit={save}
      onCancel={onDone}
    >
      <Field label="Was" errors={fields.errorsOf("minSeverity")}>
        <ChoiceSelect
          labels={severityLabels}
          value={values.minSeverity}
          onChange={(minSeverity) => fields.change("minSeverity", minSeverity)}
        />
      </Field>
      <Categories value={values.categories} onChange={(categories) => fields.change("categories", categories)} />
      <Field
        label="Kunden"
        mark="optional"
        hint="Ohne Auswahl gilt sie für alle, auch für das, was keinen Kunden hat."
        errors={fields.errorsOf("customerIds")}
      >
        <RelationsPicker
          to="customer"
          value={values.customers}
          onChange={(customers) => fields.change("customers", customers)}
        />
      </Field>
      <div className="flex flex-wrap items-start gap-4">
        <Field label="Wann" className="min-w-56 flex-1">
          <ChoiceSelect labels={ruleTimes} value={values.times} onChange={(times) => fields.change("times", times)} />
        </Field>
        {values.times !== "always" && (
          <>
            <Field label="Von" className="w-[124px]" errors={fields.errorsOf("from")}>
              <TimeInput {...fields.control("from")} onChange={(from) => fields.change("from", from)} />
            </Field>
            <Field label="Bis" className="w-[124px]" errors={fields.errorsOf("to")}>
              <TimeInput {...fields.control("to")} onChange={(to) => fields.change("to", to)} />
            </Field>
          </>
        )}
      </div>
      <Target fields={fields} />
      <Switch
        label="Eingeschaltet"
        checked={values.isEnabled}
        onChange={({ target }) => fields.change("isEnabled", target.checked)}
      />
    </FieldsForm>
  );
}

function Target({ fields }: { fields: ReturnType<typeof useForm<Fields>> }) {
  const channels = useQuery(useTRPC().channel.list.queryOptions({})).data ?? [];
  const isPerson = fields.values.channelId === aPerson;
  const errors = fields.errorsOf("channelId");
  return (
    <>
      <Field label="Wohin" errors={isPerson ? [] : errors}>
        <Select {...fields.control("channelId")}>
          <option value="">Bitte wählen</option>
          {channels.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
          <option value={aPerson}>Eine Person …</option>
        </Select>
      </Field>
      {isPerson && (
        <Field
          label="Person"
          hint="Sie bekommt es auf den Wegen, die sie für sich gewählt hat."
          errors={[...errors, ...fields.errorsOf("userId")]}
        >
          <RelationPicker
            to="user"
            value={fields.values.person}
            onChange={(person) => fields.change("person", person)}
          />
        </Field>
      )}
    </>
  );
}

interface CategoriesProps {
  value: readonly AnnouncedCategory[];
  onChange: (value: AnnouncedCategory[]) => void;
}

/** None chosen stands for all, so that what comes later is among them. */
function Categories({ value, onChange }: CategoriesProps) {
  const toggle = (category: AnnouncedCategory) =>
    onChange(announcedCategories.filter((each) => (each === category) !== value.includes(each)));
  return (
    <Fieldset legend="Themen" errors={[]}>
      <div className="mt-1.5 grid gap-1 text-ui">
        <Checkbox
          label="Alle, auch was später dazukommt"
          checked={value.length === 0}
          onChange={() => onChange(value.length === 0 ? ["incident"] : [])}
        />
        {value.length > 0 && (
          <div className="grid gap-1 rounded-6 border px-2.5 py-1.5 sm:grid-cols-2">
            {announcedCategories.map((category) => (
              <Checkbox
                key={category}
                label={notificationCategoryLabels[category]}
                checked={value.includes(category)}
                onChange={() => toggle(category)}
              />
            ))}
          </div>
        )}
      </div>
    </Fieldset>
  );
}
