import { useIsApple } from "../../lib/shortcuts.ts";

const appleSigns: Record<string, string> = { Mod: "⌘", Shift: "⇧", Alt: "⌥" };
const words: Record<string, string> = { Mod: "Strg", Shift: "Umschalt", ArrowUp: "↑", ArrowDown: "↓" };

/** Names keys as ProseMirror writes them in the words of this machine's keyboard: „Strg+Umschalt+8“ or „⇧⌘8“. */
export function useKeyWords(): (keys: string) => string {
  const apple = useIsApple();
  return (keys) =>
    keys
      .split("-")
      .map((key) => (apple && appleSigns[key]) || words[key] || key)
      .join(apple ? "" : "+");
}
