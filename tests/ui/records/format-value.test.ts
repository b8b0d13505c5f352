import { parsePhoneNumberFromString } from "libphonenumber-js/min";
import { describe, expect, test } from "vitest";
import { formValueOf, inputOf } from "../../../app/records/form/form-value.ts";
import { formatPhone } from "../../../app/records/values/format-value.ts";
import { customers } from "../../../contract/customers/customers.ts";
import { readPhone } from "../../../contract/values/phone.ts";

describe("a telephone number", () => {
  test.each([
    ["+49405551112", "+49 40 5551112"],
    ["+493012345678", "+49 30 12345678"],
    ["+4915112345678", "+49 151 12345678"],
    ["+492212345678", "+49 221 2345678"],
    ["+4941211234", "+49 4121 1234"],
    ["+493320112345", "+49 33201 12345"],
    ["+498001234567", "+49 800 1234567"],
    ["+4315334567", "+43 15 334 567"],
    ["+41446681800", "+41 446 681 800"],
    ["+12125551234", "+1 212 555 1234"],
    ["+442079460958", "+44 207 946 0958"],
    ["+35226123456", "+352 26 123 456"],
    ["+4940", "+4940"],
    ["intern 12", "intern 12"],
    ["", ""],
  ])("%s reads %s", (number, text) => {
    expect(formatPhone(number)).toBe(text);
  });

  test.each(["+49405551112", "+35226123456", "+12125551234"])(
    "%s is the same after it was read in a form",
    (number) => {
      const field = customers.fields.phone;
      const shown = formValueOf(field, number);
      expect(readPhone(String(inputOf(field, shown)))).toEqual({ value: number });
    },
  );

  test("is parted from its country as the numbering plans do", () => {
    const countries =
      "1 7 20 27 30 31 32 33 34 36 39 40 41 43 44 45 46 47 48 49 51 52 55 56 57 60 61 62 63 64 65 66 81 82 84 86 90 91 92 93 94 95 98 212 351 352 353 354 355 356 358 359 370 371 372 380 385 386 420 421 423 852 971 972 994";
    for (const code of countries.split(" ")) {
      const number = `+${code}612345678`;
      expect(formatPhone(number).split(" ")[0], number).toBe(`+${code}`);
      const known = parsePhoneNumberFromString(number);
      if (known) expect(known.countryCallingCode).toBe(code);
    }
  });
});
