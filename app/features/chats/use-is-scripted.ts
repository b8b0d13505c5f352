import { useEffect, useState } from "react";

/** False on the server and in the first paint: what is loaded by itself is not there when the page comes to life. */
export function useIsScripted(): boolean {
  const [isScripted, setScripted] = useState(false);
  useEffect(() => setScripted(true), []);
  return isScripted;
}
