import { paletteDisclosure } from "../../lib/dialogs/disclosure.ts";
import { useShortcut } from "../../lib/shortcuts.ts";
import { prefetchedModule, useOpenedModule } from "../../ui/overlays/lazy-module.ts";

const palette = prefetchedModule(() => import("./palette-dialog.tsx"));

/** The palette from when it is opened for the first time. */
export function PaletteHost() {
  useShortcut("mod+k", paletteDisclosure.toggle);
  const module = useOpenedModule(palette, paletteDisclosure.use());
  return module ? <module.PaletteDialog /> : null;
}
