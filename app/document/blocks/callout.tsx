import { NodeViewContent, NodeViewWrapper, type ReactNodeViewProps } from "@tiptap/react";
import { Info, type LucideIcon, OctagonAlert, TriangleAlert } from "lucide-react";
import {
  type CalloutKind,
  calloutKinds,
  calloutLabels,
  isCalloutKind,
} from "../../../contract/document/blocks/callout.ts";
import { cx } from "../../ui/cx.ts";
import { Icon } from "../../ui/icon.tsx";
import { Menu, MenuContent, MenuItem, MenuTrigger } from "../../ui/overlays/menu.tsx";
import { type BlockEntry, drawnBy, type EditorBlock, focused } from "./editor-block.ts";

const looks: Record<CalloutKind, { icon: LucideIcon; ground: string; glyph: string }> = {
  info: { icon: Info, ground: "bg-mnt-soft", glyph: "text-mnt-text" },
  warning: { icon: TriangleAlert, ground: "bg-warn-soft", glyph: "text-warn-text" },
  danger: { icon: OctagonAlert, ground: "bg-bad-soft", glyph: "text-bad-text" },
};

/** A note, a warning or a danger; its label opens the choice between them. */
function CalloutView({ node, editor, updateAttributes }: ReactNodeViewProps) {
  const kind: CalloutKind = isCalloutKind(node.attrs.kind) ? node.attrs.kind : "info";
  const { icon, ground, glyph } = looks[kind];
  return (
    <NodeViewWrapper className={cx("callout", ground)} data-callout={kind}>
      <div contentEditable={false}>
        <Menu>
          <MenuTrigger
            disabled={!editor.isEditable}
            aria-label={`Art des Hinweises: ${calloutLabels[kind]}`}
            className={cx(
              "-mx-2 -my-0.5 flex items-center gap-4 rounded-6 px-2 py-0.5 font-semibold enabled:hover:bg-tint-7 max-md:-my-2.5 max-md:min-h-11",
              glyph,
            )}
          >
            <Icon of={icon} />
            {calloutLabels[kind]}
          </MenuTrigger>
          <MenuContent
            onCloseAutoFocus={(event) => {
              event.preventDefault();
              editor.commands.focus();
            }}
          >
            {calloutKinds.map((each) => (
              <MenuItem key={each} icon={looks[each].icon} onSelect={() => updateAttributes({ kind: each })}>
                {calloutLabels[each]}
              </MenuItem>
            ))}
          </MenuContent>
        </Menu>
      </div>
      <NodeViewContent className="callout-content" />
    </NodeViewWrapper>
  );
}

const entry = (kind: CalloutKind, keywords: string): BlockEntry => ({
  id: `callout-${kind}`,
  name: `Hinweis: ${calloutLabels[kind]}`,
  group: "Hinweise",
  icon: looks[kind].icon,
  keywords: `hinweis callout kasten ${keywords}`,
  run: (editor) => focused(editor).wrapIn("callout", { kind }).run(),
});

export const callout: EditorBlock = {
  entries: [
    entry("info", "information note"),
    entry("warning", "warnung warning vorsicht"),
    entry("danger", "danger fehler kritisch"),
  ],
  tools: {
    inserts: [
      {
        id: "callout",
        label: "Hinweis",
        icon: Info,
        isOn: (editor) => editor.isActive("callout"),
        run: (editor) => focused(editor).toggleWrap("callout", { kind: "info" }).run(),
      },
    ],
  },
  views: { callout: drawnBy(CalloutView) },
  holders: ["callout"],
};
