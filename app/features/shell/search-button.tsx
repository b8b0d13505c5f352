import { Search } from "lucide-react";
import { useShortcutLabel } from "../../lib/shortcuts.ts";
import { Button } from "../../ui/button.tsx";
import { paletteDoor } from "../palette/palette-door.ts";

export function SearchButton() {
  const keys = useShortcutLabel("mod+k");
  return (
    <Button icon={Search} keyHint={keys} onClick={paletteDoor.open}>
      Suchen
    </Button>
  );
}
