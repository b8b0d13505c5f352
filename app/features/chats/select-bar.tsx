import { BookOpen, MessageSquarePlus, X } from "lucide-react";
import { Button, IconButton } from "../../ui/button.tsx";

interface SelectBarProps {
  count: number;
  onFeedback: () => void;
  onTake: () => void;
  onCancel: () => void;
}

/** What can be made of the chosen messages; stands where one otherwise writes. */
export function SelectBar({ count, onFeedback, onTake, onCancel }: SelectBarProps) {
  return (
    <div
      role="toolbar"
      aria-label="Ausgewählte Nachrichten"
      className="flex flex-none flex-wrap items-center gap-2 border-t px-5 pb-[calc(12px+env(safe-area-inset-bottom))] pt-3 max-md:px-3"
    >
      <p role="status" className="num w-full text-ui">
        {count === 0 ? "Wähle die Nachrichten aus." : `${count} ausgewählt`}
      </p>
      <Button size="sm" icon={BookOpen} disabled={count === 0} onClick={onTake}>
        Ins Wiki
      </Button>
      <Button size="sm" icon={MessageSquarePlus} disabled={count === 0} onClick={onFeedback}>
        Als Feedback
      </Button>
      <IconButton icon={X} size="sm" label="Auswahl beenden" className="ml-auto" onClick={onCancel} />
    </div>
  );
}
