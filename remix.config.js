/**
 * The Remix options; vite.config.ts is their only reader.
 *
 * @type {Parameters<typeof import("@remix-run/dev").vitePlugin>[0]}
 */
export default {
  appDirectory: "app",
  buildDirectory: process.env.BUILD_DIRECTORY ?? "build",
  serverModuleFormat: "esm",
  future: {
    v3_fetcherPersist: true,
    v3_lazyRouteDiscovery: true,
    v3_relativeSplatPath: true,
    v3_routeConfig: true,
    v3_singleFetch: true,
    v3_throwAbortReason: true,
  },
};
