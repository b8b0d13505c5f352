import { CircleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { Icon } from "../icon.tsx";

/** Why the form as a whole was refused, and the way on. */
export function FormNotice({ text, children }: { text: string; children?: ReactNode }) {
  return (
    <div role="alert" className="flex flex-wrap items-center gap-2 rounded-10 bg-bad-soft px-3 py-2.5 text-ui">
      <Icon of={CircleAlert} className="text-bad-text" />
      <p className="min-w-0 flex-1">{text}</p>
      {children}
    </div>
  );
}
