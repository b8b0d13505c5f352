import { type LinkProps, Link as RemixLink } from "@remix-run/react";
import { forwardRef } from "react";

/** What Remix would lead to as it stands: a path of its own, with a query and an anchor that are not empty. */
const wholePath = /^\/(?!\/)[^?#]*(\?[^?#]+)?(#.+)?$/;

/**
 * The server's way to write a link. Remix resolves where it leads to three times, against all routes of the page, and keeps
 * handlers ready that nobody can press there; of a list that is a tenth. Browsers find the same element and hydrate it.
 */
const WrittenLink = forwardRef<HTMLAnchorElement, LinkProps>(function WrittenLink(props, ref) {
  const {
    to,
    prefetch,
    discover,
    reloadDocument,
    replace,
    state,
    preventScrollReset,
    relative,
    viewTransition,
    ...rest
  } = props;
  if (typeof to !== "string" || !wholePath.test(to)) return <RemixLink {...props} ref={ref} />;
  const isDiscovered = discover !== "none" && !reloadDocument;
  return (
    <>
      <a {...rest} href={to} data-discover={isDiscovered ? "true" : undefined} />
      {/* Where Remix fetches ahead; ids that React makes count it. */}
      {null}
    </>
  );
});

/** A way to another page of the portal; Remix' own in browsers. */
export const Link = import.meta.env.SSR ? WrittenLink : RemixLink;
