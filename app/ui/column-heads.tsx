interface ColumnHead {
  label: string;
  /** Its width, and from which width of the page on it is there. */
  className?: string;
  /** Read but not seen, above buttons. */
  isHidden?: boolean;
}

/** The first row of a table. */
export function ColumnHeads({ of: heads }: { of: readonly ColumnHead[] }) {
  return (
    <tr className="h-[34px] border-b border-line-strong text-left text-label text-text-3 [&>th]:font-medium">
      {heads.map(({ label, className, isHidden = false }) => (
        <th key={label} scope="col" className={className}>
          {isHidden ? <span className="sr-only">{label}</span> : label}
        </th>
      ))}
    </tr>
  );
}
