import { Search } from "lucide-react";
import { Button } from "../../ui/button.tsx";
import { paletteDisclosure } from "../dialogs/disclosure.ts";
import { useShortcutLabel } from "../shortcuts.ts";

/** Opens the palette, and names its shortcut. */
export function SearchButton() {
  const keys = useShortcutLabel("mod+k");
  return (
    <Button icon={Search} keyHint={keys} onClick={paletteDisclosure.open}>
      Suchen
    </Button>
  );
}
