import type { Session, SignInError } from "../../contract/auth/auth.ts";
import type { FieldProblems } from "../../contract/problems.ts";
import type { Role } from "../../contract/roles.ts";
import type { Appearance } from "../../contract/settings/appearance.ts";
import type { LiveSettings } from "../../contract/workbench/workbench.ts";
import type { Api } from "../features/router.ts";
import type { Compression } from "./compression.ts";
import type { AskPage } from "./links/ask-page.ts";
import type { ConfirmPage } from "./links/confirm-page.ts";
import type { PublicPages } from "./links/status-pages.ts";

/** What a Remix loader gets; everything the server offers a page comes through here. */
export interface LoadContext {
  session: Session | null;
  /** The tRPC procedures, called in process as the signed-in person. */
  api: Api;
  auth: PageAuth;
  ask: AskPage;
  confirm: ConfirmPage;
  publicPages: PublicPages;
  live: LiveSettings;
  appearance: Appearance;
  /** The portal's time, by which the page says what is due. */
  now: Date;
  /** Content-Security-Policy nonce of this response. */
  nonce: string;
  requestId: string;
  /**
   * A page as it goes out compressed, once it is known what is on it: undefined where its reader takes none, where it is
   * not worth it, and where it holds a token, whose letters could be guessed from the sizes of pages that show what
   * somebody else typed (the BREACH attack).
   */
  compress(page: Buffer): Promise<{ encoding: Compression; body: Uint8Array<ArrayBuffer> } | undefined>;
  /** Logs what went wrong while a page was made, unless its reader has gone away. */
  report(error: unknown): void;
  /** Whether nobody has an account yet. */
  needsSetup: boolean;
}

/** A form that was accepted: answer with a redirect there that carries these Set-Cookie values. */
export interface FormAccepted {
  ok: true;
  setCookie: string[];
  redirectTo: string;
}

/** A form that was refused; `values` are what was typed, without passwords and tokens. */
export interface FormRefused<Code extends string> {
  ok: false;
  error: Code;
  message: string;
  fields: FieldProblems;
  values: Record<string, string>;
  /** Present when the sign-in is locked. */
  retryAfterMs?: number;
}

export type SignInAnswer = FormAccepted | (FormRefused<SignInError> & { email: string });
export type FormAnswer = FormAccepted | FormRefused<"invalid" | "precondition" | "MissingCSRF">;

/** The forms that set cookies. Each method reads a plain form POST and checks its `csrfToken` field. */
export interface PageAuth {
  /** Goes into a hidden field `csrfToken` of every form; reading it in a loader makes the response carry its cookie. */
  readonly csrfToken: string;
  /** Fields email, password, csrfToken, callbackUrl. */
  signIn(request: Request): Promise<SignInAnswer>;
  /** Fields csrfToken, callbackUrl. */
  signOut(request: Request): Promise<FormAnswer>;
  /** The first account; fields token, name, email, password, sampleData ("on"), csrfToken. */
  setUp(request: Request): Promise<FormAnswer>;
  /** Whom a link to join or for a new password is for; undefined when it is unknown, used or expired. */
  findInvitation(token: string): Promise<InvitedPerson | undefined>;
  /** By what else than a password the sign-in page lets people in. */
  offers(): Promise<SignInOffers>;
  /** Whether a forgotten password can be replaced by mail. */
  canMailPasswords(): Promise<boolean>;
  /** Mails a link for a new password; fields email, csrfToken. The answer is the same whether or not there is an account. */
  forgetPassword(request: Request): Promise<SignInAnswer>;
  /** What this browser may show in its second step; undefined when it has none open. */
  findSecondStep(): Promise<SecondStep | undefined>;
  /** Finishes a sign-in; fields code, kind ("totp" or "recovery"), csrfToken. */
  finishSecondStep(request: Request): Promise<SignInAnswer>;
  /** The address that a link is to confirm; undefined when the link is unknown, used or expired. */
  findEmailChange(token: string): Promise<string | undefined>;
  /** Makes it the account's; fields token, csrfToken. */
  confirmEmail(request: Request): Promise<FormAnswer>;
  /** The person of such a link; fields token, name, password, csrfToken. Who has joined already sends no name. */
  join(request: Request): Promise<FormAnswer>;
}

export interface SignInOffers {
  hasPasskeys: boolean;
  provider: { label: string } | null;
}

export interface SecondStep {
  hasTotp: boolean;
  hasPasskey: boolean;
  hasRecoveryCodes: boolean;
}

export interface InvitedPerson {
  name: string;
  email: string;
  role: Role;
  hasJoined: boolean;
  expiresAt: Date;
}
