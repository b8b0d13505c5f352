import * as Radix from "@radix-ui/react-toast";
import { Link } from "@remix-run/react";
import {
  LogIn,
  type LucideIcon,
  MessageSquareCheck,
  MessageSquarePlus,
  MessagesSquare,
  RefreshCw,
  Tags,
  UserPlus,
} from "lucide-react";
import { useEffect, useRef, useState } from "react";
import type { ToastIcon } from "../../../contract/live/live-events.ts";
import { hideToast, type Toast } from "../../lib/dialogs/toasts.ts";
import { Button } from "../../ui/button.tsx";
import { buttonClass } from "../../ui/button-class.ts";
import { ToastCard } from "../../ui/overlays/toast-card.tsx";

const defaultMs = 4000;
/** What closes on an Escape of its own. */
const layers = "[role$=dialog], [role=menu], [role=listbox]";

type ToastItemProps = { toast: Toast; isLeaving: boolean; isPaused: boolean };

export function ToastItem({ toast, isLeaving, isPaused }: ToastItemProps) {
  const isError = toast.tone === "error";
  const lifeMs = toast.isLoading ? false : (toast.autoCloseMs ?? defaultMs);
  const close = () => hideToast(toast.id);
  const remaining = useCountdown({ lifeMs, restartOn: toast, isPaused: isPaused || isLeaving, onEnd: close });
  const isForLayer = useRef(false);
  // A card whose words change in place has to be read out again; all others are announced once, when they appear.
  const [startedLoading] = useState(Boolean(toast.isLoading));
  return (
    <Radix.Root
      asChild
      open={!isLeaving}
      // A toast lies above whatever is open, and Radix gives the key to the topmost: it belongs to where the focus is.
      onEscapeKeyDown={() => {
        isForLayer.current = Boolean(document.activeElement?.closest(layers));
      }}
      onOpenChange={(open) => {
        if (!open && !toast.isLoading && !isForLayer.current) close();
        isForLayer.current = false;
      }}
      type={isError ? "foreground" : "background"}
    >
      <ToastCard
        role={isError ? "alert" : "status"}
        aria-live={startedLoading ? (isError ? "assertive" : "polite") : "off"}
        tone={toast.isLoading ? "loading" : toast.tone}
        icon={!toast.isLoading && toast.icon ? toastIcons[toast.icon] : undefined}
        title={toast.title}
        message={toast.message}
        remaining={remaining}
        onClose={close}
        action={toast.action && <ToastAction action={toast.action} onDone={close} />}
        className="data-[state=open]:animate-rise-slow data-[swipe=cancel]:translate-x-0 data-[swipe=end]:translate-x-[var(--radix-toast-swipe-end-x)] data-[swipe=move]:translate-x-[var(--radix-toast-swipe-move-x)] data-[state=closed]:[animation:fade-out_250ms_var(--ease)_forwards] data-[swipe=cancel]:transition-transform max-md:max-w-none"
      />
    </Radix.Root>
  );
}

function ToastAction({ action, onDone }: { action: NonNullable<Toast["action"]>; onDone: () => void }) {
  if ("href" in action)
    return (
      <Link to={action.href} onClick={onDone} className={buttonClass({ size: "sm" })}>
        {action.label}
      </Link>
    );
  const perform = () => {
    onDone();
    action.perform();
  };
  return (
    <Button size="sm" onClick={perform}>
      {action.label}
    </Button>
  );
}

const toastIcons: Record<ToastIcon, LucideIcon> = {
  preview: RefreshCw,
  tags: Tags,
  newUser: UserPlus,
  signIn: LogIn,
  feedback: MessageSquarePlus,
  feedbackDone: MessageSquareCheck,
  chat: MessagesSquare,
};

const frameMs = 40;

type CountdownOptions = {
  /** `false` never ends. */
  lifeMs: number | false;
  /** A new value begins anew. */
  restartOn: unknown;
  isPaused: boolean;
  onEnd: () => void;
};

/** The share of its life that is left, from 1 to 0; undefined for what never ends. Time stands still while paused. */
function useCountdown({ lifeMs, restartOn, isPaused, onEnd }: CountdownOptions): number | undefined {
  const latest = useRef(onEnd);
  const left = useRef<{ of: unknown; ms: number }>({ of: undefined, ms: 0 });
  const [remaining, setRemaining] = useState(1);
  useEffect(() => {
    latest.current = onEnd;
  });

  useEffect(() => {
    if (lifeMs === false) return;
    if (left.current.of !== restartOn) {
      left.current = { of: restartOn, ms: lifeMs };
      setRemaining(1);
    }
    if (isPaused) return;
    const before = left.current.ms;
    const startedAt = Date.now();
    const timer = setInterval(() => {
      left.current.ms = before - (Date.now() - startedAt);
      setRemaining(Math.max(0, left.current.ms / lifeMs));
      if (left.current.ms > 0) return;
      clearInterval(timer);
      latest.current();
    }, frameMs);
    return () => clearInterval(timer);
  }, [lifeMs, restartOn, isPaused]);

  return lifeMs === false ? undefined : remaining;
}
