// @vitest-environment happy-dom
import { act, queryAllByRole, queryByRole } from "@testing-library/react";
import { hydrateRoot } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { FieldGroup } from "../../../app/records/form/controls/field-group.tsx";
import { Checkbox } from "../../../app/ui/form/checkbox.tsx";
import { Field } from "../../../app/ui/form/field.tsx";
import { Fieldset } from "../../../app/ui/form/fieldset.tsx";
import { Select } from "../../../app/ui/form/select.tsx";
import { Switch } from "../../../app/ui/form/switch.tsx";
import { TextArea } from "../../../app/ui/form/text-area.tsx";
import { PasswordInput, TextInput } from "../../../app/ui/form/text-input.tsx";
import { button, click, field, render } from "../../support/browser/render.tsx";

function describedBy(control: Element): string[] {
  const ids = control.getAttribute("aria-describedby")?.split(" ") ?? [];
  return ids.map((id) => document.getElementById(id)?.textContent ?? `nothing has the id ${id}`);
}

test("a refused field is invalid and described by every one of its errors, then by its hint", () => {
  const { host } = render(
    <Field label="Domain" hint="Ohne www." errors={["Domain fehlt.", "Domain ist zu lang."]}>
      <TextInput name="domain" />
    </Field>,
  );
  const input = queryByRole(host, "textbox") as HTMLInputElement;
  expect(input.getAttribute("aria-invalid")).toBe("true");
  expect(queryAllByRole(host, "listitem").map((error) => error.textContent)).toEqual([
    "Domain fehlt.",
    "Domain ist zu lang.",
  ]);
  expect(describedBy(input)).toEqual(["Domain fehlt.Domain ist zu lang.", "Ohne www."]);
});

test.each([
  [
    "a field",
    <Field key="field" label="Name" errors={["Name: Pflichtfeld."]}>
      <TextInput name="name" />
    </Field>,
  ],
  [
    "a group of a record's form",
    <FieldGroup key="group" label="Name" errors={["Name: Pflichtfeld."]}>
      <TextInput name="name" />
    </FieldGroup>,
  ],
  [
    "a group of boxes",
    <Fieldset key="fieldset" legend="Name" errors={["Name: Pflichtfeld."]}>
      <TextInput name="name" />
    </Fieldset>,
  ],
])("%s says its name once to the eye, and in its error to who hears it alone", (_, element) => {
  const { host } = render(element);
  expect(host.textContent).toContain("Name: Pflichtfeld.");
  for (const hidden of host.querySelectorAll(".sr-only")) hidden.remove();
  expect(host.textContent?.trim()).toBe("NamePflichtfeld.");
});

test("a field without errors is neither invalid nor described", () => {
  const { host } = render(
    <Field label="Name">
      <TextInput name="name" />
    </Field>,
  );
  const input = queryByRole(host, "textbox") as HTMLInputElement;
  expect(input.hasAttribute("aria-invalid")).toBe(false);
  expect(input.hasAttribute("aria-describedby")).toBe(false);
});

test("a field loses its errors when they are gone", () => {
  const field = (errors: string[]) => (
    <Field label="Name" errors={errors}>
      <TextInput name="name" />
    </Field>
  );
  const { host, again } = render(field(["Name fehlt."]));
  again(field([]));
  expect(queryByRole(host, "textbox")?.hasAttribute("aria-invalid")).toBe(false);
  expect(host.textContent).toBe("Name");
});

test.each([
  ["text field", <TextInput key="a" icon={undefined} />],
  ["password field", <PasswordInput key="b" />],
  ["text area", <TextArea key="c" />],
  ["selection", <Select key="d" />],
  ["checkbox", <Checkbox key="e" />],
  ["switch", <Switch key="f" />],
])("the label of a field names its %s", (_, control) => {
  const { host } = render(
    <Field label="Etwas" errors={["Etwas fehlt."]}>
      {control}
    </Field>,
  );
  const target = field(host, "Etwas");
  expect(describedBy(target)).toEqual(["Etwas fehlt."]);
});

test("two fields of one form do not share an id", () => {
  const { host } = render(
    <>
      <Field label="E-Mail">
        <TextInput />
      </Field>
      <Field label="Passwort">
        <PasswordInput />
      </Field>
    </>,
  );
  const [first, second] = [field(host, "E-Mail"), field(host, "Passwort")].map((input) => input.id);
  expect(first).toBeTruthy();
  expect(first).not.toBe(second);
});

test("a password is hidden until its eye is pressed, and hidden again after", async () => {
  const { host } = render(<PasswordInput aria-label="Passwort" defaultValue="geheim" />);
  const input = field(host, "Passwort");
  const eye = button(host, "Passwort anzeigen");
  expect(input.type).toBe("password");
  await click(eye);
  expect([input.type, input.value, eye.getAttribute("aria-pressed")]).toEqual(["text", "geheim", "true"]);
  await click(eye);
  expect([input.type, eye.getAttribute("aria-pressed")]).toEqual(["password", "false"]);
});

test("a password that is typed or filled in before scripts run is still there afterwards", async () => {
  const host = document.createElement("div");
  document.body.append(host);
  host.innerHTML = renderToString(<PasswordInput aria-label="Passwort" name="password" />);
  const input = host.querySelector("input") as HTMLInputElement;
  input.value = "ein sehr langes Passwort";
  const root = await act(() => hydrateRoot(host, <PasswordInput aria-label="Passwort" name="password" />));
  expect(button(host, "Passwort anzeigen")).toBeTruthy();
  expect(host.querySelector("input")).toBe(input);
  expect(input.value).toBe("ein sehr langes Passwort");
  act(() => root.unmount());
  host.remove();
});

test("a form without scripts still sends its ticked boxes and switches", () => {
  const { host } = render(
    <form>
      <Checkbox name="internal" label="Intern" defaultChecked />
      <Checkbox name="archived" label="Archiviert" />
      <Switch name="watched" label="Überwachung" defaultChecked value="yes" />
    </form>,
  );
  const sent = [...new FormData(host.querySelector("form") as HTMLFormElement)];
  expect(sent).toEqual([
    ["internal", "on"],
    ["watched", "yes"],
  ]);
});

test("a half-ticked box says so", () => {
  const { host, again } = render(<Checkbox label="Alle" indeterminate />);
  expect(queryByRole<HTMLInputElement>(host, "checkbox")?.indeterminate).toBe(true);
  again(<Checkbox label="Alle" />);
  expect(queryByRole<HTMLInputElement>(host, "checkbox")?.indeterminate).toBe(false);
});

test("the tick and the line of a checkbox are one drawing beside it, which is not read out", () => {
  const { host } = render(<Checkbox label="Alle" />);
  const drawings = [...host.querySelectorAll("input ~ svg")];
  expect(drawings.map((drawing) => drawing.getAttribute("aria-hidden"))).toEqual(["true"]);
  expect(drawings.flatMap((drawing) => [...drawing.children])).toHaveLength(2);
});
