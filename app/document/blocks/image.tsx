import { NodeViewWrapper, type ReactNodeViewProps } from "@tiptap/react";
import { ImageIcon } from "lucide-react";
import { useEffect, useState } from "react";
import { attributesOf } from "../../../contract/document/attribute-rules.ts";
import { imageRules } from "../../../contract/document/blocks/image.ts";
import { Image } from "../../lib/image.tsx";
import { cx } from "../../ui/cx.ts";
import { Field } from "../../ui/form/field.tsx";
import { Segment } from "../../ui/form/segment.tsx";
import { TextInput } from "../../ui/form/text-input.tsx";
import { linkUrl } from "../editor/toolbar/link-url.ts";
import { drawnBy, type EditorBlock } from "./editor-block.ts";

const widths = { small: 240, medium: 420 } as const;
const widthOptions = [
  { value: "small", label: "Klein" },
  { value: "medium", label: "Mittel" },
  { value: "full", label: "Ganze Breite" },
] as const;

/** A picture; while it is selected, its description, caption and width can be changed below it. */
function ImageView({ node, editor, selected, updateAttributes }: ReactNodeViewProps) {
  const { key, alt, caption, width, href } = attributesOf(imageRules, node);
  const size = width === null ? "full" : width <= 320 ? "small" : "medium";
  return (
    <NodeViewWrapper as="figure" className={cx("document-image", selected && editor.isEditable && "is-selected")}>
      <div data-drag-handle contentEditable={false}>
        <Image
          imageKey={key}
          alt={alt || "Bild ohne Beschreibung"}
          sizes="(min-width: 768px) 632px, 100vw"
          style={width ? { width: `${width}px` } : undefined}
          className="max-w-full rounded-8"
          draggable={false}
        />
        {caption && !selected && <figcaption className="mt-1.5 text-note text-text-2">{caption}</figcaption>}
      </div>
      {selected && editor.isEditable && (
        <div contentEditable={false} className="mt-2 grid gap-3 rounded-8 bg-sunken p-3 md:grid-cols-2">
          <DraftField
            label="Beschreibung"
            hint="Für alle, die das Bild nicht sehen."
            value={alt}
            save={(text) => updateAttributes({ alt: text })}
          />
          <DraftField
            label="Bildunterschrift"
            mark="optional"
            value={caption}
            save={(text) => updateAttributes({ caption: text })}
          />
          <DraftField
            label="Link"
            mark="optional"
            value={href ?? ""}
            maxLength={2048}
            refuse={(text) =>
              text && !linkUrl(text) ? "Link: Bitte eine Adresse wie https://kunde.example eingeben." : undefined
            }
            save={(text) => updateAttributes({ href: linkUrl(text) ?? null })}
          />
          <Segment
            label="Breite des Bildes"
            size="sm"
            className="self-end justify-self-start"
            options={widthOptions}
            value={size}
            onChange={(value) => updateAttributes({ width: value === "full" ? null : widths[value] })}
          />
        </div>
      )}
    </NodeViewWrapper>
  );
}

interface DraftFieldProps {
  label: string;
  mark?: string;
  hint?: string;
  value: string;
  maxLength?: number;
  /** Why a text cannot be kept. */
  refuse?: (text: string) => string | undefined;
  save: (text: string) => void;
}

/** Writes to the document when the field is left, so that one text is one step to undo. */
function DraftField({ label, mark, hint, value, maxLength = 300, refuse, save }: DraftFieldProps) {
  const [draft, setDraft] = useState(value);
  const [problem, setProblem] = useState<string>();
  useEffect(() => setDraft(value), [value]);
  const commit = () => {
    const refusal = refuse?.(draft.trim());
    setProblem(refusal);
    if (!refusal && draft.trim() !== value) save(draft.trim());
  };
  return (
    <Field label={label} mark={mark} hint={hint} errors={problem ? [problem] : []}>
      <TextInput
        value={draft}
        maxLength={maxLength}
        onChange={({ target }) => setDraft(target.value)}
        onBlur={commit}
        onKeyDown={(event) => {
          if (event.key !== "Enter") return;
          event.preventDefault();
          commit();
        }}
      />
    </Field>
  );
}

export const image: EditorBlock = {
  entries: [
    {
      id: "image",
      name: "Bild",
      group: "Einfügen",
      icon: ImageIcon,
      keywords: "image foto screenshot picture hochladen",
      run: (_editor, { chooseFiles }) => chooseFiles("image"),
    },
  ],
  tools: {
    inserts: [{ id: "image", label: "Bild", icon: ImageIcon, run: (_editor, { chooseFiles }) => chooseFiles("image") }],
  },
  views: { image: drawnBy(ImageView) },
};
