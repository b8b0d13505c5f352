import { type Editor, Extension } from "@tiptap/core";
import { Plugin, PluginKey } from "@tiptap/pm/state";
import { ReactRenderer } from "@tiptap/react";
import { RotateCw, X } from "lucide-react";
import { mimeTypeOf, mimeTypes, type UploadedFile } from "../../../../contract/files/files.ts";
import { toError } from "../../../../contract/narrowing.ts";
import { Button } from "../../../ui/button.tsx";
import { UploadProgress } from "../../../ui/status/upload-progress.tsx";
import { addPlaceholder, removePlaceholder } from "./upload-placeholders.ts";

export type UploadPurpose = "image" | "file";

export type Upload = (
  file: File,
  options: { purpose: UploadPurpose; onProgress: (part: number) => void; signal: AbortSignal },
) => Promise<UploadedFile>;

/** The names that a file dialog should offer. */
export function acceptedFiles(purpose: UploadPurpose): string {
  return Object.entries(mimeTypes)
    .filter(([, { image }]) => image || purpose === "file")
    .flatMap(([type, { extensions }]) => [type, ...extensions.map((extension) => `.${extension}`)])
    .join(",");
}

/** Pictures become pictures however they come; everything else becomes a file to fetch. */
export function purposeOf(file: File): UploadPurpose {
  const type = mimeTypeOf(file.name);
  return type && mimeTypes[type].image ? "image" : "file";
}

/**
 * Uploads files and puts each into the text once the server has it: where it was dropped, or behind the block that the
 * cursor is in. Ends with the editor.
 */
export function insertFiles(editor: Editor, files: readonly File[], upload: Upload, at = editor.state.selection.to) {
  const position = blockEnd(editor, at);
  for (const file of files) startUpload(editor, file, upload, position);
}

function startUpload(editor: Editor, file: File, upload: Upload, position: number): void {
  const id = crypto.randomUUID();
  const purpose = purposeOf(file);
  let running = new AbortController();
  const stop = () => running.abort();
  const card = new ReactRenderer(UploadCard, {
    editor,
    props: {
      name: file.name,
      percent: 0,
      problem: undefined,
      onRetry: () => void run(),
      onRemove: () => {
        stop();
        end();
      },
    } satisfies UploadCardProps,
  });
  card.element.contentEditable = "false";
  const end = () => {
    editor.off("destroy", stop);
    const position = editor.isDestroyed ? undefined : removePlaceholder(editor, id);
    card.destroy();
    return position;
  };
  const run = async () => {
    running = new AbortController();
    const { signal } = running;
    card.updateProps({ problem: undefined, percent: 0 });
    try {
      const onProgress = (part: number) => card.updateProps({ percent: Math.round(part * 100) });
      const uploaded = await upload(file, { purpose, onProgress, signal });
      if (editor.isDestroyed) return;
      const position = end();
      if (position !== undefined) insertUploaded(editor, purpose, uploaded, position);
    } catch (error) {
      if (!signal.aborted) card.updateProps({ problem: toError(error).message });
    }
  };
  editor.on("destroy", stop);
  addPlaceholder(editor, id, position, card.element);
  void run();
}

function insertUploaded(editor: Editor, purpose: UploadPurpose, file: UploadedFile, position: number): void {
  const { key, filename: name, size, mimeType } = file;
  const block =
    purpose === "image"
      ? { type: "image", attrs: { key, alt: "" } }
      : { type: "file", attrs: { key, name, size, mimeType } };
  const before = editor.state.doc.resolve(position).nodeBefore;
  const isEmptyLine = before?.type.name === "paragraph" && before.content.size === 0;
  editor.commands.insertContentAt(
    isEmptyLine ? { from: position - before.nodeSize, to: position } : position,
    // The last block must leave room to write on.
    position === editor.state.doc.content.size ? [block, { type: "paragraph" }] : block,
    { updateSelection: false },
  );
}

/** Where the outermost block that a position lies in ends. */
function blockEnd(editor: Editor, at: number): number {
  const $at = editor.state.doc.resolve(at);
  return $at.depth === 0 ? at : $at.after(1);
}

interface UploadCardProps {
  name: string;
  percent: number;
  /** Why the upload ended; absent while it goes on. */
  problem: string | undefined;
  onRetry: () => void;
  onRemove: () => void;
}

/** Stands in the text for what is being uploaded. */
function UploadCard({ name, percent, problem, onRetry, onRemove }: UploadCardProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a legend and its own box
    <div role="group" aria-label={name} className="my-3 rounded-8 bg-sunken px-4 py-3 text-note text-text-2">
      <p className="truncate text-ui font-medium text-text-1">{name}</p>
      <div aria-live="polite">
        {problem ? <span className="text-bad-text">{problem}</span> : <UploadProgress percent={percent} />}
      </div>
      <div className="mt-2 flex gap-2">
        {problem && (
          <Button size="sm" icon={RotateCw} onClick={onRetry}>
            Erneut versuchen
          </Button>
        )}
        <Button size="sm" variant="ghost" icon={problem ? undefined : X} onClick={onRemove}>
          {problem ? "Entfernen" : "Abbrechen"}
        </Button>
      </div>
    </div>
  );
}

/** Uploads files that are pasted or dropped into the text on, with the position they were dropped at. */
export const fileDropsTo = (take: (files: File[], at: number | undefined) => void) =>
  Extension.create({
    name: "fileDrops",
    addProseMirrorPlugins() {
      return [
        new Plugin({
          key: new PluginKey("fileDrops"),
          props: {
            handlePaste: (view, event) => {
              const files = [...(event.clipboardData?.files ?? [])];
              // Office programs add a picture of what they copy as text.
              const hasText = event.clipboardData?.types.includes("text/plain");
              if (!view.editable || files.length === 0 || hasText) return false;
              take(files, undefined);
              return true;
            },
            handleDrop: (view, event) => {
              const files = [...(event.dataTransfer?.files ?? [])];
              if (!view.editable || files.length === 0) return false;
              event.preventDefault();
              take(files, view.posAtCoords({ left: event.clientX, top: event.clientY })?.pos);
              return true;
            },
          },
        }),
      ];
    },
  });
