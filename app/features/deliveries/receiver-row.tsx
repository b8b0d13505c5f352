import type { ComponentProps } from "react";
import { type Delivery, deliveryStates } from "../../../contract/deliveries/deliveries.ts";
import { SwitchedRow } from "../../lib/form/switched-row.tsx";
import { formatDateTime } from "../../lib/format.ts";
import { Tag } from "../../ui/status/tag.tsx";
import { stateTones } from "./delivery-tones.ts";

interface ReceiverRowProps extends ComponentProps<typeof SwitchedRow> {
  last: (Pick<Delivery, "state" | "status"> & { at: Date }) | null;
}

/** A webhook or channel in a list: how its last delivery went, whether it is on, and what can be done with it. */
export function ReceiverRow({ last, children, ...row }: ReceiverRowProps) {
  return (
    <SwitchedRow {...row}>
      {children}
      <p className="mt-0.5 flex flex-wrap items-center gap-x-2 gap-y-1 text-meta text-text-3">
        {last ? (
          <>
            <Tag tone={stateTones[last.state]}>{deliveryStates[last.state]}</Tag>
            {last.status !== null && `Status ${last.status}, `}
            {formatDateTime(last.at)}
          </>
        ) : (
          "Noch nichts zugestellt"
        )}
      </p>
    </SwitchedRow>
  );
}
