import { Extension } from "@tiptap/core";
import { Plugin, PluginKey } from "@tiptap/pm/state";

/**
 * Reads where the cursor is before each key. A busy browser tells of a moved cursor only after the next key, which
 * would then be carried out where the cursor was.
 */
export const FreshCursor = Extension.create({
  name: "freshCursor",
  // Before all that acts on keys.
  priority: 10_000,
  addProseMirrorPlugins() {
    return [
      new Plugin({
        key: new PluginKey("freshCursor"),
        props: {
          handleDOMEvents: {
            keydown: (view, event) => {
              if (!view.composing && !event.isComposing) document.dispatchEvent(new Event("selectionchange"));
              return false;
            },
          },
        },
      }),
    ];
  },
});
