// @vitest-environment happy-dom
import { fireEvent, queryByRole } from "@testing-library/react";
import { useState } from "react";
import { beforeEach, describe, expect, test } from "vitest";
import { readTime, TimeInput } from "../../../app/lib/form/time-input.tsx";
import { Field } from "../../../app/ui/form/field.tsx";
import { press, render, type } from "../../support/browser/render.tsx";

describe("what is typed as a time", () => {
  test.each([
    ["3", "03:00"],
    ["03:00", "03:00"],
    ["3:30", "03:30"],
    ["3.30", "03:30"],
    ["3h30", "03:30"],
    ["330", "03:30"],
    ["0330", "03:30"],
    ["15 Uhr", "15:00"],
    ["23:59", "23:59"],
    ["24:00", "24:00"],
    ["12:60", "12:60"],
    ["3:3", "3:3"],
    ["mittags", "mittags"],
    [" ", ""],
  ])("„%s“ is read as „%s“", (text, time) => {
    expect(readTime(text)).toBe(time);
  });
});

const heard: string[] = [];
beforeEach(() => void heard.splice(0));

function Followed() {
  const [value, setValue] = useState("03:00");
  return (
    <Field label="Uhrzeit">
      <TimeInput
        value={value}
        onChange={(next) => {
          heard.push(next);
          setValue(next);
        }}
      />
    </Field>
  );
}

const Left = () => (
  <Field label="Von">
    <TimeInput value="19:00" onCommit={(time) => heard.push(time)} />
  </Field>
);

const inputOf = ({ host }: { host: HTMLElement }) => queryByRole(host, "textbox") as HTMLInputElement;

test("a form hears what is meant while it is typed, and shows it whole once the field is left", async () => {
  const input = inputOf(render(<Followed />));
  expect(input.value).toBe("03:00");
  await type(input, "430");
  expect([input.value, heard.at(-1)]).toEqual(["430", "04:30"]);
  fireEvent.blur(input);
  expect(input.value).toBe("04:30");
  await type(input, "gleich");
  fireEvent.blur(input);
  expect([input.value, heard.at(-1)]).toEqual(["gleich", "gleich"]);
});

test("what saves itself hears a time alone, and goes back to the former one for what is none", async () => {
  const input = inputOf(render(<Left />));
  await type(input, "halb acht");
  fireEvent.blur(input);
  expect([input.value, heard]).toEqual(["19:00", []]);
  await type(input, "2030");
  await press("{Enter}");
  expect(heard).toEqual(["20:30"]);
});
