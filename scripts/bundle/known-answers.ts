import type { Plugin } from "vite";

/** What remix.config.js has switched on for good. */
interface Future {
  v3_lazyRouteDiscovery?: boolean;
  v3_singleFetch?: boolean;
}

type Answer = readonly [asked: string, answer: string];

/** What the files of Remix and tRPC ask while they run, though every build of this portal for browsers knows the answer. */
function answersFor(future: Future): Record<string, readonly Answer[]> {
  const singleFetch = String(future.v3_singleFetch === true);
  const once: Answer = ["future.v3_singleFetch", singleFetch];
  return {
    "/@remix-run/react/dist/esm/browser.js": [
      ["window.__remixContext.future.v3_singleFetch", singleFetch],
      ["window.__remixContext.isSpaMode", "false"],
      // For Remix's former compiler alone.
      ["router.createRoutesForHMR = createClientRoutesWithHMRRevalidationOptOut;", ""],
    ],
    "/@remix-run/react/dist/esm/components.js": [
      once,
      // Scripts are written by the server; a browser only has to stand for them while it hydrates.
      [
        "static: isStatic,\n    staticContext\n  } = useDataRouterContext();",
        "} = useDataRouterContext();\n  const isStatic = false;\n  const staticContext = undefined;",
      ],
      ['!isStatic && typeof __remixContext === "object" && __remixContext.a', "false"],
      // What would be kept for its name's sake.
      ['NavLink.displayName = "NavLink";', ""],
    ],
    "/@remix-run/react/dist/esm/fog-of-war.js": [
      [
        "return future.v3_lazyRouteDiscovery === true && !isSpaMode;",
        `return ${future.v3_lazyRouteDiscovery === true};`,
      ],
    ],
    "/@remix-run/react/dist/esm/links.js": [once],
    "/@remix-run/react/dist/esm/routes.js": [
      once,
      ["(isSpaMode)", "(false)"],
      // With single fetch, whoever calls a handler brings along how to fetch.
      [
        "let result = await fetchServerHandler(request, route);\n      return unwrap ? unwrapServerResponse(result) : result;",
        "",
      ],
      ["if (needsRevalidation) {", "if (false) {"],
    ],
    "/@remix-run/router/dist/router.js": [
      // Promises of loaders come through single fetch as they are.
      ["return result.type === ResultType.deferred;", "return false;"],
      ["let deferred = value;\n  return deferred && typeof deferred", "return false && typeof deferred"],
      // Nothing uses fetchers: what is on a page is read and written through tRPC.
      [
        "abortFetcher(key);\n    let flushSync",
        'throw new Error("fetchers are left out of this build");\n    let flushSync',
      ],
    ],
    "/react-router/dist/index.js": [
      ["return isDataRoute ? useNavigateStable() : useNavigateUnstable();", "return useNavigateStable();"],
    ],
    "/react-router-dom/dist/index.js": [
      ["let isViewTransitionUnavailable = router.window == null ||", "let isViewTransitionUnavailable = true ||"],
    ],
    "/@trpc/tanstack-react-query/dist/index.mjs": [
      // Browsers have a client and no router, and no procedure answers in pieces.
      ['if ("router" in opts) return', "if (false) return"],
      ["if (isAsyncIterable(result)) return", "if (false) return"],
    ],
  };
}

/**
 * Answers in the browsers' bundle what packages ask at run time and this portal has settled: the flags of its
 * configuration, and that a browser renders no server's part. Rollup then leaves out what the other answer would need.
 * Throws where a question is not found, as another version of a package may ask it in other words.
 */
export function knownAnswers(future: Future = {}): Plugin {
  const answers = Object.entries(answersFor(future));
  return {
    name: "known-answers",
    apply: "build",
    transform(code, id) {
      const [, known] = answers.find(([file]) => id.endsWith(file)) ?? [];
      if (!known) return null;
      const answered = known.reduce((text, [asked, answer]) => {
        if (!text.includes(asked)) throw new Error(`${id} does not ask any more: ${asked}`);
        return text.replaceAll(asked, answer);
      }, code);
      return { code: answered, map: null };
    },
  };
}
