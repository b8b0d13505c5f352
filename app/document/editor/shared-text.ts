import { Collaboration } from "@tiptap/extension-collaboration";
import { ySyncPluginKey } from "@tiptap/y-tiptap";

interface Remembering {
  beforeTransactionSelection: object | null;
}

/**
 * The text that everybody shares. When it first comes in, the cursor goes to the nearest place that it may stand in:
 * left to itself, the binding puts it at the old one, which may lie inside of a note or a table.
 */
export const SharedText = Collaboration.extend({
  addProseMirrorPlugins() {
    const plugins = this.parent?.() ?? [];
    const sync = plugins.find(({ spec }) => spec.key === ySyncPluginKey);
    const draw = sync?.spec.view;
    if (sync && draw)
      sync.spec.view = (view) => {
        const { binding } = ySyncPluginKey.getState(view.state) as { binding: Remembering };
        // As long as a selection is remembered, none is set.
        binding.beforeTransactionSelection = {};
        const drawn = draw(view);
        binding.beforeTransactionSelection = null;
        return drawn;
      };
    return plugins;
  },
});
