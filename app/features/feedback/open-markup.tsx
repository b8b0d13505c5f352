import { openModal } from "../../lib/dialogs/modals.ts";
import { lazyPart } from "../../lib/lazy-part.tsx";
import { Dialog } from "../../ui/overlays/dialog.tsx";
import { Bone } from "../../ui/placeholders/skeleton.tsx";

const MarkupEditor = lazyPart(
  async () => (await import("./markup-editor.tsx")).MarkupEditor,
  <Bone className="mt-4 h-64 w-full" />,
);

/** Lets a picture be marked up; resolves with the new one, in which what was made unreadable is gone for good. */
export function openMarkup(file: File): Promise<File | undefined> {
  return openModal<File>(({ open, onOpenChange, close }) => (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Bild markieren"
      description="Was du verpixelst, verlässt deinen Browser nicht."
      className="md:!w-[min(960px,calc(100vw-64px))]"
      // A slip beside the picture would cost every mark.
      onInteractOutside={(event) => event.preventDefault()}
    >
      <MarkupEditor file={file} onDone={close} onCancel={() => onOpenChange(false)} />
    </Dialog>
  ));
}
