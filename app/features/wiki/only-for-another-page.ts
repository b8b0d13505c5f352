import type { ShouldRevalidateFunction } from "@remix-run/react";
import { pageIdOf } from "./page-path.ts";

/** To write in a page, or to follow its headings, leaves what was read of it alone; React Query keeps it current. */
export const onlyForAnotherPage: ShouldRevalidateFunction = ({
  currentParams,
  nextParams,
  formMethod,
  defaultShouldRevalidate,
}) =>
  pageIdOf(currentParams.page) === pageIdOf(nextParams.page) && formMethod === undefined
    ? false
    : defaultShouldRevalidate;
