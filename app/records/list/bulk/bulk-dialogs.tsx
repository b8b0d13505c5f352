import type { FieldProblems } from "../../../../contract/problems.ts";
import type { Declaration } from "../../../../contract/records/declaration.ts";
import type { NewRelation } from "../../../../contract/records/relations.ts";
import type { RecordBody } from "../../../../contract/records/rows.ts";
import { openModal } from "../../../lib/dialogs/modals.ts";
import { lazyPart } from "../../../lib/lazy-part.tsx";
import { Dialog } from "../../../ui/overlays/dialog.tsx";
import { FormSkeleton } from "../../../ui/placeholders/skeleton.tsx";

// The controls of forms come with the first dialog: lists open without them.
const BulkEditForm = lazyPart(
  async () => (await import("./bulk-edit-form.tsx")).BulkEditForm,
  <FormSkeleton fields={2} />,
);
const BulkTagsForm = lazyPart(
  async () => (await import("./bulk-tags-form.tsx")).BulkTagsForm,
  <FormSkeleton fields={2} />,
);

interface BulkEdit {
  declaration: Declaration;
  /** „3 Websites“ */
  title: string;
  /** Offers this field alone, ready to be set. */
  only?: string;
  /** Writes the fields; tells what is wrong with which of them. */
  apply: (body: RecordBody, newRelations: NewRelation[]) => Promise<FieldProblems | "done">;
}

/** Asks which fields of the selected records change, and to what, until that has worked or is given up. */
export function openBulkEdit({ declaration, title, only, apply }: BulkEdit): void {
  void openModal<true>(({ open, onOpenChange, close }) => (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      width={560}
      title={only ? `${declaration.fields[only]?.label} setzen` : `${title} bearbeiten`}
      description={only ? `Gilt danach für ${title}.` : "Geändert wird nur, was angehakt ist."}
    >
      <BulkEditForm
        declaration={declaration}
        only={only}
        apply={apply}
        onDone={() => close(true)}
        onCancel={() => onOpenChange(false)}
      />
    </Dialog>
  ));
}

export interface TagChange {
  add: string[];
  remove: string[];
  newRelations: NewRelation[];
}

/** Asks which tags the selected records get and lose. */
export function openBulkTags(title: string): Promise<TagChange | undefined> {
  return openModal<TagChange>(({ open, onOpenChange, close }) => (
    <Dialog open={open} onOpenChange={onOpenChange} title={`Tags für ${title}`}>
      <BulkTagsForm onSubmit={close} onCancel={() => onOpenChange(false)} />
    </Dialog>
  ));
}
