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

const manifest = (...paths: string[]) =>
  new Request(`http://portal.example/__manifest?version=1&${paths.map((path) => `p=${path}`).join("&")}`);
const textOf = async (handle: typeof whole, request: Request) => (await handle(request)).text();

test("where the links of a page lead is the same by an answer that was kept as by a whole build", async () => {
  const asked = [
    ["/websites/1", "/websites/new", "/wiki"],
    ["/wiki", "/websites/2", "/websites/NEW", "/websites/3"],
    ["/websites/new"],
    ["/websites/4"],
    ["/websites/4/"],
    ["/websites/new/dns"],
    ["/websites/5/wiki"],
    ["/nowhere/wiki"],
    ["/nowhere/7"],
    ["/nowhere/%0A"],
    ["/nowhere/8"],
    ["/"],
    [""],
    ["websites/6"],
  ];
  for (const paths of [...asked, ...asked])
    expect(JSON.parse(await textOf(parted, manifest(...paths)))).toEqual(
      JSON.parse(await textOf(whole, manifest(...paths))),
    );
});

test("routes are compared once with each kind of link, whichever page has it", async () => {
  let compared = 0;
  const counting = new Proxy(build.assets.routes, {
    get(target, id) {
      compared += 1;
      return Reflect.get(target, id);
    },
  });
  const handle = pageHandler({ ...build, assets: { ...build.assets, routes: counting } });
  await handle(manifest("/websites/1", "/websites/2"));
  await handle(manifest("/wiki"));
  const once = compared;
  const answer = await handle(manifest("/websites/3", "/websites/4", "/websites/5", "/wiki"));
  expect(once).toBeGreaterThan(0);
  expect(compared).toBe(once);
  expect(answer.headers.get("Cache-Control")).toBe("public, max-age=31536000, immutable");
});

test.each([
  ["of another build", "/__manifest?version=0&p=/wiki", 204],
  ["without paths", "/__manifest?version=1", 400],
  ["that are too many", `/__manifest?version=1&p=/wiki${"&p=/wiki".repeat(1000)}`, 400],
])("links %s are refused as Remix does, also after an answer that was kept", async (_case, path, status) => {
  await parted(manifest("/wiki"));
  const { status: refused } = await parted(new Request(`http://portal.example${path}`));
  expect(refused).toBe(status);
});

test("a form is answered by the action of its page", async () => {
  const action = async ({ request }: { request: Request }) => (await request.formData()).get("email");
  const signin = { ...routes.signin, module: { default: () => null, action } };
  const handle = pageHandler({ ...build, routes: { ...routes, signin } } as unknown as ServerBuild);
  const body = new URLSearchParams({ email: "jana@agentur.example" });
  const response = await handle(new Request("http://portal.example/auth/signin.data", { method: "POST", body }));
  expect(await response.text()).toContain("jana@agentur.example");
});
