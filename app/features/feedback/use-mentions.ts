import { type KeyboardEvent, useId, useState } from "react";
import type { Ref } from "../../../contract/records/fields.ts";
import { foldText } from "../../../contract/values/fold.ts";
import { useOptions } from "../records/form/use-options.ts";

/** The people whose names fit what is typed behind an `@`, and the keys that choose one of them. */
export function useMentions(asked: string | undefined) {
  const listId = useId();
  const { options } = useOptions("user", asked ?? "", asked !== undefined);
  const [active, setActive] = useState(0);
  const [closedFor, setClosedFor] = useState<string>();
  const [lastAsked, setLastAsked] = useState(asked);
  if (asked !== lastAsked) {
    setLastAsked(asked);
    setActive(0);
  }
  // What is found for the letters before does not stay on offer.
  const fits = ({ label }: Ref) => foldText(label).includes(foldText(asked ?? ""));
  const shown = options.filter(fits).slice(0, 6);
  const isOpen = asked !== undefined && asked !== closedFor && shown.length > 0;
  const at = Math.min(active, shown.length - 1);
  const optionId = (index: number) => `${listId}-${index}`;
  return {
    listId,
    optionId,
    options: shown,
    active: at,
    isOpen,
    fieldProps: {
      role: "combobox",
      "aria-autocomplete": "list" as const,
      "aria-expanded": isOpen,
      "aria-controls": isOpen ? listId : undefined,
      "aria-activedescendant": isOpen ? optionId(at) : undefined,
    },
    /** Takes the keys that belong to the open list, and says whether it has. */
    press(event: KeyboardEvent, pick: (person: Ref) => void): boolean {
      if (!isOpen || event.ctrlKey || event.metaKey || event.altKey) return false;
      if (event.key === "ArrowDown") setActive((at + 1) % shown.length);
      else if (event.key === "ArrowUp") setActive((at - 1 + shown.length) % shown.length);
      else if (event.key === "Escape") setClosedFor(asked);
      else if ((event.key === "Enter" || event.key === "Tab") && shown[at]) pick(shown[at]);
      else return false;
      event.preventDefault();
      event.stopPropagation();
      return true;
    },
  };
}
