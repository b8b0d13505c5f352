import { useEffect, useLayoutEffect } from "react";

/** Runs once what has changed is in the page and before it is painted; servers, which paint nothing, skip it in silence. */
export const useBeforePaint = typeof document === "undefined" ? useEffect : useLayoutEffect;
