import { Extension } from "@tiptap/core";
import { Collaboration } from "@tiptap/extension-collaboration";
import type { Node } from "@tiptap/pm/model";
import { Plugin, PluginKey, TextSelection } from "@tiptap/pm/state";
import { ySyncPluginKey } from "@tiptap/y-tiptap";
import type { Doc, Transaction, XmlFragment, YEvent } from "yjs";
import { drawTornTexts, type Mapping, writeTornText } from "./torn-texts.ts";

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

interface Binding {
  beforeTransactionSelection: object | null;
  doc: Doc;
  type: XmlFragment;
  mapping: Mapping;
  _prosemirrorChanged(doc: Node): void;
  _observeFunction(events: YEvent<XmlFragment>[], transaction: Transaction): void;
}

/**
 * The text that everybody shares. When it first comes in, the cursor goes to the nearest place that it may stand in:
 * left to itself, the binding puts it at the old one, which may lie inside of a note or a table. A line that two have
 * begun at once keeps the letters of both.
 */
export const SharedText = Collaboration.extend({
  addProseMirrorPlugins() {
    const plugins = this.parent?.() ?? [];
    const sync = plugins.find(({ spec }) => spec.key === ySyncPluginKey);
    const draw = sync?.spec.view;
    if (sync && draw)
      sync.spec.view = (view) => {
        const { binding } = ySyncPluginKey.getState(view.state) as { binding: Binding };
        const change = binding._prosemirrorChanged.bind(binding);
        binding._prosemirrorChanged = (doc) =>
          binding.doc.transact(() => {
            writeTornText(binding.mapping, binding.type, doc);
            change(doc);
          }, ySyncPluginKey);
        const observe = binding._observeFunction;
        binding._observeFunction = (...heard) => drawTornTexts(binding.type, () => observe(...heard));
        // As long as a selection is remembered, none is set.
        binding.beforeTransactionSelection = {};
        const drawn = draw(view);
        binding.beforeTransactionSelection = null;
        return drawn;
      };
    return plugins;
  },
});

/** A click below a table, a picture or code that ends the text begins a line there. */
export const LastLine = Extension.create({
  name: "lastLine",
  addProseMirrorPlugins() {
    return [
      new Plugin({
        key: new PluginKey("lastLine"),
        props: {
          handleDOMEvents: {
            mousedown: (view, event) => {
              const last = view.dom.lastElementChild;
              const { lastChild, content } = view.state.doc;
              const isFull = lastChild && (!lastChild.isTextblock || lastChild.type.spec.code);
              if (!view.editable || !isFull || !last || event.target !== view.dom) return false;
              if (event.clientY < last.getBoundingClientRect().bottom) return false;
              event.preventDefault();
              const { paragraph } = view.state.schema.nodes;
              const transaction = view.state.tr.insert(content.size, paragraph?.create() ?? []);
              view.dispatch(transaction.setSelection(TextSelection.create(transaction.doc, content.size + 1)));
              view.focus();
              return true;
            },
          },
        },
      }),
    ];
  },
});
