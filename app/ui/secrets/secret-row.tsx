import type { ReactNode } from "react";

interface SecretRowProps {
  name: string;
  /** What stands behind the name: the first characters of the secret, a state. */
  marks?: ReactNode;
  /** Lines below the name. */
  children: ReactNode;
  actions?: ReactNode;
}

/** Something that is reached by a secret, in a list: its name, what is known of it, and what can be done with it. */
export function SecretRow({ name, marks, children, actions }: SecretRowProps) {
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-2 border-b py-2.5">
      <div className="min-w-0 flex-1 basis-64">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <span className="font-550 [overflow-wrap:anywhere]">{name}</span>
          {marks}
        </p>
        {children}
      </div>
      {actions && (
        <div className="flex flex-wrap gap-2 max-md:w-full max-md:has-[>:nth-child(4)]:grid max-md:has-[>:nth-child(4)]:grid-cols-2 max-md:[&>*]:flex-auto">
          {actions}
        </div>
      )}
    </li>
  );
}

/** The first characters of a secret, by which its owner knows it again. */
export function SecretHint({ children }: { children: ReactNode }) {
  return <span className="font-mono text-[12px] text-text-3">{children}</span>;
}
