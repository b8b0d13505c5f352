import type { IncomingMessage } from "node:http";
import { cookieNames, readCookie } from "../auth/cookies.ts";
import { isRecent } from "../auth/recent.ts";
import { findSession, isDueForRenewal, keepAlive, type SignedIn } from "../auth/sessions.ts";
import type { Environment } from "../env.ts";
import type { Log } from "../log.ts";
import type { Context, Services } from "../trpc/context.ts";
import { clientAddress, publicOrigin } from "./origin.ts";

type Headers = { get(name: string): string | null | undefined };

/** Who a request's cookie says is asking; undefined for strangers and for whoever must set up a second factor first. */
export async function authenticate(
  services: Services,
  env: Environment,
  headers: Headers,
  incoming?: object,
): Promise<SignedIn | undefined> {
  const signedIn = await findSignedIn(services, env, headers, incoming);
  return signedIn?.session.mustSetUpSecondFactor ? undefined : signedIn;
}

/**
 * Who a request's cookie says is asking, whether or not they may do anything yet; undefined for strangers. The use is
 * noted without making the request wait.
 */
export async function findSignedIn(
  services: Services,
  env: Environment,
  headers: Headers,
  incoming?: object,
): Promise<SignedIn | undefined> {
  const isSecure = publicOrigin(env, headers).startsWith("https:");
  const token = readCookie(headers.get("cookie"), cookieNames(isSecure).session);
  const now = services.now();
  const signedIn = await findSession(services.db, token, now);
  if (signedIn && incoming) notePerson(incoming, signedIn.session.user.id);
  if (signedIn && isDueForRenewal(signedIn, now)) {
    keepAlive(services.db, signedIn, now).catch((err: unknown) => services.log.warn({ err }, "session not renewed"));
  }
  return signedIn;
}

const people = new WeakMap<object, string>();

/** Notes who asks by a request, be it by a session or a token. */
export const notePerson = (incoming: object, personId: string) => void people.set(incoming, personId);

/** Who asks by a request, as far as its route has looked; for the line in the log and the figures. */
export const personIdOf = (incoming: object): string | undefined => people.get(incoming);

/** The context in which the procedures of one request run. */
export function toContext(
  services: Services,
  request: {
    signedIn: SignedIn | undefined;
    requestId: string;
    ip: string | undefined;
    socketId?: string | undefined;
    origin?: string;
  },
): Context {
  const { signedIn, requestId, ip, socketId } = request;
  const user = signedIn?.session.user;
  const person = user && { id: user.id, name: user.name, role: user.role };
  // Whatever asks for a person finds none until they have the second factor that they need.
  const isEnrolling = signedIn?.session.mustSetUpSecondFactor === true;
  let log: Log | undefined;
  return {
    ...services,
    // Hardly any call writes a line.
    get log() {
      log ??= services.log.child({ requestId });
      return log;
    },
    person: isEnrolling ? undefined : person,
    enrolling: isEnrolling ? person : undefined,
    sessionId: signedIn?.sessionId,
    hasRecentProof: async () => signedIn !== undefined && isRecent(services.db, signedIn.sessionId, services.now()),
    session: signedIn?.session ?? null,
    origin: request.origin,
    actorId: user?.id,
    publish: (signals) => void services.live.publish(signals),
    socketId,
    requestId,
    ip,
  };
}

/** Reads what a fetch request tells about its sender. */
export async function readRequest(
  services: Services,
  env: Environment,
  request: Request,
  incoming: IncomingMessage | undefined,
) {
  const signedIn = await findSignedIn(services, env, request.headers, incoming);
  return {
    signedIn,
    ip: clientAddress(env.trustsProxy, incoming),
    socketId: request.headers.get("x-socket-id") ?? undefined,
  };
}
