import packets, { type Answer } from "dns-packet";
import { describe, expect, it } from "vitest";
import { zoneFile } from "../../../contract/dns/zone-file.ts";
import { presentData, toRecord } from "../../../server/lookups/dns/snapshot.ts";
import { chanceOf } from "../../support/chance.ts";
import { mx, record, soa } from "../../support/servers/dns/test-internet.ts";

const domain = "amsel.test";

interface Entry {
  /** Its fields, in which each byte is one letter; a dot that is part of a label is a line feed. */
  fields: string[];
}

/** Reads a zone file as a name server does (RFC 1035, 5.1); comments and directives are no entries. */
function parseZone(text: string): Entry[] {
  const entries: Entry[] = [];
  const state = { fields: [] as string[], field: undefined as string | undefined, isQuoted: false, depth: 0 };
  const endField = () => {
    if (state.field !== undefined) state.fields.push(state.field);
    state.field = undefined;
  };
  for (let at = 0; at < text.length; at += 1) {
    const letter = text.charAt(at);
    if (letter === "\\") {
      const [code] = /^\d{3}/.exec(text.slice(at + 1)) ?? [];
      const byte = code ? Number(code) : text.charCodeAt(at + 1);
      if (byte > 255 || Number.isNaN(byte)) throw new Error(`Bad escape at ${at}`);
      const meant = String.fromCharCode(byte);
      state.field = (state.field ?? "") + (meant === "." && !state.isQuoted ? "\n" : meant);
      at += code ? 3 : 1;
    } else if (letter === '"') {
      if (!state.isQuoted) endField();
      state.isQuoted = !state.isQuoted;
      state.field ??= "";
      if (!state.isQuoted) endField();
    } else if (state.isQuoted) {
      if (letter === "\n") throw new Error("A string does not end");
      state.field += letter;
    } else if (letter === ";") {
      endField();
      at = text.indexOf("\n", at) - 1;
    } else if (letter === "(" || letter === ")") {
      throw new Error("A parenthesis");
    } else if (letter === "\n") {
      endField();
      if (state.fields.length > 0) entries.push({ fields: state.fields });
      state.fields = [];
    } else if (letter === " " || letter === "\t") {
      endField();
    } else {
      if (letter < "!" || letter > "~") throw new Error(`A byte that is not printable at ${at}`);
      if (
        state.field === undefined &&
        state.fields.length === 0 &&
        letter === "$" &&
        text.startsWith("ORIGIN ", at + 1)
      )
        at = text.indexOf("\n", at) - 1;
      else state.field = (state.field ?? "") + letter;
    }
  }
  if (state.fields.length > 0 || state.isQuoted) throw new Error("The last line does not end");
  return entries;
}

/** Refuses what no name server takes for a name. */
function expectName(text: string | undefined, { isAbsolute }: { isAbsolute: boolean }): void {
  if (text === "@" && !isAbsolute) return;
  if (text === undefined || text === "") throw new Error("No name");
  if (isAbsolute && !text.endsWith(".")) throw new Error(`${JSON.stringify(text)} is not absolute`);
  if (text === ".") return;
  const whole = text.endsWith(".") ? text.slice(0, -1) : `${text}.${domain}`;
  const labels = whole.split(".");
  if (labels.some((label) => label === "" || label.length > 63))
    throw new Error(`${JSON.stringify(text)} has no labels`);
  if (whole.length > 253) throw new Error(`${JSON.stringify(text)} is too long`);
}

const namesAt: Record<string, number[]> = { NS: [0], CNAME: [0], MX: [1], SOA: [0, 1] };
const sizes: Record<string, number> = { NS: 1, CNAME: 1, MX: 2, SOA: 7, CAA: 3, A: 1 };

function expectEntry({ fields: [owner, ttl, addressClass, type = "", ...data] }: Entry): void {
  expectName(owner, { isAbsolute: false });
  if (!/^\d+$/.test(ttl ?? "") || Number(ttl) >= 2 ** 31) throw new Error(`${ttl} is no lifetime`);
  if (addressClass !== "IN" || !(type in sizes || type === "TXT")) throw new Error(`${addressClass} ${type}`);
  if (type in sizes && data.length !== sizes[type]) throw new Error(`${type} with ${data.length} fields`);
  for (const at of namesAt[type] ?? []) expectName(data[at], { isAbsolute: true });
  const numbers = type === "SOA" ? data.slice(2) : type === "MX" || type === "CAA" ? data.slice(0, 1) : [];
  if (numbers.some((number) => !/^\d+$/.test(number))) throw new Error(`${type} ${data.join(" ")}`);
  if (type === "CAA" && !/^[a-z0-9]+$/.test(data[1] ?? "")) throw new Error(`Tag ${data[1]}`);
}

const fileOf = (answers: readonly Answer[]) => zoneFile(domain, { records: answers.map(toRecord), unanswered: [] });

