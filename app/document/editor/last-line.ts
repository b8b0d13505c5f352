import { Extension } from "@tiptap/core";
import { Plugin, PluginKey, TextSelection } from "@tiptap/pm/state";

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
