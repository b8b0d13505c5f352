/** What the portal tells the program of its checker, in this order. */
export interface CheckerArguments {
  dataDir: string;
  /** `address:port`; the system's when empty. */
  nameServer: string;
  logLevel: string;
  /** Where the portal is reached; empty where that is not said. */
  publicUrl: string;
  /** Whether the first message says where the database lies: its URL holds a password, and everybody reads arguments. */
  awaitsPlace: boolean;
}

export function readCheckerArguments(): CheckerArguments {
  const [, , dataDir = "", nameServer = "", logLevel = "info", publicUrl = "", database = ""] = process.argv;
  return { dataDir, nameServer, logLevel, publicUrl, awaitsPlace: database !== "" };
}
