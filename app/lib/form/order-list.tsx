import { ChevronDown, ChevronUp, GripVertical } from "lucide-react";
import { type DragEvent, type KeyboardEvent, useEffect, useRef, useState } from "react";
import { IconButton } from "../../ui/button.tsx";
import { cx } from "../../ui/cx.ts";
import { Checkbox } from "../../ui/form/checkbox.tsx";
import { Icon } from "../../ui/icon.tsx";
import { moved } from "./moved.ts";

export interface OrderedItem<Key extends string> {
  key: Key;
  label: string;
  isShown: boolean;
  /** It cannot be hidden. */
  isLasting?: boolean;
}

interface OrderListProps<Key extends string> {
  label: string;
  items: readonly OrderedItem<Key>[];
  /** The keys in their new order. */
  onOrder: (order: Key[]) => void;
  onShow: (key: Key, isShown: boolean) => void;
  /** What the buttons say: „nach vorn“, „nach hinten“. */
  directions: readonly [up: string, down: string];
  className?: string;
}

/** Things in an order of the person's own: dragged, moved by their buttons or by Alt and an arrow, shown or hidden. */
export function OrderList<Key extends string>(props: OrderListProps<Key>) {
  const { label, items, onOrder, onShow, directions, className } = props;
  const [dragged, setDragged] = useState<Key>();
  const [told, setTold] = useState("");
  const list = useRef<HTMLUListElement>(null);
  const moving = useRef<Key>();
  const order = items.map(({ key }) => key);
  const move = (key: Key, to: number) => {
    if (to < 0 || to >= items.length) return;
    moving.current = key;
    setTold(`${items.find((item) => item.key === key)?.label}: Stelle ${to + 1} von ${items.length}.`);
    onOrder(moved(order, key, to) as Key[]);
  };
  // At an end the button that was pressed can do no more, and would leave the focus nowhere.
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each new order
  useEffect(() => {
    const key = moving.current;
    moving.current = undefined;
    const focused = document.activeElement;
    if (!key || (list.current?.contains(focused) && !focused?.matches(":disabled"))) return;
    list.current?.querySelector<HTMLElement>(`[data-order="${key}"] button:not(:disabled)`)?.focus();
  }, [items]);
  const drop = (event: DragEvent, onto: number) => {
    event.preventDefault();
    if (dragged) move(dragged, onto);
    setDragged(undefined);
  };
  const byKeys = (event: KeyboardEvent, key: Key, index: number) => {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (!event.altKey || by === undefined) return;
    event.preventDefault();
    move(key, index + by);
  };
  return (
    <>
      <ul ref={list} aria-label={label} className={className}>
        {items.map(({ key, label: name, isShown, isLasting = false }, index) => (
          <li
            key={key}
            data-order={key}
            draggable
            onDragStart={() => setDragged(key)}
            onDragEnd={() => setDragged(undefined)}
            onDragOver={(event) => dragged && event.preventDefault()}
            onDrop={(event) => drop(event, index)}
            onKeyDown={(event) => byKeys(event, key, index)}
            className={cx(
              "flex min-h-8 items-center gap-1 rounded-6 hover:bg-tint-4 max-md:min-h-11",
              dragged === key && "opacity-50",
            )}
          >
            <Icon of={GripVertical} size={14} className="cursor-grab text-text-3 max-md:hidden" />
            <Checkbox
              label={name}
              checked={isShown}
              disabled={isLasting}
              className="min-w-0 flex-1"
              onChange={(event) => onShow(key, event.target.checked)}
            />
            <IconButton
              icon={ChevronUp}
              label={`${name} ${directions[0]}`}
              size="sm"
              disabled={index === 0}
              onClick={() => move(key, index - 1)}
            />
            <IconButton
              icon={ChevronDown}
              label={`${name} ${directions[1]}`}
              size="sm"
              disabled={index === items.length - 1}
              onClick={() => move(key, index + 1)}
            />
          </li>
        ))}
      </ul>
      <p aria-live="polite" className="sr-only">
        {told}
      </p>
    </>
  );
}
