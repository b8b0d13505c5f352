import { describe, expect, it } from "vitest";
import { namesOf } from "../../../app/features/devices/move-dialogs.tsx";
import { quoted } from "../../../contract/values/quoted.ts";

describe("quotes around a text", () => {
  it.each([
    ["Weingut Amsel", "„Weingut Amsel“"],
    ["„Umzug“ planen", "„‚Umzug‘ planen“"],
    ['Der "neue" Shop', "„Der ‚neue‘ Shop“"],
    ["“Alt” und „Neu”", "„‚Alt‘ und ‚Neu‘“"],
    ["Haupt„bahnhof", "„Haupt„bahnhof“"],
    ['19"-Schrank', '„19"-Schrank“'],
    ["", "„“"],
  ])("of %s stay told apart from its own", (text, expected) => {
    expect(quoted(text)).toBe(expected);
  });

  it("are those of dialogs", () => {
    expect(namesOf({ ids: ["a"], titles: ['Beamer "Empfang"'] })).toBe("„Beamer ‚Empfang‘“");
  });
});
