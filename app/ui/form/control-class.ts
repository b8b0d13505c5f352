/** The frame of everything a person types or chooses in. Phones get 16 px, below which iOS zooms into the field. */
export const controlClass =
  "block w-full min-w-0 rounded-6 border border-control bg-surface px-[11px] text-body text-text-1 max-md:text-input focus-visible:border-focus focus-visible:outline-offset-[-1px] aria-[invalid=true]:border-bad aria-[invalid=true]:shadow-[inset_0_0_0_1px_var(--bad)] disabled:border-line-strong disabled:bg-sunken disabled:text-text-3 disabled:opacity-100";

export const controlHeightClass = "h-9 pb-0.5 max-md:h-11";
