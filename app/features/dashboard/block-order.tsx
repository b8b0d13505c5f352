import {
  type BlockArrangement,
  dashboardBlocks,
  lastingBlock,
  wholeArrangement,
} from "../../../contract/dashboard/blocks.ts";
import { OrderList } from "../../lib/form/order-list.tsx";

interface BlockOrderProps {
  value: BlockArrangement;
  onChange: (value: BlockArrangement) => void;
}

/** The blocks of the dashboard, to be put into an order and hidden. */
export function BlockOrder({ value, onChange }: BlockOrderProps) {
  const { order, hidden } = wholeArrangement(value);
  return (
    <OrderList
      label="Blöcke des Dashboards"
      directions={["nach oben", "nach unten"]}
      className="grid gap-0.5"
      items={order.map((key) => ({
        key,
        label: dashboardBlocks[key],
        isShown: !hidden.includes(key),
        isLasting: key === lastingBlock,
      }))}
      onOrder={(next) => onChange({ order: next, hidden })}
      onShow={(key, isShown) =>
        onChange({ order, hidden: isShown ? hidden.filter((other) => other !== key) : [...hidden, key] })
      }
    />
  );
}
