import { Extension } from "@tiptap/core";
import { Plugin, PluginKey } from "@tiptap/pm/state";

/** Hands files that are pasted or dropped into the text on, with the place they were dropped at. */
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
