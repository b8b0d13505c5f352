import type { Editor } from "@tiptap/core";
import { NodeSelection } from "@tiptap/pm/state";
import { ArrowDown, ArrowUp, CopyPlus, GripVertical, Plus, Trash2 } from "lucide-react";
import { type DragEvent, type RefObject, useEffect, useState } from "react";
import { cx } from "../../ui/cx.ts";
import { Icon } from "../../ui/icon.tsx";
import { Menu, MenuContent, MenuItem, MenuSeparator, MenuTrigger } from "../../ui/overlays/menu.tsx";
import { moveBlock } from "./block-moves.ts";
import { openBlockMenu } from "./toolbar/toolbar.tsx";

const buttonClass =
  "grid h-6 w-5 place-items-center rounded-4 text-text-3 transition-colors hover:bg-tint-7 hover:text-text-1";

/**
 * Beside the block under the mouse: one more block, and a handle to drag it or to open what can be done with it. The
 * keyboard has „/“ and Alt+Shift+↑ and ↓ instead.
 */
export function BlockHandle({ editor, sheet }: { editor: Editor; sheet: RefObject<HTMLElement | null> }) {
  const [isOpen, setOpen] = useState(false);
  const block = useHoveredBlock(editor, sheet, isOpen);
  if (!block) return null;

  const select = () => editor.commands.setNodeSelection(block.position);
  const move = (step: -1 | 1) => {
    select();
    const transaction = moveBlock(editor.state, step);
    if (transaction) editor.view.dispatch(transaction);
  };
  const node = () => editor.state.doc.nodeAt(block.position);
  const end = () => block.position + (node()?.nodeSize ?? 0);

  const startDrag = (event: DragEvent) => {
    const { view } = editor;
    const dragged = view.nodeDOM(block.position);
    select();
    const { selection } = view.state;
    if (!(selection instanceof NodeSelection) || !(dragged instanceof HTMLElement)) return event.preventDefault();
    const slice = selection.content();
    const { dom, text } = view.serializeForClipboard(slice);
    event.dataTransfer.clearData();
    event.dataTransfer.setData("text/html", dom.innerHTML);
    event.dataTransfer.setData("text/plain", text);
    event.dataTransfer.effectAllowed = "copyMove";
    event.dataTransfer.setDragImage(dragged, 0, 0);
    view.dragging = { slice, move: true };
  };
  const endDrag = () => {
    // The drop, which comes before this, has taken what it needs.
    editor.view.dragging = null;
  };

  return (
    <div
      // The place follows the block, which no class can say.
      style={{ top: `${block.top}px` }}
      className="absolute -left-11 flex h-[25px] w-11 items-center max-md:hidden print:hidden"
    >
      <button
        type="button"
        tabIndex={-1}
        aria-label="Block darunter einfügen"
        title="Block darunter einfügen"
        className={buttonClass}
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => openBlockMenu(editor, end())}
      >
        <Icon of={Plus} />
      </button>
      <button
        type="button"
        tabIndex={-1}
        draggable
        aria-label="Block verschieben"
        aria-haspopup="menu"
        aria-expanded={isOpen}
        title="Ziehen zum Verschieben, klicken für mehr"
        className={cx(buttonClass, isOpen && "bg-tint-7 text-text-1")}
        onClick={() => setOpen(true)}
        onDragStart={startDrag}
        onDragEnd={endDrag}
      >
        <Icon of={GripVertical} />
      </button>
      <Menu open={isOpen} onOpenChange={setOpen}>
        {/* Only the place of the menu: as its trigger the handle would open it before a drag can begin. */}
        <MenuTrigger asChild>
          <span aria-hidden="true" tabIndex={-1} className="pointer-events-none absolute inset-y-0 right-0 w-5" />
        </MenuTrigger>
        <MenuContent
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            editor.commands.focus();
          }}
        >
          <MenuItem icon={ArrowUp} onSelect={() => move(-1)}>
            Nach oben
          </MenuItem>
          <MenuItem icon={ArrowDown} onSelect={() => move(1)}>
            Nach unten
          </MenuItem>
          <MenuItem icon={CopyPlus} onSelect={() => editor.commands.insertContentAt(end(), node()?.toJSON() ?? [])}>
            Duplizieren
          </MenuItem>
          <MenuSeparator />
          <MenuItem
            danger
            icon={Trash2}
            onSelect={() => editor.commands.deleteRange({ from: block.position, to: end() })}
          >
            Block löschen
          </MenuItem>
        </MenuContent>
      </Menu>
    </div>
  );
}

interface HoveredBlock {
  /** Before the block, in the document. */
  position: number;
  /** Below the upper edge of the sheet, in pixels. */
  top: number;
}

/** The outermost block beside which the mouse is; the same one as long as it is held. */
function useHoveredBlock(editor: Editor, sheet: RefObject<HTMLElement | null>, isHeld: boolean) {
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
