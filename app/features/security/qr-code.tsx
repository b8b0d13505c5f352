interface QrCodeProps {
  modules: boolean[][];
  label: string;
}

/** Dark on light in both themes: cameras do not read the inverse. */
export function QrCode({ modules, label }: QrCodeProps) {
  const size = modules.length;
  const path = modules.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ""))).join("");
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`-4 -4 ${size + 8} ${size + 8}`}
      shapeRendering="crispEdges"
      className="h-[196px] w-[196px] flex-none rounded-8 border bg-white"
    >
      <path d={path} />
    </svg>
  );
}
