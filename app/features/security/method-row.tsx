import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { Icon } from "../../ui/icon.tsx";

interface MethodRowProps {
  icon: LucideIcon;
  title: ReactNode;
  text: ReactNode;
  children?: ReactNode;
}

/** A sign-in method, or a part of one, with its state and actions. */
export function MethodRow({ icon, title, text, children }: MethodRowProps) {
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