describe("the zone file of a domain", () => {
  it("has what a name server says of a name or of CAA as one record, and never as a line of its own", () => {
    const evil = "a\nwww 300 IN A 192.0.2.66\n;(b";
    const caa = (tag: string, value: string): Answer => ({
      type: "CAA",
      name: domain,
      ttl: 300,
      data: { flags: 0, tag: tag as "issue", value },
    });
    const answers = [
      record("NS", domain, evil),
      record("CNAME", `www.${domain}`, evil),
      mx(domain, evil),
      soa(evil),
      caa("issue", `letsencrypt.org\n${evil}"; \\`),
      caa("is sue\n", "x"),
      record("A", domain, "192.0.2.10"),
    ];
    const text = fileOf(answers);
    expect(text.split("\n")).toHaveLength(2 + answers.length + 1);
    expect(text).not.toContain("\nwww 300");
    expect(text).toContain("a\\010www\\032300\\032in\\032a\\032192.0.2.66\\010\\059\\040b.");
    expect(text).toContain('CAA\t0 is0sue0 "x"');
    expect(parseZone(text)).toHaveLength(answers.length);
    for (const entry of parseZone(text)) expectEntry(entry);
  });

  it("is whole after a value of CAA that is longer than what is kept", () => {
    const long: Answer = {
      type: "CAA",
      name: domain,
      ttl: 300,
      data: { flags: 0, tag: "issue", value: "\n".repeat(9000) },
    };
    expect(parseZone(fileOf([long, record("A", domain, "192.0.2.10")]))).toHaveLength(2);
  });

  it("has ordinary values as they are, and the root as a dot", () => {
    const answers = [mx(domain, "."), record("CNAME", `a.${domain}`, "_x-1.*.Example"), record("NS", domain, ".")];
    const { fields } = parseZone(fileOf([soa(domain)]))[0] ?? { fields: [] };
    expect(fields.slice(4, 6)).toEqual(["ns1.amsel.test.", "hostmaster.amsel.test."]);
    expect(parseZone(fileOf(answers)).map((entry) => entry.fields.slice(4).join(" "))).toEqual([
      "10 .",
      "_x-1.*.example.",
      ".",
    ]);
    const dotted = soa(domain);
    if (dotted.type === "SOA") dotted.data = { ...dotted.data, rname: "first\\.last.amsel.test", mname: "." };
    expect(presentData(dotted)).toMatch(/^\. first\\046last\.amsel\.test 1 /);
    expect(fileOf([dotted])).toContain("\t. first\\046last.amsel.test. 1 ");
  });

  it("has labels no longer than they were, also of letters that nobody can read or that grow in lower case", () => {
    const answers = ["\ufffd", "\u0130"].map((letter) =>
      record("CNAME", `www.${domain}`, `${letter.repeat(letter === "\ufffd" ? 63 : 31)}.test`),
    );
    const entries = parseZone(fileOf(answers));
    expect(entries).toHaveLength(2);
    for (const entry of entries) expectEntry(entry);
  });

  it("is safe also for records that were kept before", () => {
    const raw = (type: string, value: string) => ({ name: domain, type, ttl: 300, value });
    const records = [
      raw("CAA", '0 issue "a\nb IN A 192.0.2.66'),
      raw("CAA", '0 is sue "a"b"'),
      raw("CNAME", "a b;c"),
      raw("MX", "10 a b"),
      raw("SOA", " host master 1 2 3 4 5"),
    ];
    const unanswered = [`a\nb.${domain} A`];
    const entries = parseZone(zoneFile(domain, { records, unanswered }));
    expect(entries).toHaveLength(records.length);
    for (const entry of entries) expectEntry(entry);
  });

  it("has as many records as name servers have sent, whatever bytes they hold", () => {
    const random = chanceOf(1035);
    const special = Buffer.from('\n\r\t .;()"\\@$0', "latin1");
    const byte = () => (random.below(2) === 0 ? (special[random.below(special.length)] ?? 0) : random.below(256));
    const bytes = (length: number) => Buffer.from(Array.from({ length }, byte));
    const wireName = (maxLabels: number, suffix = Buffer.from([0])) => {
      const labels = Array.from({ length: random.below(maxLabels + 1) }, () => bytes(1 + random.below(63)));
      return Buffer.concat([...labels.flatMap((label) => [Buffer.from([label.length]), label]), suffix]);
    };
    const apex = Buffer.from("\x05amsel\x04test\x00", "latin1");
    const numbers = (count: number) => Buffer.from(Array.from({ length: count }, () => random.below(256)));
    const tag = () => bytes(random.below(6));
    const data: Record<number, () => Buffer> = {
      1: () => numbers(4),
      2: () => wireName(3),
      5: () => wireName(3),
      6: () => Buffer.concat([wireName(3), wireName(3), numbers(20)]),
      15: () => Buffer.concat([numbers(2), wireName(3)]),
      16: () => Buffer.concat([Buffer.from([40]), bytes(40)]),
      257: () => {
        const own = tag();
        return Buffer.concat([numbers(1), Buffer.from([own.length]), own, bytes(random.below(80))]);
      },
    };
    const types = Object.keys(data).map(Number);
    for (let round = 0; round < 1_500; round += 1) {
      const answers = Array.from({ length: 1 + random.below(6) }, () => {
        const type = types[random.below(types.length)] ?? 1;
        const own = data[type]?.() ?? numbers(4);
        const fixed = Buffer.alloc(10);
        fixed.writeUInt16BE(type, 0);
        fixed.writeUInt16BE(1, 2);
        numbers(4).copy(fixed, 4);
        fixed.writeUInt16BE(own.length, 8);
        return Buffer.concat([wireName(2, apex), fixed, own]);
      });
      const head = Buffer.from([0, 1, 0x84, 0, 0, 0, 0, answers.length, 0, 0, 0, 0]);
      const decoded = packets.decode(Buffer.concat([head, ...answers])).answers ?? [];
      const entries = parseZone(fileOf(decoded));
      expect(entries).toHaveLength(answers.length);
      for (const entry of entries) expectEntry(entry);
    }
  });
});
