import type { ReactNode } from "react";
import { joinedModule, type LazyModule, prefetchedModule } from "./lazy-module.ts";
import { type OverlayControls, OverlayTrigger, useLazyOverlay } from "./overlay-trigger.tsx";
import type { PopoverSheetProps } from "./popover-sheet.tsx";

type Sheet = typeof import("./popover-sheet.tsx");

const popoverSheet: LazyModule<Sheet> = prefetchedModule(() => import("./popover-sheet.tsx"));

export type PopoverProps = OverlayControls &
  Omit<PopoverSheetProps, "of" | "open" | "onOpenChange"> & {
    /** The button that opens it. */
    trigger: ReactNode;
    label: string;
  };

/** A small sheet beside the button that opened it; a click elsewhere or Escape closes it. */
export function Popover({ children, ...rest }: PopoverProps) {
  return <SheetOf {...rest} sheet={popoverSheet} content={() => children} />;
}

export type LazyPopoverProps<Content> = Omit<PopoverProps, "children"> & { children: (content: Content) => ReactNode };

/** A popover whose content is fetched with its sheet: it opens once both are there, so that the focus finds its place. */
export function lazyPopover<Content extends object>(
  fetch: () => Promise<Content>,
): (props: LazyPopoverProps<Content>) => ReactNode {
  const sheet = joinedModule(popoverSheet, prefetchedModule(fetch));
  return function LazyPopover({ children, ...rest }) {
    return <SheetOf {...rest} sheet={sheet} content={children} />;
  };
}

type SheetOfProps<Module> = Omit<PopoverProps, "content"> & {
  sheet: LazyModule<Module>;
  content: (module: Module) => ReactNode;
};

function SheetOf<Module extends Sheet>(props: SheetOfProps<Module>) {
  const { trigger, label, open, onOpenChange, sheet, content, ...rest } = props;
  const overlay = useLazyOverlay(sheet, { open, onOpenChange });
  const { module, id, isOpen, setOpen } = overlay;
  return (
    <>
      <OverlayTrigger of={overlay}>{trigger}</OverlayTrigger>
      {module && (
        <module.PopoverSheet
          {...rest}
          id={id}
          aria-label={label}
          of={overlay.trigger}
          open={isOpen}
          onOpenChange={setOpen}
        >
          {content(module)}
        </module.PopoverSheet>
      )}
    </>
  );
}
