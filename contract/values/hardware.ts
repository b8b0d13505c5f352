import type { Reading } from "./reading.ts";

/** Reads a serial number: letters of any script, digits and printable ASCII. */
export function readSerial(text: string): Reading {
  const value = text.trim().normalize("NFC");
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
  const typed = text.trim().toUpperCase();
  const isUsual = /^([0-9A-F]{2}([:\-. ]?))([0-9A-F]{2}\2){4}[0-9A-F]{2}$|^([0-9A-F]{4}\.){2}[0-9A-F]{4}$/.test(typed);
  if (!isUsual) return { problem: "MAC-Adresse ist ungültig." };
  const digits = typed.replace(/[^0-9A-F]/g, "");
  return { value: digits.replace(/..(?=.)/g, "$&:") };
}
