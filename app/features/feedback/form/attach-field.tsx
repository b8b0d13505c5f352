import { Highlighter, Paperclip, X } from "lucide-react";
import { useEffect, useState } from "react";
import { mimeTypes } from "../../../../contract/files/files.ts";
import { openModal } from "../../../lib/dialogs/modals.ts";
import { lazyPart } from "../../../lib/lazy-part.tsx";
import { Button, IconButton } from "../../../ui/button.tsx";
import { cx } from "../../../ui/cx.ts";
import { FileDropzone } from "../../../ui/form/file-dropzone.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { Dialog } from "../../../ui/overlays/dialog.tsx";
import { Skeleton } from "../../../ui/placeholders/skeleton.tsx";
import type { PendingFile, usePendingFiles } from "./pending-files.ts";

const accept = Object.values(mimeTypes)
  .flatMap(({ extensions }) => extensions.map((extension) => `.${extension}`))
  .join(",");

/** Files by choosing, dropping or pasting; pictures can be marked up before they go. */
export function AttachField({ pending }: { pending: ReturnType<typeof usePendingFiles> }) {
  const { files, problem, percent, add, remove, replace } = pending;
  const markUp = async ({ id, file }: PendingFile) => {
    const marked = await openMarkup(file);
    if (marked) replace(id, marked);
  };
  return (
    <FileDropzone aria-label="Anhänge" pickLabel="Dateien anhängen" accept={accept} multiple onFiles={add}>
      {({ isOver, pick }) => (
        <>
          <div
            className={cx(
              "flex flex-wrap items-center gap-x-4 gap-y-2 rounded-10 border border-dashed border-control px-3 py-2.5",
              isOver && "bg-tint-7 outline outline-focus",
            )}
          >
            <Button icon={Paperclip} onClick={pick}>
              Dateien anhängen
            </Button>
            <p className="min-w-0 flex-1 text-note text-text-2">
              <span className="max-md:hidden">Bildschirmfotos einfach einfügen. </span>Höchstens 10 Dateien mit je 10
              MB.
            </p>
          </div>
          {problem && (
            <p role="alert" className="mt-1.5 text-meta text-bad-text">
              {problem}
            </p>
          )}
          {percent !== undefined && (
            <p role="status" className="num mt-1.5 text-meta text-text-2">
              Anhänge werden gesendet: {percent} %
            </p>
          )}
          {files.length > 0 && (
            <ul aria-label="Angehängt" className="mt-2">
              {files.map((each) => (
                <li key={each.id} className="flex min-h-14 items-center gap-3 border-b py-1.5">
                  {each.isImage ? (
                    <Thumbnail file={each.file} />
                  ) : (
                    <Icon of={Paperclip} size={20} className="text-text-3" />
                  )}
                  <span className="min-w-0 flex-1 truncate text-ui">{each.file.name}</span>
                  {each.isImage && !each.key && (
                    <Button
                      size="sm"
                      icon={Highlighter}
                      aria-label={`Markieren: ${each.file.name}`}
                      onClick={() => void markUp(each)}
                    >
                      Markieren
                    </Button>
                  )}
                  <IconButton
                    icon={X}
                    size="sm"
                    label={`${each.file.name} entfernen`}
                    onClick={() => remove(each.id)}
                  />
                </li>
              ))}
            </ul>
          )}
        </>
      )}
    </FileDropzone>
  );
}

function Thumbnail({ file }: { file: File }) {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    const objectUrl = URL.createObjectURL(file);
    setUrl(objectUrl);
    return () => URL.revokeObjectURL(objectUrl);
  }, [file]);
  return (
    <span className="h-10 w-16 flex-none overflow-hidden rounded-6 bg-sunken">
      {url && <img src={url} alt="" className="h-full w-full object-cover" />}
    </span>
  );
}

const MarkupEditor = lazyPart(
  async () => (await import("./markup-editor.tsx")).MarkupEditor,
  <Skeleton className="mt-4 h-64 w-full" />,
);

/** Lets a picture be marked up; resolves with the new one, in which what was made unreadable is gone for good. */
function openMarkup(file: File): Promise<File | undefined> {
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
