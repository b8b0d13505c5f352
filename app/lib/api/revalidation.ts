import type { ShouldRevalidateFunction } from "@remix-run/react";

/**
 * For loaders whose data does not depend on the page: a plain navigation leaves them alone, so that it asks the server
 * only for the new page and its failure stays in that page's place. Actions and `revalidate()` run them again.
 */
export const onlyWhenAsked: ShouldRevalidateFunction = ({
  currentUrl,
  nextUrl,
  formMethod,
  defaultShouldRevalidate,
}) => (formMethod !== undefined || currentUrl.href === nextUrl.href ? defaultShouldRevalidate : false);
