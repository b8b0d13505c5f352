import { spawn } from "node:child_process";
import path from "node:path";

const root = path.resolve(import.meta.dirname, "..");
const bin = (name: string) => path.join(root, "node_modules/.bin", name);

/** Types are judged anew only where something changed since the last check; npm removes the folder with its packages. */
const buildInfo = path.join(root, "node_modules/.cache/tsc/check.tsbuildinfo");
/** The compiler that runs as machine code; Remix and the tests that read code need the one before it, which has an API. */
const tsc = path.join(root, "node_modules/typescript-native/bin/tsc");

/** Format, lint and types, side by side; what each has to say comes out in one piece. */
const steps: [string, string[]][] = [
  [bin("biome"), ["check", "--error-on-warnings", "--colors=force"]],
  [process.execPath, [tsc, "--noEmit", "--pretty", "--incremental", "--tsBuildInfoFile", buildInfo]],
];

const statuses = await Promise.all(
  steps.map(async ([command, args]) => {
    const child = spawn(command, args, { cwd: root, stdio: ["ignore", "pipe", "pipe"] });
    const said: Buffer[] = [];
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (bytes: Buffer) => said.push(bytes));
    const status = await new Promise<number>((resolve, reject) => {
      child.once("error", reject);
      child.once("close", (code) => resolve(code ?? 1));
    });
    process.stderr.write(Buffer.concat(said));
    return status;
  }),
);
process.exit(statuses.find((status) => status !== 0) ?? 0);
