import { useLocation, useNavigate, useSearchParams } from "@remix-run/react";
import { useCallback, useEffect } from "react";

interface UrlChange {
  /** Leaves no entry in the browser's history. */
  replace?: boolean;
  preventScrollReset?: boolean;
}

/** What the last change asked for, or the URL where it has come true since; one for all parts of a page, as the URL is. */
let asked = new URLSearchParams();

/**
 * The search params of the URL, and a way to change them. `write` gets what the last change asked for, so that two
 * changes count where the second comes before the page of the first; React Router's own setter gets what is rendered.
 */
export function useUrlParams() {
  const [params] = useSearchParams();
  const location = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    asked = new URLSearchParams(location.search);
  }, [location]);
  const change = useCallback(
    (write: (now: URLSearchParams) => URLSearchParams, options: UrlChange = {}) => {
      asked = write(new URLSearchParams(asked));
      navigate(`?${asked}`, options);
    },
    [navigate],
  );
  return { params, change };
}
