import type { ReactNode } from "react";

interface PanelHeadProps {
  title: ReactNode;
  /** A quieter line below the title. */
  note?: ReactNode;
  /** The way back, before the title. */
  back?: ReactNode;
  /** What can be done, at the right. */
  children?: ReactNode;
}

/** The head of a chat, of the list of a page's chats, and of both while they are on their way. */
export function PanelHead({ title, note, back, children }: PanelHeadProps) {
  return (
    <header className="flex h-14 flex-none items-center gap-1 border-b pl-5 pr-3 max-md:pl-4 max-md:pr-1">
      {back}
      <div className="mr-1 min-w-0 flex-1">
        <h2 className="truncate !text-row font-semibold" title={typeof title === "string" ? title : undefined}>
          {title}
        </h2>
        {note && <p className="truncate text-label text-text-3">{note}</p>}
      </div>
      {children}
    </header>
  );
}
