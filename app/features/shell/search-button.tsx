import { Search } from "lucide-react";
import { paletteDisclosure } from "../../lib/dialogs/disclosure.ts";
import { useShortcutLabel } from "../../lib/shortcuts.ts";
import { Button } from "../../ui/button.tsx";

export function SearchButton() {
  const keys = useShortcutLabel("mod+k");
  return (
    <Button icon={Search} keyHint={keys} onClick={paletteDisclosure.open}>
      Suchen
    </Button>
  );
}
