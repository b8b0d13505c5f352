import type { HTMLAttributes } from "react";
import { cx } from "../cx.ts";
import { identityColour, initials } from "./identity.ts";

const SIZES = {
  20: "h-5 w-5 rounded-[5px] text-[11px]",
  32: "h-8 w-8 rounded-8 text-[14px]",
  44: "h-11 w-11 rounded-10 text-[20px]",
} as const;

export type LetterTileProps = HTMLAttributes<HTMLSpanElement> & {
  name: string;
  thingId?: string;
  size?: keyof typeof SIZES;
};

/** Things are square. The name stands beside it, so it is not read out. */
export function LetterTile({ name, thingId, size = 20, className, ...rest }: LetterTileProps) {
  return (
    <span
      aria-hidden="true"
      {...rest}
      className={cx("letter-tile", SIZES[size], identityColour(thingId ?? name), className)}
    >
      {initials(name).slice(0, 1)}
    </span>
  );
}
