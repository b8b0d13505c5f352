import { useLocation, useNavigation } from "@remix-run/react";
import { useEffect, useState } from "react";

/** The path that somebody is on their way to, known before its page has come; the present one where nobody is. */
export function useNextPath(): string {
  const { pathname } = useLocation();
  const { state, location } = useNavigation();
  return state === "loading" && location ? location.pathname : pathname;
}

/** A page that comes sooner needs nothing in its place. */
const slowMs = 300;

/** The path of a page that lets wait for itself; undefined while nothing does. */
export function useSlowPath(): string | undefined {
  const { pathname } = useLocation();
  const next = useNextPath();
  const isOther = !sharesFrame(pathname, next);
  const [slow, setSlow] = useState<string>();
  useEffect(() => {
    if (!isOther) return setSlow(undefined);
    const timer = setTimeout(() => setSlow(next), slowMs);
    return () => {
      clearTimeout(timer);
      setSlow(undefined);
    };
  }, [isOther, next]);
  return isOther ? slow : undefined;
}

/** Whether two pages stand in the same surroundings, which stay while the one gives way to the other: tabs, a tree, sections. */
function sharesFrame(one: string, other: string): boolean {
  const [first, second] = [one, other].map((path) => path.split("/").filter(Boolean));
  if (first?.[0] !== second?.[0]) return false;
  return first?.[0] === "settings" || first?.[0] === "wiki" || first?.[1] === second?.[1];
}
