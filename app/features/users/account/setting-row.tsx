import type { ReactNode } from "react";

interface SettingRowProps {
  name?: string;
  text: ReactNode;
  children: ReactNode;
}

/** What a setting does beside the control that changes it; on phones the control stands below. */
export function SettingRow({ name, text, children }: SettingRowProps) {
  return (
    <div className="flex min-h-14 flex-wrap items-center gap-x-4 gap-y-2 border-b py-2.5">
      <div className="min-w-0 flex-1 basis-56">
        {name && <p className="font-medium">{name}</p>}
        <p className="text-text-2">{text}</p>
      </div>
      {children}
    </div>
  );
}
