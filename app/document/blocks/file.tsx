import { NodeViewWrapper, type ReactNodeViewProps } from "@tiptap/react";
import { Download, FileText, Paperclip } from "lucide-react";
import { attributesOf } from "../../../contract/document/attribute-rules.ts";
import { fileRules } from "../../../contract/document/blocks/file.ts";
import { documentFileUrl } from "../../../contract/document/files.ts";
import { formatNumber } from "../../lib/format.ts";
import { cx } from "../../ui/cx.ts";
import { Icon } from "../../ui/icon.tsx";
import { drawnBy, type EditorBlock } from "./editor-block.ts";

/** A file to fetch, with its name and size. */
function FileView({ node, selected }: ReactNodeViewProps) {
  const { key, name, size } = attributesOf(fileRules, node);
  return (
    <NodeViewWrapper className="my-3">
      <div
        data-drag-handle
        contentEditable={false}
        className={cx(
          "flex items-center gap-3 rounded-8 border px-3 py-2",
          selected && "outline outline-2 outline-offset-1 outline-focus",
        )}
      >
        <Icon of={FileText} size={20} className="text-text-3" />
        <span className="min-w-0 flex-1 truncate text-ui font-medium">{name}</span>
        <span className="num flex-none text-label text-text-3">{fileSize(size)}</span>
        <a
          href={documentFileUrl(key)}
          download={name}
          aria-label={`${name} herunterladen`}
          className="grid h-8 w-8 flex-none place-items-center rounded-6 text-text-2 hover:bg-tint-7 max-md:h-11 max-md:w-11"
        >
          <Icon of={Download} />
        </a>
      </div>
    </NodeViewWrapper>
  );
}

function fileSize(bytes: number): string {
  if (bytes >= 1024 * 1024) return `${formatNumber(bytes / 1024 / 1024, 1)} MB`;
  return `${formatNumber(Math.max(1, Math.round(bytes / 1024)))} KB`;
}

export const file: EditorBlock = {
  entries: [
    {
      id: "file",
      name: "Datei",
      group: "Einfügen",
      icon: Paperclip,
      keywords: "file anhang pdf dokument hochladen upload",
      run: (_editor, { chooseFiles }) => chooseFiles("file"),
    },
  ],
  views: { file: drawnBy(FileView) },
};
