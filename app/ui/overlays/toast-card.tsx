import { CircleAlert, CircleCheck, Info, LoaderCircle, type LucideIcon, X } from "lucide-react";
import { forwardRef, type HTMLAttributes, type ReactNode, type Ref } from "react";
import { cx } from "../cx.ts";
import { Icon } from "../icon.tsx";

const TONES = {
  info: { icon: Info, glyph: "text-text-2", role: "status" },
  success: { icon: CircleCheck, glyph: "text-ok", role: "status" },
  error: { icon: CircleAlert, glyph: "text-bad-text", role: "alert" },
  loading: { icon: LoaderCircle, glyph: "animate-spin text-text-2", role: "status" },
} as const;

export type ToastTone = keyof typeof TONES;

export type ToastCardProps = Omit<HTMLAttributes<HTMLElement>, "title"> & {
  tone?: ToastTone;
  title: ReactNode;
  message?: ReactNode;
  icon?: LucideIcon;
  action?: ReactNode;
  onClose?: () => void;
  /** How long the card stays; its edge shrinks over this time. A card that stays has none and shows no edge. */
  lifeMs?: number;
  paused?: boolean;
  /** The part of its time that is left, from 1 to 0, for an edge that stands still. */
  remaining?: number;
  /** A list of toasts needs list items. */
  as?: "div" | "li";
};

export const ToastCard = forwardRef<HTMLElement, ToastCardProps>(function ToastCard(
  {
    tone = "info",
    title,
    message,
    icon,
    action,
    onClose,
    lifeMs,
    paused = false,
    remaining,
    as = "div",
    className,
    children,
    ...rest
  },
  ref,
) {
  const Shell = as as "div";
  const look = TONES[tone];
  const isError = tone === "error";
  return (
    <Shell
      ref={ref as Ref<HTMLDivElement>}
      role={look.role}
      {...rest}
      className={cx(
        "relative grid max-h-[200px] w-full max-w-[440px] grid-cols-[20px_minmax(0,1fr)_28px] gap-x-3 overflow-hidden rounded-10 pb-[13px] pl-4 pr-3 pt-3 text-ui",
        isError
          ? "bg-bad-soft shadow-[0_0_0_1px_color-mix(in_srgb,var(--bad)_45%,transparent),0_10px_28px_-8px_rgb(27_23_25/0.16)]"
          : "bg-raised shadow-e2",
        className,
      )}
    >
      <Icon of={icon ?? look.icon} size={20} className={cx("mt-px", look.glyph)} />
      {/* Long words scroll; what can be done about them stays in sight. */}
      <div className="flex max-h-[175px] min-w-0 flex-col [overflow-wrap:anywhere]">
        <div className="min-h-0 overflow-y-auto">
          <p className={cx("text-row font-semibold", isError && "text-bad-text")}>{title}</p>
          {message && <p className={isError ? "text-text-1" : "text-text-2"}>{message}</p>}
          {children}
        </div>
        {action && <div className="mt-2 flex flex-none gap-2">{action}</div>}
      </div>
      {onClose && tone !== "loading" && (
        <button
          type="button"
          aria-label="Schließen"
          onClick={onClose}
          className={cx(
            "-mt-[3px] grid h-7 w-7 place-items-center rounded-6 transition-colors hover:bg-tint-7 hover:text-text-1 max-md:-mr-2 max-md:-mt-2 max-md:mb-[-15px] max-md:h-11 max-md:w-11 max-md:justify-self-end",
            isError ? "text-text-2" : "text-text-3",
          )}
        >
          <Icon of={X} />
        </button>
      )}
      {(lifeMs ?? remaining) !== undefined && (
        <span
          aria-hidden="true"
          className={cx(
            "absolute bottom-0 left-0 h-[3px] w-full origin-left bg-line-strong",
            lifeMs !== undefined && "animate-life",
          )}
          style={
            lifeMs === undefined
              ? { transform: `scaleX(${Math.min(1, Math.max(0, remaining ?? 0))})` }
              : { animationDuration: `${lifeMs}ms`, animationPlayState: paused ? "paused" : "running" }
          }
        />
      )}
    </Shell>
  );
});
