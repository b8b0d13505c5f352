import { Star, UserCheck, UserX } from "lucide-react";
import { contacts } from "../../../contract/contacts/contacts.ts";
import { type RecordRow, valuesOf } from "../../../contract/records/rows.ts";
import { useMutate } from "../../lib/api/mutate.ts";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { RecordMenu } from "../../records/related/record-menu.tsx";
import { FieldValue } from "../../records/values/field-value.tsx";
import { formatDay } from "../../records/values/format-value.ts";
import { Avatar } from "../../ui/avatar/avatar.tsx";
import { cx } from "../../ui/cx.ts";
import { Tag } from "../../ui/status/tag.tsx";

interface ContactRowProps {
  contact: RecordRow;
  today: string;
  hasLeft: boolean;
}

const waysToReach = ["email", "phone", "mobile"] as const;

export function ContactRow({ contact, today, hasLeft }: ContactRowProps) {
  const values = valuesOf(contacts, contact);
  const trpc = useTRPC();
  const update = useMutate(trpc.contact.update.mutationOptions(), {
    refreshes: ["contact", "customer", "relation", "change"],
    success: "Gespeichert.",
  });
  const set = (body: Record<string, string | boolean | null>) =>
    update.mutate({ params: { id: contact.id }, body, version: contact.version });
  const ways = waysToReach.filter((name) => values[name]);
  const roles = (values.roles ?? []).map((role) => contacts.fields.roles.options[role]);
  return (
    <li className="flex items-start gap-3 border-b py-2.5">
      <Avatar name={contact.title} personId={contact.id} size={32} className={cx("mt-1", hasLeft && "grayscale")} />
      <div className={cx("min-w-0 flex-1", hasLeft && "text-text-3")}>
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <span className="font-550 [overflow-wrap:anywhere]">{contact.title}</span>
          {values.isPrimary && <Tag tone="ok">Hauptkontakt</Tag>}
          {roles.map((role) => (
            <Tag key={role}>{role}</Tag>
          ))}
        </p>
        <p className="text-note text-text-2">
          {hasLeft ? `Nicht mehr im Unternehmen seit ${formatDay(values.leftAt ?? "")}` : values.position}
        </p>
        {ways.length > 0 && (
          <p className="flex flex-wrap gap-x-4 text-ui [&_a]:[overflow-wrap:anywhere] max-md:[&_a]:inline-block max-md:[&_a]:py-2.5">
            {ways.map((name) => (
              <span key={name}>
                <span className="sr-only">{contacts.fields[name].label}: </span>
                <FieldValue field={contacts.fields[name]} value={values[name]} variant="page" />
              </span>
            ))}
          </p>
        )}
      </div>
      <RecordMenu
        record={contact}
        more={[
          ...(values.isPrimary || hasLeft
            ? []
            : [{ icon: Star, label: "Zum Hauptkontakt machen", perform: () => set({ isPrimary: true }) }]),
          hasLeft
            ? { icon: UserCheck, label: "Wieder im Unternehmen", perform: () => set({ leftAt: null }) }
            : { icon: UserX, label: "Nicht mehr im Unternehmen", perform: () => set({ leftAt: today }) },
        ]}
      />
    </li>
  );
}
