import { expect, it } from "vitest";
import { loader } from "../../../app/routes/_shell.settings.live.tsx";
import type { Role } from "../../../contract/roles.ts";

/** Opens the page with a session of this role, or without one. */
function open(role?: Role) {
  const session = role && { user: { id: "u1", name: "Jana", email: "jana@agentur.example", image: null, role } };
  return loader({ context: { session: session ?? null } } as never);
}

it.each([undefined, "member", "readonly"] as const)("the live workbench answers %s with 403", (role) => {
  expect(() => open(role)).toThrow(expect.objectContaining({ status: 403 }));
});

it.each(["maintainer", "admin"] as const)("the live workbench is open to a %s", (role) => {
  expect(open(role)).toBeNull();
});
