let socketId: string | undefined;

/** The id of this browser's push connection; the server can leave it out of a signal that this browser causes. */
export function currentSocketId(): string | undefined {
  return socketId;
}

/** Set by the live client whenever its connection changes. */
export function rememberSocketId(id: string | undefined): void {
  socketId = id;
}
