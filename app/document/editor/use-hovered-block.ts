import type { Editor } from "@tiptap/core";
import { type RefObject, useEffect, useState } from "react";

interface HoveredBlock {
  /** Before the block, in the document. */
  position: number;
  /** Below the upper edge of the sheet, in pixels. */
  top: number;
}

/** The outermost block beside which the mouse is; the same one as long as it is held. */
export function useHoveredBlock(editor: Editor, sheet: RefObject<HTMLElement | null>, isHeld: boolean) {
  const [block, setBlock] = useState<HoveredBlock>();
  useEffect(() => {
    const area = sheet.current;
    if (!area || isHeld) return;
    let frame = 0;
    const find = (x: number, y: number) => {
      const text = editor.view.dom.getBoundingClientRect();
      // Left of the text there is no position; the line is the same.
      const left = Math.min(Math.max(x, text.left + 8), text.right - 8);
      const found = editor.view.posAtCoords({ left, top: y });
      if (!found) return;
      const $found = editor.state.doc.resolve(found.inside >= 0 ? found.inside : found.pos);
      const position = $found.depth > 0 ? $found.before(1) : $found.pos;
      const dom = editor.view.nodeDOM(position);
      if (!(dom instanceof HTMLElement)) return;
      const box = dom.getBoundingClientRect();
      const line = Number.parseFloat(getComputedStyle(dom).lineHeight) || 25;
      const top = box.top - area.getBoundingClientRect().top + Math.max(0, (Math.min(line, box.height) - 25) / 2);
      setBlock((before) => (before?.position === position && before.top === top ? before : { position, top }));
    };
    const point = ({ clientX, clientY, buttons }: MouseEvent) => {
      cancelAnimationFrame(frame);
      if (buttons === 0) frame = requestAnimationFrame(() => !editor.isDestroyed && find(clientX, clientY));
    };
    const leave = () => {
      cancelAnimationFrame(frame);
      setBlock(undefined);
    };
    area.addEventListener("mousemove", point);
    area.addEventListener("mouseleave", leave);
    // What is written may move the block away from its handle.
    editor.on("update", leave);
    return () => {
      cancelAnimationFrame(frame);
      area.removeEventListener("mousemove", point);
      area.removeEventListener("mouseleave", leave);
      editor.off("update", leave);
    };
  }, [editor, sheet, isHeld]);
  return editor.isEditable ? block : undefined;
}
