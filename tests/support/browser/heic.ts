/**
 * A HEIC file of 32 x 16 pixels in one colour, turned by a quarter: the smallest HEVC picture there is, one coding
 * unit of raw samples (ITU-T H.265, ISO/IEC 23008-12), because nothing here can encode HEVC.
 */
export function aHeic({ y, cb, cr }: { y: number; cb: number; cr: number }): Buffer {
  const parameters = [nal(32, videoParameters()), nal(33, sequenceParameters()), nal(34, pictureParameters())];
  const slice = nal(20, sliceOf({ y, cb, cr }));
  const sample = Buffer.concat([uint(4, slice.length), slice]);
  const properties = [
    box("hvcC", decoderConfiguration(parameters)),
    box("ispe", uint(4, 0), uint(4, 32), uint(4, 16)),
    box("irot", Buffer.from([1])),
  ];
  const head = box("ftyp", Buffer.from("heic"), uint(4, 0), Buffer.from("mif1heic"));
  const meta = (offset: number) =>
    fullBox(
      "meta",
      fullBox("hdlr", uint(4, 0), Buffer.from("pict"), Buffer.alloc(13)),
      fullBox("pitm", uint(2, 1)),
      fullBox(
        "iloc",
        Buffer.from([0x44, 0]),
        uint(2, 1),
        uint(2, 1),
        uint(2, 0),
        uint(2, 1),
        uint(4, offset),
        uint(4, sample.length),
      ),
      fullBox("iinf", uint(2, 1), box("infe", uint(4, 0x02000000), uint(2, 1), uint(2, 0), Buffer.from("hvc1\0"))),
      box("iprp", box("ipco", ...properties), fullBox("ipma", uint(4, 1), uint(2, 1), Buffer.from([3, 0x81, 2, 0x83]))),
    );
  const offset = head.length + meta(0).length + 8;
  return Buffer.concat([head, meta(offset), box("mdat", sample)]);
}

const uint = (bytes: number, value: number) => {
  const buffer = Buffer.alloc(bytes);
  buffer.writeUIntBE(value, 0, bytes);
  return buffer;
};
const box = (type: string, ...parts: Buffer[]): Buffer => {
  const content = Buffer.concat(parts);
  return Buffer.concat([uint(4, content.length + 8), Buffer.from(type), content]);
};
const fullBox = (type: string, ...parts: Buffer[]) => box(type, uint(4, 0), ...parts);

const u = (length: number, value: number) => value.toString(2).padStart(length, "0");
const ue = (value: number) => {
  const code = (value + 1).toString(2);
  return "0".repeat(code.length - 1) + code;
};
const ended = (bits: string) => `${bits}1`;

function toBytes(bits: string): Buffer {
  const padded = bits.padEnd(Math.ceil(bits.length / 8) * 8, "0");
  return Buffer.from(padded.match(/.{8}/g)?.map((byte) => Number.parseInt(byte, 2)) ?? []);
}

/** A NAL unit with its two bytes of header and its emulation prevention. */
function nal(type: number, payload: Buffer): Buffer {
  const escaped: number[] = [];
  for (const byte of payload) {
    if (byte <= 3 && escaped.at(-1) === 0 && escaped.at(-2) === 0) escaped.push(3);
    escaped.push(byte);
  }
  return Buffer.from([type << 1, 1, ...escaped]);
}

/** Main Still Picture, progressive, level 1. */
const profile = [u(8, 3), u(32, 0x70000000), "1001", "0".repeat(44), u(8, 30)].join("");
const noReordering = `1${ue(0).repeat(3)}`;

function videoParameters(): Buffer {
  return toBytes(
    ended(`${u(4, 0)}11${u(6, 0)}${u(3, 0)}1${u(16, 0xffff)}${profile}${noReordering}${u(6, 0)}${ue(0)}00`),
  );
}

function sequenceParameters(): Buffer {
  const size = [ue(32), ue(32), "1", ue(0), ue(0), ue(0), ue(8)].join("");
  const blocks = ue(2) + ue(0) + ue(0) + ue(3) + ue(0) + ue(0);
  const rawSamples = `1${u(4, 7)}${u(4, 7)}${ue(2)}${ue(0)}1`;
  const head = [u(4, 0), u(3, 0), "1", profile, ue(0), ue(1), size, ue(0), ue(0), ue(0), noReordering].join("");
  return toBytes(ended(`${head}${blocks}000${rawSamples}${ue(0)}00000`));
}

function pictureParameters(): Buffer {
  return toBytes(
    ended(`${ue(0)}${ue(0)}00${u(3, 0)}00${ue(0)}${ue(0)}${ue(0)}000${ue(0)}${ue(0)}0000000000${ue(0)}00`),
  );
}

function sliceOf({ y, cb, cr }: { y: number; cb: number; cr: number }): Buffer {
  const header = toBytes(ended(`10${ue(0)}${ue(2)}${ue(0)}`));
  // The arithmetic code of „undivided, raw samples follow“, and after them that of „end of slice“.
  const [rawFollows, endOfSlice] = [Buffer.from([0x86, 0x80]), Buffer.from([0xfe, 0x80])];
  const samples = [Buffer.alloc(1024, y), Buffer.alloc(256, cb), Buffer.alloc(256, cr)];
  return Buffer.concat([header, rawFollows, ...samples, endOfSlice]);
}

function decoderConfiguration(parameters: Buffer[]): Buffer {
  const general = Buffer.concat([Buffer.from([1]), toBytes(profile)]);
  const arrays = parameters.map((unit, index) =>
    Buffer.concat([Buffer.from([0xa0 + index]), uint(2, 1), uint(2, unit.length), unit]),
  );
  return Buffer.concat([general, Buffer.from([0xf0, 0, 0xfc, 0xfd, 0xf8, 0xf8, 0, 0, 0x0f, 3]), ...arrays]);
}
