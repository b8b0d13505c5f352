import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { pino } from "pino";
import { readEnvironment } from "../../../server/env.ts";
import type { SetUp } from "../../../server/features/users/set-up.ts";
import { createApp } from "../../../server/http/app.ts";
import type { LoadContext } from "../../../server/http/load-context.ts";
import { openRequestFigures, type RequestFigures } from "../../../server/http/metrics/request-figures.ts";
import { channelAuthorizer } from "../../../server/live/channel-authorizer.ts";
import type { Services } from "../../../server/trpc/context.ts";
import type { Office } from "../office.ts";

/** An office behind the real HTTP app, with its log lines; pages are what the test renders. */
export interface OfficeServer {
  url: string;
  services: Services;
  requests: RequestFigures;
  log: Record<string, unknown>[];
  close(): Promise<void>;
}

type RenderPage = (request: Request, context: LoadContext) => Promise<Response>;

/** Pages without markup: a GET shows what a loader gets, a POST under /auth what its action answers. */
const barePages: RenderPage = async (request, { auth, session, needsSetup }) => {
  const { pathname } = new URL(request.url);
  if (request.method === "GET") {
    const step = await auth.findSecondStep();
    const { user, mustSetUpSecondFactor } = session ?? {};
    return Response.json({ csrfToken: auth.csrfToken, needsSetup, user, mustSetUpSecondFactor, step });
  }
  const forms = {
    signin: auth.signIn,
    signout: auth.signOut,
    setup: auth.setUp,
    join: auth.join,
    forgot: auth.forgetPassword,
    "second-step": auth.finishSecondStep,
    email: auth.confirmEmail,
  };
  const answer = await forms[pathname.replace("/auth/", "") as keyof typeof forms](request);
  const headers = new Headers();
  for (const line of answer.ok ? answer.setCookie : []) headers.append("Set-Cookie", line);
  return Response.json(answer, { headers });
};

export async function serveOffice(
  office: Office,
  options: { setUp?: SetUp; renderPage?: RenderPage; env?: Record<string, string> } = {},
): Promise<OfficeServer> {
  const log: OfficeServer["log"] = [];
  const lines = pino({ level: "debug", base: null }, { write: (line) => void log.push(JSON.parse(line)) });
  const services: Services = { ...office.services, log: lines };
  const requests = openRequestFigures();
  const app = createApp({
    requests,
    services,
    env: readEnvironment({ NODE_ENV: "test", ...options.env }),
    soketiState: () => "online",
    appKey: "key",
    authorizer: channelAuthorizer({ id: "app", key: "key", secret: "secret" }),
    setUp: options.setUp,
    renderPage: options.renderPage ?? barePages,
    clientFolder: office.dataDir,
  });
  const server = createServer(getRequestListener(app.fetch, { overrideGlobalObjects: false }));
  // Idle connections stay: a test that computes for seconds blocks the server too, which then closes one in use.
  server.keepAliveTimeout = 0;
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    services,
    requests,
    log,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
