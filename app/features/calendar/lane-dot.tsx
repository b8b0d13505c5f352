import type { Lane } from "../../../contract/deadlines/lanes.ts";
import { cx } from "../../ui/cx.ts";

const colors: Record<Lane, string> = {
  domains: "rounded-full bg-s1",
  hosting: "rounded-full bg-s2",
  contracts: "rounded-full bg-s3",
  certificates: "rounded-full bg-s4",
  warranties: "rounded-full bg-s5",
  returns: "rounded-full bg-s6",
  avv: "rounded-full border-[1.5px] border-s1",
  tasks: "rounded-[2px] bg-s3",
  own: "rounded-[2px] border-[1.5px] border-s1",
  // As the status has it: a thick ring.
  maintenance: "rounded-full border-[2.5px] border-mnt",
};

/** The mark of a lane, the same wherever it is shown; its name always stands beside it or is said. */
export function LaneDot({ lane, className }: { lane: Lane; className?: string }) {
  return <span aria-hidden="true" className={cx("h-2 w-2 flex-none", colors[lane], className)} />;
}
