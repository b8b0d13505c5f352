import type { Reading } from "./reading.ts";

/** Reads a serial number: letters of any script, digits and printable ASCII. */
export function readSerial(text: string): Reading {
  const value = text.trim();
  return /^[\x20-\x7e\p{L}\p{N}]+$/u.test(value) ? { value } : { problem: "Seriennummer enthält ungültige Zeichen." };
}

/** Reads an IMEI: 15 digits, the last one by the Luhn formula. */
export function readImei(text: string): Reading {
  const value = text.replace(/[\s\-/]/g, "");
  const sum = [...value].reduce((total, digit, index) => {
    const doubled = Number(digit) * (index % 2 === 1 ? 2 : 1);
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return /^\d{15}$/.test(value) && sum % 10 === 0 ? { value } : { problem: "IMEI ist ungültig." };
}

/** Reads a MAC address in any usual spelling into `AA:BB:CC:DD:EE:FF`. */
export function readMac(text: string): Reading {
  const value = text
    .trim()
    .replace(/[:.\-\s]/g, "")
    .toUpperCase();
  if (!/^[0-9A-F]{12}$/.test(value)) return { problem: "MAC-Adresse ist ungültig." };
  return { value: (value.match(/../g) as string[]).join(":") };
}
