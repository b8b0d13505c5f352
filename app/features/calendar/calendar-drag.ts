import { combine } from "@atlaskit/pragmatic-drag-and-drop/combine";
import {
  draggable,
  dropTargetForElements,
  monitorForElements,
} from "@atlaskit/pragmatic-drag-and-drop/element/adapter";

interface CalendarDrag {
  /** The day that something hangs over; undefined when it is none. */
  onOver(day: string | undefined): void;
  onDrop(id: string, day: string): void;
}

/** Lets what is marked `data-movable` be dragged onto what is marked `data-day`, within a grid; returns how to stop. */
export function bindGrid(grid: HTMLElement, { onOver, onDrop }: CalendarDrag): () => void {
  const all = (selector: string) => [...grid.querySelectorAll<HTMLElement>(selector)];
  const dayOf = (data: Record<string | symbol, unknown> | undefined) =>
    typeof data?.calendarDay === "string" ? data.calendarDay : undefined;
  return combine(
    ...all("[data-movable]").map((element) =>
      draggable({ element, getInitialData: () => ({ deadlineId: element.dataset.movable }) }),
    ),
    ...all("[data-day]").map((element) =>
      dropTargetForElements({
        element,
        canDrop: ({ source }) =>
          typeof source.data.deadlineId === "string" && source.element.closest("[data-day]") !== element,
        getData: () => ({ calendarDay: element.dataset.day }),
        getDropEffect: () => "move",
      }),
    ),
    monitorForElements({
      canMonitor: ({ source }) => typeof source.data.deadlineId === "string",
      onDropTargetChange: ({ location }) => onOver(dayOf(location.current.dropTargets[0]?.data)),
      onDrop: ({ source, location }) => {
        onOver(undefined);
        const day = dayOf(location.current.dropTargets[0]?.data);
        if (day) onDrop(String(source.data.deadlineId), day);
      },
    }),
  );
}
