import { ChevronDown, X } from "lucide-react";
import { declarationOf } from "../../../../contract/records/declarations.ts";
import type { Ref } from "../../../../contract/records/fields.ts";
import type { RecordType } from "../../../../contract/records/record-types.ts";
import { isMadeInForms } from "../../../../contract/records/relations.ts";
import { hasAbility } from "../../../../contract/roles.ts";
import { useSession } from "../../../lib/people/session.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { isNewRef, newRef } from "../new-relations.ts";
import { openRecordDialog } from "../record-dialog.tsx";
import { loadFormSchema } from "../use-form-schema.ts";
import { Combobox } from "./combobox.tsx";

interface PickerProps {
  to: RecordType | "user";
  name?: string;
  /** Names the control where no `Field` stands around it. */
  label?: string;
  placeholder?: string;
  autoFocus?: boolean;
  onBlur?: () => void;
  /** Offers to create what is not found, to those who may. */
  canCreate?: boolean;
}

export interface RelationPickerProps extends PickerProps {
  value: Ref | null;
  onChange: (value: Ref | null) => void;
}

/** Chooses one record, or one person of the team. */
export function RelationPicker({ value, onChange, canCreate = false, placeholder, ...rest }: RelationPickerProps) {
  const create = useCreateInPlace(rest.to, canCreate, onChange);
  return (
    <>
      <Combobox
        {...rest}
        rest={value?.label ?? ""}
        placeholder={placeholder ?? "Suchen …"}
        selected={value?.id}
        onPick={({ id, label }) => onChange({ id, label })}
        onEmptied={() => onChange(null)}
        create={create}
        trailing={
          value ? (
            <button
              type="button"
              aria-label={`${value.label} entfernen`}
              onClick={() => onChange(null)}
              className="grid h-7 w-7 place-items-center rounded-6 text-text-3 transition-colors hover:text-text-1 max-md:h-11 max-md:w-10"
            >
              <Icon of={X} />
            </button>
          ) : (
            <Icon of={ChevronDown} className="pointer-events-none mr-1.5 text-text-3" />
          )
        }
      />
      <NewNote names={isNewRef(value) ? [value?.label ?? ""] : []} />
    </>
  );
}

export interface RelationsPickerProps extends PickerProps {
  value: readonly Ref[];
  onChange: (value: Ref[]) => void;
}

/** Chooses several records or people; the chosen ones stand above the field as chips that can be removed. */
export function RelationsPicker({ value, onChange, canCreate = false, placeholder, ...rest }: RelationsPickerProps) {
  const add = (ref: Ref) => onChange([...value, ref]);
  const create = useCreateInPlace(rest.to, canCreate, add);
  return (
    <>
      {value.length > 0 && (
        <ul aria-label="Ausgewählt" className="mb-1.5 flex flex-wrap gap-1.5">
          {value.map((ref) => (
            <li
              key={ref.id}
              className="flex min-h-7 max-w-full items-center rounded-4 bg-sunken pl-2 text-ui text-text-1 max-md:min-h-11"
            >
              <span className="min-w-0 truncate">
                {ref.label}
                {isNewRef(ref) && <span className="text-text-3"> neu</span>}
              </span>
              <button
                type="button"
                aria-label={`${ref.label} entfernen`}
                onClick={() => onChange(value.filter(({ id }) => id !== ref.id))}
                className="grid h-7 w-7 flex-none place-items-center rounded-4 text-text-3 transition-colors hover:text-text-1 max-md:h-11 max-md:w-11"
              >
                <Icon of={X} size={14} />
              </button>
            </li>
          ))}
        </ul>
      )}
      <Combobox
        {...rest}
        rest=""
        placeholder={placeholder ?? "Suchen …"}
        without={value.map(({ id }) => id)}
        onPick={({ id, label }) => add({ id, label })}
        onEraseBack={() => onChange(value.slice(0, -1))}
        create={create}
        trailing={<Icon of={ChevronDown} className="pointer-events-none mr-1.5 text-text-3" />}
      />
      <NewNote names={value.filter(isNewRef).map(({ label }) => label)} />
    </>
  );
}

/** Says that what was typed is no record yet. */
function NewNote({ names }: { names: readonly string[] }) {
  const [first] = names;
  if (first === undefined) return null;
  return (
    <p role="status" className="mt-1.5 text-meta text-text-2">
      {names.length > 1
        ? `${names.length} neue Einträge werden beim Speichern angelegt.`
        : `„${first}“ wird beim Speichern angelegt.`}
    </p>
  );
}

/**
 * The offer to make what a picker did not find, for those who may: when the form is saved, and not before. What needs
 * more than its name asks for the rest in a dialog.
 */
function useCreateInPlace(to: RecordType | "user", isWanted: boolean, onNamed: (ref: Ref) => void) {
  const { data: session } = useSession();
  if (!isWanted || to === "user" || !isMadeInForms(to)) return undefined;
  if (!session || !hasAbility(session.user.role, "editRecords")) return undefined;
  return async (name: string) => {
    const body = { [declarationOf(to).titleField]: name };
    const schema = await loadFormSchema(to).catch(() => undefined);
    if (schema?.safeParse(body).success) return onNamed(newRef(to, name, body));
    const named = await openRecordDialog(to, { prefill: body, isBrief: true, isForLater: true });
    if (named?.ref) onNamed(named.ref);
  };
}
