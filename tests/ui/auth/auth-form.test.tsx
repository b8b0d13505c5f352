// @vitest-environment happy-dom

import { useActionData } from "@remix-run/react";
import { queryByRole } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router-dom";
import { expect, test } from "vitest";
import type { AuthRefusal } from "../../../app/features/auth/auth-form.tsx";
import { JoinForm, NewPasswordForm } from "../../../app/features/auth/join-form.tsx";
import { SetupForm } from "../../../app/features/auth/setup-form.tsx";
import { SignInForm } from "../../../app/features/auth/sign-in-form.tsx";
import { button, click, render, type } from "../../support/browser/render.tsx";
import { until } from "../../support/until.ts";

/** A page whose form is answered by the test. */
function open(Form: (props: { refusal: AuthRefusal | undefined }) => JSX.Element) {
  const answer = Promise.withResolvers<AuthRefusal>();
  const Page = () => Form({ refusal: useActionData() as AuthRefusal | undefined });
  const router = createMemoryRouter([{ path: "/", element: <Page />, action: () => answer.promise }], {
    future: { v7_relativeSplatPath: true },
  });
  const { host } = render(<RouterProvider router={router} future={{ v7_startTransition: true }} />);
  return { host, answer };
}

const input = (host: HTMLElement, name: string) => host.querySelector(`[name=${name}]`) as HTMLInputElement;
const signIn = ({ refusal }: { refusal: AuthRefusal | undefined }) => (
  <SignInForm csrfToken="token-1" refusal={refusal} callbackUrl="/websites" />
);

test("a refused field is named, has the focus, and everything typed is still there", async () => {
  const { host, answer } = open(signIn);
  await type(input(host, "email"), "jana@agentur.example");
  await type(input(host, "password"), "falsch");
  await click(button(host, "Anmelden"));
  answer.resolve({ fields: { password: ["E-Mail oder Passwort ist falsch."] }, values: {} });
  await until(() => expect(document.activeElement).toBe(input(host, "password")));
  expect(host.textContent).toContain("E-Mail oder Passwort ist falsch.");
  expect(input(host, "email").value).toBe("jana@agentur.example");
});

test("what concerns the whole form is announced", async () => {
  const { host, answer } = open(signIn);
  await click(button(host, "Anmelden"));
  answer.resolve({ message: "Zu viele Versuche. Bitte in 15 Minuten erneut.", fields: {}, values: {} });
  await until(() => expect(queryByRole(host, "alert")?.textContent).toContain("Bitte in 15 Minuten"));
});

test("while the server decides, the button says so", async () => {
  const { host, answer } = open(signIn);
  const submit = button(host, "Anmelden");
  await click(submit);
  await until(() => expect(submit.getAttribute("aria-busy")).toBe("true"));
  expect(submit.textContent).toContain("Meldet an …");
  answer.resolve({ fields: {}, values: {} });
  await until(() => expect(submit.hasAttribute("aria-busy")).toBe(false));
});

test("the form carries its token and the way back", () => {
  const { host } = open(signIn);
  expect(input(host, "csrfToken").value).toBe("token-1");
  expect(input(host, "callbackUrl").value).toBe("/websites");
  expect(host.querySelector("form")?.method).toBe("post");
});

test("the set-up form begins with the code of its link and keeps what was typed after a plain post", () => {
  const values = { name: "Jana Petersen", email: "jana", sampleData: "on" };
  const refusal = { fields: { email: ["E-Mail: Keine gültige E-Mail-Adresse."] }, values };
  const { host } = open(() => <SetupForm csrfToken="token-1" refusal={refusal} token="code-1" />);
  expect(input(host, "token").value).toBe("code-1");
  expect(input(host, "name").value).toBe("Jana Petersen");
  expect(input(host, "sampleData").checked).toBe(true);
  expect(input(host, "password").value).toBe("");
});

test.each([
  ["joining", JoinForm, "Beitreten", true],
  ["a new password", NewPasswordForm, "Passwort setzen", false],
] as const)("the form for %s asks for a name only from those who join", (_, LinkForm, label, asksForName) => {
  const invited = { name: "Timo Berg", email: "timo@agentur.example" };
  const { host } = open(({ refusal }) => (
    <LinkForm csrfToken="token-1" refusal={refusal} token="link-1" invited={invited} />
  ));
  expect(button(host, label)).toBeTruthy();
  expect(input(host, "token").value).toBe("link-1");
  expect(input(host, "password")).toBeTruthy();
  expect(input(host, "name") !== null).toBe(asksForName);
});
