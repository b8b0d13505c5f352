import { useEffect, useLayoutEffect } from "react";

/** A layout effect in a browser; nothing on a server, where React would warn about one. */
export const useIsomorphicLayoutEffect = typeof document === "undefined" ? useEffect : useLayoutEffect;
