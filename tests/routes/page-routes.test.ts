import { createRequestHandler, type EntryContext, type ServerBuild } from "@remix-run/node";
import { afterEach, expect, test, vi } from "vitest";
import { pageHandler } from "../../server/http/pages/page-routes.ts";

const shell = { parentId: "shell" };
const routes = Object.fromEntries(
  [
    { id: "root", path: "" },
    { id: "signin", parentId: "root", path: "auth/signin" },
    { id: "status", parentId: "root", path: "status/:token" },
    { id: "shell", parentId: "root" },
    { id: "dashboard", ...shell, index: true },
    { id: "websites", ...shell, path: "websites", index: true },
    { id: "websites.new", ...shell, path: "websites/new" },
    { id: "website", ...shell, path: "websites/:id" },
    { id: "website.index", parentId: "website", index: true },
    { id: "website.tab", parentId: "website", path: ":tab" },
    { id: "wiki", ...shell, path: "wiki" },
    { id: "wiki.index", parentId: "wiki", index: true },
    { id: "wiki.page", parentId: "wiki", path: ":page" },
    { id: "missing", ...shell, path: "*" },
  ].map((route) => [route.id, { ...route, module: { default: () => null, loader: () => route.id } }]),
);

/** Answers a page with the routes that it found, what they read, and which others it had heard of. */
function answer(_request: Request, status: number, headers: Headers, { manifest, staticHandlerContext }: EntryContext) {
  const { matches, loaderData, errors } = staticHandlerContext;
  const found = matches.map(({ route, params }) => ({ id: route.id, params }));
  headers.set("X-Known", String(Object.keys(manifest.routes).length));
  headers.set("X-Can-Show", String(found.every(({ id }) => manifest.routes[id])));
  return new Response(JSON.stringify({ found, loaderData, errors }), { status, headers });
}

const build = {
  entry: { module: { default: answer, handleError: () => undefined } },
  routes,
  assets: { routes, entry: { imports: [], module: "" }, url: "", version: "1" },
  publicPath: "/",
  assetsBuildDirectory: "build/client",
  basename: "/",
  future: { v3_singleFetch: true, v3_lazyRouteDiscovery: true, v3_relativeSplatPath: true, v3_throwAbortReason: true },
  isSpaMode: false,
} as unknown as ServerBuild;
const whole = createRequestHandler(build, "production");
const parted = pageHandler(build);

// Remix says of a URL that cannot be decoded that it cannot.
afterEach(() => void vi.mocked(console.warn).mockClear());

const pages = [
  "/",
  "//",
  "/websites",
  "/websites/?q=a",
  "/WebSites",
  "/%77ebsites/7",
  "/websites/new",
  "/websites/7",
  "/websites/7/dns",
  "/websites/7/dns/more",
  "/websites/%E0%A4%A",
  "/%E0%A4%A",
  "//websites",
  "/wiki",
  "/wiki/start",
  "/status/secret",
  "/auth/signin",
  "/auth",
  "/nowhere/7",
  "/shell",
  "/*",
];
const others = [
  "/websites.data",
  "/websites/7.data?_routes=website.index",
  "/_root.data",
  "/nowhere.data",
  "/__manifest?version=1&p=/websites/7/dns&p=/status/secret",
];

test.each([...pages, ...others])("%s is answered as by a build that knows every route", async (path) => {
  const ask = async (handle: typeof whole) => {
    const response = await handle(new Request(`http://portal.example${path}`));
    return { status: response.status, body: await response.text() };
  };
  expect(await ask(parted)).toEqual(await ask(whole));
});

test.each(pages)("%s is compared with few routes, all of its own among them", async (path) => {
  const { headers } = await parted(new Request(`http://portal.example${path}`));
  expect(headers.get("X-Can-Show")).toBe("true");
  expect(Number(headers.get("X-Known"))).toBeLessThan(Object.keys(routes).length);
});

test("a form is answered by the action of its page", async () => {
  const action = async ({ request }: { request: Request }) => (await request.formData()).get("email");
  const signin = { ...routes.signin, module: { default: () => null, action } };
  const handle = pageHandler({ ...build, routes: { ...routes, signin } } as unknown as ServerBuild);
  const body = new URLSearchParams({ email: "jana@agentur.example" });
  const response = await handle(new Request("http://portal.example/auth/signin.data", { method: "POST", body }));
  expect(await response.text()).toContain("jana@agentur.example");
});
