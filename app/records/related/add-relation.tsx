import { Plus } from "lucide-react";
import { useState } from "react";
import type { RelationGroup } from "../../../contract/records/relations.ts";
import type { RecordRow } from "../../../contract/records/rows.ts";
import { lazyPart } from "../../lib/lazy-part.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Popover } from "../../ui/overlays/popover.tsx";
import { Skeleton } from "../../ui/placeholders/skeleton.tsx";
import type { Addition } from "./additions.ts";

// The controls of forms come when somebody adds something: pages open without them.
const AddRelationForm = lazyPart(
  async () => (await import("./add-relation-form.tsx")).AddRelationForm,
  <Skeleton className="h-[98px] w-full" />,
);

interface AddRelationProps {
  record: RecordRow;
  group: RelationGroup;
  addition: Addition;
}

/** The „+“ of a group of relations: finds or makes what is missing, in place. */
export function AddRelation({ record, group, addition }: AddRelationProps) {
  const [open, setOpen] = useState(false);
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      label={addition.label}
      align="end"
      trigger={
        <button
          type="button"
          aria-label={addition.label}
          title={addition.label}
          className="-my-2 grid h-7 w-7 flex-none place-items-center rounded-6 hover:bg-tint-7 hover:text-text-1 aria-expanded:bg-tint-7 max-md:h-11 max-md:w-11"
        >
          <Icon of={Plus} size={14} />
        </button>
      }
      onOpenAutoFocus={(event) => event.preventDefault()}
      className="z-[60] max-h-[var(--radix-popover-content-available-height)] w-[340px] max-w-[calc(100vw-24px)] animate-rise overflow-y-auto rounded-10 bg-raised p-4 shadow-e2"
    >
      <AddRelationForm record={record} group={group} addition={addition} onDone={() => setOpen(false)} />
    </Popover>
  );
}
