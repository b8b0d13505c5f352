import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { Icon } from "../../ui/icon.tsx";

interface WayRowProps {
  icon: LucideIcon;
  title: ReactNode;
  text: ReactNode;
  children?: ReactNode;
}

/** One way in, or a part of one: what it is, how it stands, what can be done. */
export function WayRow({ icon, title, text, children }: WayRowProps) {
  return (
    <li className="flex min-h-14 flex-wrap items-center gap-x-4 gap-y-2 border-b py-2">
      <Icon of={icon} size={20} className="text-text-3" />
      <div className="min-w-0 flex-1 basis-48">
        <p className="flex flex-wrap items-center gap-2 font-medium [overflow-wrap:anywhere]">{title}</p>
        <p className="text-meta text-text-2">{text}</p>
      </div>
      {children && <div className="flex flex-wrap items-center gap-2">{children}</div>}
    </li>
  );
}
