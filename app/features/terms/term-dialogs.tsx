import type { TermType } from "../../../contract/terms/term-types.ts";
import { openModal } from "../../lib/dialogs/modals.ts";
import { lazyPart } from "../../lib/lazy-part.tsx";
import { Dialog } from "../../ui/overlays/dialog.tsx";
import { Skeleton } from "../../ui/placeholders/skeleton.tsx";

// The controls come with the first dialog: pages and lists open without them.
const EndForm = lazyPart(
  async () => (await import("./term-forms.tsx")).EndForm,
  <Skeleton className="mt-4 h-9 w-full" />,
);
const PriceForm = lazyPart(
  async () => (await import("./term-forms.tsx")).PriceForm,
  <Skeleton className="mt-4 h-9 w-full" />,
);

export interface ChosenEnd {
  decision: "cancel" | "handOver";
  effectiveOn?: string;
  reason?: string;
}

export interface ChosenPrice {
  fromOn: string;
  priceCents?: number;
  costCents?: number;
  reason?: string;
}

/** Asks to when something is cancelled; the next possible end without a day. */
export function openCancel({ title }: { title: string }): Promise<ChosenEnd | undefined> {
  return openModal<ChosenEnd>(({ open, onOpenChange, close }) => (
    <Dialog open={open} onOpenChange={onOpenChange} title="Gekündigt zum …" description={title}>
      <EndForm onSubmit={close} onCancel={() => onOpenChange(false)} />
    </Dialog>
  ));
}

/** Asks from when on something costs and brings what. */
export function openPrice({ title, type }: { title: string; type: TermType }): Promise<ChosenPrice | undefined> {
  return openModal<ChosenPrice>(({ open, onOpenChange, close }) => (
    <Dialog open={open} onOpenChange={onOpenChange} title="Preis ab …" description={title}>
      <PriceForm type={type} onSubmit={close} onCancel={() => onOpenChange(false)} />
    </Dialog>
  ));
}
