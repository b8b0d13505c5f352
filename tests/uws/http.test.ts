import { once } from "node:events";
import { request } from "node:http";
import { connect } from "node:net";
import { expect, onTestFinished, test, vi } from "vitest";
import uws from "../../server/uws/index.cjs";
import { serve } from "./local-server.ts";

const megabyte = 1024 * 1024;

async function post(port: number, path: string, body: string): Promise<Response> {
  return await fetch(`http://127.0.0.1:${port}${path}`, { method: "POST", body });
}

test("a path without a route answers 404", async () => {
  const port = await serve(uws.App().get("/here", (response) => response.end("yes")));
  expect((await fetch(`http://127.0.0.1:${port}/there`)).status).toBe(404);
});

test("a handler that throws costs its own request a 500 and nothing else", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  onTestFinished(() => void vi.restoreAllMocks());
  const app = uws.App().get("/broken", () => {
    throw new Error("broken");
  });
  const port = await serve(app.get("/whole", (response) => response.end("yes")));
  expect((await fetch(`http://127.0.0.1:${port}/broken`)).status).toBe(500);
  expect(await (await fetch(`http://127.0.0.1:${port}/whole`)).text()).toBe("yes");
});

test("a body above 4 MB answers 413 and never reaches its handler", async () => {
  const bodies: number[] = [];
  const app = uws.App().post("/take", (response) =>
    response.onData((body) => {
      bodies.push(body.byteLength);
      response.end("taken");
    }),
  );
  const port = await serve(app);
  expect((await post(port, "/take", "x".repeat(4 * megabyte + 1))).status).toBe(413);
  expect((await post(port, "/take", "x".repeat(4 * megabyte))).status).toBe(200);
  expect(bodies).toEqual([4 * megabyte]);
});

test.each([
  ["that is no JSON", "no json"],
  ["that is null", "null"],
  ["that is a list", "[]"],
  ["that is a number", "7"],
  ["without a list", '{"batch":{}}'],
  ["with null in it", '{"batch":[null]}'],
  ["with a name that is no text", '{"batch":[{"name":{}}]}'],
  ["with channels that are no list", '{"batch":[{"channels":"website"}]}'],
  ["with a channel that is no text", '{"batch":[{"channels":[1]}]}'],
  ["nested too deep", `{"batch":[{"data":${"[".repeat(5000)}${"]".repeat(5000)}}]}`],
])("a batch %s is refused with 400", async (_name, body) => {
  const handler = vi.fn();
  const port = await serve(uws.App().post("/apps/:id/batch_events", (response) => response.onData(handler)));
  expect((await post(port, "/apps/1/batch_events", body)).status).toBe(400);
  expect(handler).not.toHaveBeenCalled();
});

test("the first status stays, and headers may come before it", async () => {
  const app = uws.App().get("/", (response) => {
    response.writeHeader("X-Early", 1).writeStatus("401 Authorization Required").writeStatus("200 OK");
    response.cork(() => response.end("no", true)).end("again");
  });
  const response = await fetch(`http://127.0.0.1:${await serve(app)}/`);
  expect(response.status).toBe(401);
  expect(response.statusText).toBe("Authorization Required");
  expect(response.headers.get("x-early")).toBe("1");
  expect(response.headers.get("connection")).toBe("close");
  expect(await response.text()).toBe("no");
});

test("a request shows its method, path, query, parameters and headers", async () => {
  const app = uws.App().get("/apps/:app/channels/:channel", (response, request) => {
    const headers: Record<string, string> = {};
    request.forEach((name, value) => {
      headers[name] = value;
    });
    response.end(
      JSON.stringify({
        method: [request.getMethod(), request.getCaseSensitiveMethod()],
        url: request.getUrl(),
        query: [request.getQuery(), request.getQuery("b"), request.getQuery("c") ?? "none"],
        parameters: [request.getParameter(0), request.getParameter(1)],
        header: [request.getHeader("x-one"), headers["x-one"], request.getHeader("x-two")],
        address: [
          Buffer.from(response.getRemoteAddressAsText()).toString(),
          Buffer.from(response.getRemoteAddress()).join("."),
        ],
      }),
    );
  });
  const port = await serve(app);
  const response = await fetch(`http://127.0.0.1:${port}/apps/7/channels/a%20b?a=1&b=2`, { headers: { "X-One": "1" } });
  expect(await response.json()).toEqual({
    method: ["get", "GET"],
    url: "/apps/7/channels/a%20b",
    query: ["a=1&b=2", "2", "none"],
    parameters: ["7", "a%20b"],
    header: ["1", "1", ""],
    address: ["127.0.0.1", "127.0.0.1"],
  });
});

test("a literal route wins over a parameter, and both win over a wildcard, whatever was added first", async () => {
  const app = uws.App();
  app.any("/*", (response) => response.writeStatus("404 Not Found").end("wildcard"));
  app.get("/apps/:id", (response) => response.end("parameter"));
  app.get("/apps/own", (response) => response.tryEnd("literal"));
  const port = await serve(app);
  const get = async (path: string) => (await fetch(`http://127.0.0.1:${port}${path}`)).text();
  expect(await Promise.all(["/apps/own", "/apps/7", "/apps/7/8", "/"].map(get))).toEqual([
    "literal",
    "parameter",
    "wildcard",
    "wildcard",
  ]);
});

test("a request that is given up is reported once, and answering it afterwards does nothing", async () => {
  const [started, aborted] = [vi.fn(), vi.fn()];
  const app = uws.App().get("/slow", (response) => {
    started();
    response.onAborted(() => {
      response.writeStatus("400 Bad Request").end("late");
      aborted();
    });
  });
  const port = await serve(app.get("/", (response) => response.end("alive")));
  const client = request({ port, host: "127.0.0.1", path: "/slow" });
  client.on("error", () => {});
  client.end();
  await vi.waitFor(() => expect(started).toHaveBeenCalledOnce());
  client.destroy();
  await vi.waitFor(() => expect(aborted).toHaveBeenCalledOnce());
  expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toBe("alive");
});

test("bytes that are not HTTP end their own connection only", async () => {
  const port = await serve(uws.App().get("/", (response) => response.end("alive")));
  const socket = connect(port, "127.0.0.1");
  socket.on("error", () => {});
  socket.write("\x00\xff not http\r\n\r\n");
  socket.resume();
  await once(socket, "close");
  expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(200);
});

test.each([["taken"], [-1], [70_000]])("listening on the port %s is answered with false", async (port) => {
  const taken = port === "taken" ? await serve(uws.App()) : Number(port);
  expect(await new Promise((resolve) => uws.App().listen("127.0.0.1", taken, resolve))).toBe(false);
});

test("a closed listener refuses new connections and frees its port", async () => {
  const token = await new Promise<uws.ListenSocket | false>((resolve) => {
    uws
      .App()
      .get("/", (response) => response.end("alive"))
      .listen("127.0.0.1", 0, resolve);
  });
  if (!token) throw new Error("The test server cannot listen.");
  const port = uws.us_socket_local_port(token);
  expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(200);
  uws.us_listen_socket_close(token);
  await vi.waitFor(() => expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow("fetch failed"));
  const next = await new Promise<uws.ListenSocket | false>((resolve) => uws.App().listen("127.0.0.1", port, resolve));
  expect(next).not.toBe(false);
  if (next) uws.us_listen_socket_close(next);
});
