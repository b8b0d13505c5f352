/** How much of a file has been sent; the server checks it once all of it is there. */
export function UploadProgress({ percent }: { percent: number }) {
  return (
    <>
      <span>{percent < 100 ? "Wird hochgeladen …" : "Wird geprüft …"}</span>
      <span
        role="progressbar"
        aria-label="Bild wird hochgeladen"
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        className="mt-1.5 block h-[3px] w-full max-w-60 bg-line"
      >
        <span
          className="block h-full origin-left bg-brand [transition:transform_180ms_var(--ease)] motion-reduce:transition-none"
          style={{ transform: `scaleX(${percent / 100})` }}
        />
      </span>
    </>
  );
}
