import { useNavigate } from "@remix-run/react";
import { useEffect } from "react";
import { hasAbility, type Role } from "../../../contract/roles.ts";
import { isCovered, isTyping, searchMark } from "../../records/list/use-list-keys.ts";

/** The single keys that the list has, too: `c` gives feedback, `/` searches. */
export function useBoardKeys(role: Role): void {
  const navigate = useNavigate();
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.isComposing;
      if (!isPlain || event.defaultPrevented || isTyping(event.target) || isCovered()) return;
      if (event.key === "c" && hasAbility(role, "editRecords")) navigate("/feedback/new");
      else if (event.key === "/") document.querySelector<HTMLInputElement>(`[${searchMark}]`)?.focus();
      else return;
      event.preventDefault();
    };
    window.addEventListener("keydown", listen);
    return () => window.removeEventListener("keydown", listen);
  }, [role, navigate]);
}
