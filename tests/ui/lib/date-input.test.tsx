// @vitest-environment happy-dom
import { fireEvent, queryByRole } from "@testing-library/react";
import { useState } from "react";
import { describe, expect, test } from "vitest";
import { DateInput, readTyped } from "../../../app/lib/form/date-input.tsx";
import { dayAfterKey, weeksOf, withinBounds } from "../../../app/lib/form/month-grid.ts";
import { setPageMoment } from "../../../app/lib/time/portal-clock.ts";
import { Field } from "../../../app/ui/form/field.tsx";
import { button, click, press, render, type } from "../../support/browser/render.tsx";
import { until } from "../../support/until.ts";

setPageMoment(new Date("2027-02-03T09:00:00.000Z"));

describe("what is typed", () => {
  test.each([
    ["1.3.27", "2027-03-01"],
    ["01.03.2027", "2027-03-01"],
    ["1. 3. 2027", "2027-03-01"],
    ["1,3,27", "2027-03-01"],
    ["1/3/27", "2027-03-01"],
    ["010327", "2027-03-01"],
    ["01032027", "2027-03-01"],
    ["2027-03-01", "2027-03-01"],
    ["1.3.", "2027-03-01"],
    ["31.2.27", "31.2.27"],
    ["morgen", "morgen"],
    ["", ""],
  ])("„%s“ is read as %s", (text, date) => {
    expect(readTyped(text)).toBe(date);
  });
});

describe("the days of a month", () => {
  test("begin with Monday and fill six weeks", () => {
    const weeks = weeksOf("2027-03-15");
    expect(weeks).toHaveLength(6);
    expect(weeks[0]).toEqual([
      "2027-03-01",
      "2027-03-02",
      "2027-03-03",
      "2027-03-04",
      "2027-03-05",
      "2027-03-06",
      "2027-03-07",
    ]);
    expect(weeks[4]?.slice(2)).toEqual(["2027-03-31", undefined, undefined, undefined, undefined]);
    expect(weeks[5]).toEqual(Array.from({ length: 7 }, () => undefined));
  });

  test.each([
    ["ArrowLeft", false, "2027-02-28"],
    ["ArrowRight", false, "2027-03-02"],
    ["ArrowUp", false, "2027-02-22"],
    ["ArrowDown", false, "2027-03-08"],
    ["Home", false, "2027-03-01"],
    ["End", false, "2027-03-07"],
    ["PageUp", false, "2027-02-01"],
    ["PageDown", true, "2028-03-01"],
    ["a", false, undefined],
  ])("%s (shift: %s) leads to %s", (key, shiftKey, date) => {
    expect(dayAfterKey("2027-03-01", { key, shiftKey })).toBe(date);
  });

  test("stay within bounds", () => {
    expect(withinBounds("2027-03-01", "2027-03-05")).toBe("2027-03-05");
    expect(withinBounds("2027-03-09", undefined, "2027-03-05")).toBe("2027-03-05");
  });
});

const heard: string[] = [];

function Form({ start = "" }: { start?: string }) {
  const [value, setValue] = useState(start);
  return (
    <Field label="Beginn">
      <DateInput
        value={value}
        onChange={(next) => {
          heard.push(next);
          setValue(next);
        }}
      />
    </Field>
  );
}

const input = (host: HTMLElement) => queryByRole(host, "textbox") as HTMLInputElement;

describe("a date field", () => {
  test("is no field of the browser, shows German dates and puts what is typed into order", async () => {
    const { host } = render(<Form start="2027-03-01" />);
    expect(input(host).type).toBe("text");
    expect(input(host).placeholder).toBe("TT.MM.JJJJ");
    expect(input(host).value).toBe("01.03.2027");
    await type(input(host), "2.4.28");
    expect(input(host).value).toBe("2.4.28");
    expect(heard.at(-1)).toBe("2028-04-02");
    fireEvent.blur(input(host));
    expect(input(host).value).toBe("02.04.2028");
  });

  test("keeps what is no date, for the form to say so", async () => {
    const { host } = render(<Form />);
    await type(input(host), "31.2.27");
    fireEvent.blur(input(host));
    expect(input(host).value).toBe("31.2.27");
    expect(heard.at(-1)).toBe("31.2.27");
  });

  test("tells filters only of whole dates, once it is left", async () => {
    const told: string[] = [];
    const { host } = render(<DateInput aria-label="Von" value="2027-03-01" onCommit={(date) => told.push(date)} />);
    await type(input(host), "2.4");
    fireEvent.blur(input(host));
    expect([told, input(host).value]).toEqual([[], "01.03.2027"]);
    await type(input(host), "2.4.27");
    await press("{Enter}");
    await type(input(host), "");
    fireEvent.blur(input(host));
    expect(told).toEqual(["2027-04-02", ""]);
  });

  test("opens a calendar by its button or by the arrow down, walked by keys and closed with the picked day", async () => {
    const { host } = render(<Form start="2027-03-01" />);
    expect(button(host, "Datum ändern, 01.03.2027").getAttribute("aria-haspopup")).toBe("dialog");
    await click(input(host));
    await press("{ArrowDown}");
    await until(() => expect(queryByRole(document.body, "grid")).toBeTruthy());
    const dialog = queryByRole(document.body, "dialog") as HTMLElement;
    expect(dialog.getAttribute("aria-label")).toBe("Datum auswählen");
    expect(dialog.textContent).toContain("März 2027");
    await until(() => expect(document.activeElement?.getAttribute("data-day")).toBe("2027-03-01"));
    expect(document.activeElement?.getAttribute("aria-label")).toBe("Montag, 1. März 2027");
    expect(dialog.querySelectorAll("[data-day][tabindex='0']")).toHaveLength(1);
    await press("{PageDown}");
    await press("{ArrowDown}");
    await until(() => expect(document.activeElement?.getAttribute("data-day")).toBe("2027-04-08"));
    await click(document.activeElement);
    await until(() => expect(input(host).value).toBe("08.04.2027"));
    await until(() => expect(queryByRole(document.body, "dialog")).toBeNull());
  });
});
