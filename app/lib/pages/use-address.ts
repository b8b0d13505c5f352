import { useSearchParams } from "@remix-run/react";

type AddressChange = Readonly<Record<string, string | undefined>>;

/** The state of a list in its address, and a way to change some of it; every change but paging goes back to page 1. */
export function useAddress({ replaces = false } = {}) {
  const [address, setAddress] = useSearchParams();
  const change = (next: AddressChange) =>
    setAddress(
      (now) => {
        const changed = new URLSearchParams(now);
        if (!("page" in next)) changed.delete("page");
        for (const [name, value] of Object.entries(next)) {
          if (value) changed.set(name, value);
          else changed.delete(name);
        }
        return changed;
      },
      { replace: replaces && !("page" in next), preventScrollReset: true },
    );
  return { address, change, reset: () => setAddress({}, { preventScrollReset: true }) };
}

/** The page that an address names, the first where it names none. */
export function pageOf(address: URLSearchParams, maxPage: number): number {
  const page = Number(address.get("page") ?? 1);
  return Number.isInteger(page) && page > 0 && page <= maxPage ? page : 1;
}
