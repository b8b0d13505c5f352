const units = ["Byte", "KB", "MB", "GB", "TB"] as const;

/** A count of bytes in the largest unit that leaves a whole figure; nothing below a kilobyte has decimals. */
export function inByteUnits(bytes: number): { size: number; unit: (typeof units)[number]; digits: 0 | 1 } {
  let size = bytes;
  let step = 0;
  while (size >= 1024 && step < units.length - 1) {
    size /= 1024;
    step += 1;
  }
  return { size, unit: units[step] ?? "TB", digits: step === 0 || size >= 100 ? 0 : 1 };
}

/** „4,2 MB“ of a count of bytes, for texts that no page formats: terminal, messages, lights. */
export function formatByteCount(bytes: number): string {
  const { size, unit, digits } = inByteUnits(bytes);
  return `${size.toLocaleString("de-DE", { maximumFractionDigits: digits })} ${unit}`;
}
