import type { Editor, MappablePosition } from "@tiptap/core";
import { Extension } from "@tiptap/core";
import { Plugin, PluginKey } from "@tiptap/pm/state";
import { Decoration, DecorationSet } from "@tiptap/pm/view";

interface Placeholder {
  position: MappablePosition;
  element: HTMLElement;
}

type Placeholders = ReadonlyMap<string, Placeholder>;

const key = new PluginKey<Placeholders>("uploadPlaceholders");

/**
 * Keeps the positions at which uploads will stand. They are seen here only: what others get is the finished block, or
 * nothing. A position follows the text around it, also when colleagues change it.
 */
export const UploadPlaceholders = Extension.create({
  name: "uploadPlaceholders",
  addProseMirrorPlugins() {
    const { editor } = this;
    return [
      new Plugin<Placeholders>({
        key,
        state: {
          init: () => new Map(),
          apply: (transaction, placeholders) => {
            const change = transaction.getMeta(key) as { add?: [string, Placeholder]; remove?: string } | undefined;
            if (!change && (placeholders.size === 0 || !transaction.docChanged)) return placeholders;
            const next = new Map(
              [...placeholders].map(([id, { position, element }]) => [
                id,
                { element, position: editor.utils.getUpdatedPosition(position, transaction).position },
              ]),
            );
            if (change?.add) next.set(...change.add);
            if (change?.remove) next.delete(change.remove);
            return next;
          },
        },
        props: {
          decorations: (state) => {
            const placeholders = key.getState(state);
            if (!placeholders?.size) return null;
            const widgets = [...placeholders].map(([id, { position, element }]) =>
              Decoration.widget(Math.min(position.position, state.doc.content.size), element, {
                key: id,
                side: 1,
                ignoreSelection: true,
                stopEvent: () => true,
              }),
            );
            return DecorationSet.create(state.doc, widgets);
          },
        },
      }),
    ];
  },
});

/** Shows an element between blocks, behind the one that a position lies in. */
export function addPlaceholder(editor: Editor, id: string, position: number, element: HTMLElement): void {
  const placeholder = { position: editor.utils.createMappablePosition(position), element };
  editor.view.dispatch(editor.state.tr.setMeta(key, { add: [id, placeholder] }).setMeta("addToHistory", false));
}

/** Takes a placeholder away; returns where it stood, undefined if it is gone already. */
export function removePlaceholder(editor: Editor, id: string): number | undefined {
  const placeholder = key.getState(editor.state)?.get(id);
  if (!placeholder) return undefined;
  editor.view.dispatch(editor.state.tr.setMeta(key, { remove: id }).setMeta("addToHistory", false));
  return Math.min(placeholder.position.position, editor.state.doc.content.size);
}
