import { LoaderCircle, type LucideIcon } from "lucide-react";
import { cx } from "./cx.ts";

const STROKE = { 11: 2.2, 14: 1.9, 16: 1.75, 20: 1.6 } as const;

export type IconSize = keyof typeof STROKE;

type IconProps = { of: LucideIcon; size?: IconSize; className?: string };

export function Icon({ of: Shape, size = 16, className }: IconProps) {
  return <Shape size={size} strokeWidth={STROKE[size]} className={cx("flex-none", className)} aria-hidden="true" />;
}

export function Spinner({ size = 16, className }: { size?: IconSize; className?: string }) {
  return <Icon of={LoaderCircle} size={size} className={cx("animate-spin", className)} />;
}
