import type { ReactNode } from "react";

export function Part({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="mb-[26px]">
      <div className="mb-[9px] text-label text-text-3">{name}</div>
      {children}
    </div>
  );
}
