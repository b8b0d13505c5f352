import type { LookupState } from "../lookups/lookups.ts";

/** Where a domain that redirects leads to. */
export interface RedirectAnswer {
  /** The address at which the redirects end. */
  url: string;
  status: number;
  /** Looks in a row at which an error stood at the end, and where it led before; absent for none. */
  misses?: number;
  reachedUrl?: string;
}

export interface RedirectView {
  lookup: LookupState | null;
  answer: RedirectAnswer | null;
  /** Where it should lead to. */
  wanted: string | null;
  isRight: boolean;
}

/** Whether a page stands at the end, and no error. */
export const isReached = ({ status }: RedirectAnswer): boolean => status < 400;

/** Whether an address is the wanted one; a slash at the end, `www.` and http or https make no difference. */
export function leadsTo(wanted: string, url: string): boolean {
  const plain = (text: string) => {
    if (!URL.canParse(text)) return text;
    const { hostname, port, pathname, search } = new URL(text);
    return `${hostname.replace(/^www\./, "")}:${port}${pathname.replace(/\/+$/, "")}${search}`;
  };
  return plain(wanted) === plain(url);
}
