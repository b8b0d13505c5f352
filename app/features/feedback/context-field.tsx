import { X } from "lucide-react";
import type { FeedbackContext } from "../../../contract/feedback/feedback-entry.ts";
import { IconButton } from "../../ui/button.tsx";
import { ContextList } from "./context-list.tsx";

interface ContextFieldProps {
  context: FeedbackContext;
  onChange: (context: FeedbackContext | undefined) => void;
}

/** What will be sent along; the person sees it and may take it out. */
export function ContextField({ context, onChange }: ContextFieldProps) {
  return (
    <section aria-label="Kontext" className="rounded-10 border px-3 pb-1 pt-1.5">
      <div className="flex items-center gap-2">
        <p className="min-w-0 flex-1 text-ui text-text-2">
          <span className="font-medium text-text-1">Kontext</span> wird mitgeschickt:
        </p>
        <IconButton icon={X} size="sm" label="Kontext nicht mitschicken" onClick={() => onChange(undefined)} />
      </div>
      <div className="[&_dl>div:last-child]:border-b-0">
        <ContextList context={context} />
      </div>
    </section>
  );
}
