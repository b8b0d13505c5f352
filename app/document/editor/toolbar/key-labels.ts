import { useIsApple } from "../../../lib/shortcuts.ts";

const appleSymbols: Record<string, string> = { Mod: "⌘", Shift: "⇧", Alt: "⌥" };
const names: Record<string, string> = { Mod: "Strg", Shift: "Umschalt", ArrowUp: "↑", ArrowDown: "↓" };

/** Names keys as ProseMirror writes them in the names of this machine's keyboard: „Strg+Umschalt+8“ or „⇧⌘8“. */
export function useKeyLabels(): (keys: string) => string {
  const apple = useIsApple();
  return (keys) =>
    keys
      .split("-")
      .map((key) => (apple && appleSymbols[key]) || names[key] || key)
      .join(apple ? "" : "+");
}
