/** The part of the uWebSockets.js API that Soketi calls. */
export interface ListenSocket {
  readonly server: unknown;
}
export interface WebSocket {
  [property: string]: unknown;
  send(message: string | ArrayBuffer | ArrayBufferView, isBinary?: boolean): 0 | 1 | 2;
  ping(message?: string): number;
  end(code?: number, reason?: string): void;
  close(): void;
  cork(action: () => void): this;
  getBufferedAmount(): number;
  getUserData(): this;
  getRemoteAddress(): ArrayBuffer;
  getRemoteAddressAsText(): ArrayBuffer;
}
export interface HttpRequest {
  getUrl(): string;
  getQuery(): string;
  getQuery(key: string): string | undefined;
  getMethod(): string;
  getCaseSensitiveMethod(): string;
  getParameter(index: number): string;
  getHeader(name: string): string;
  forEach(visit: (name: string, value: string) => void): void;
}
export interface HttpResponse {
  cork(action: () => void): this;
  writeStatus(status: string): this;
  writeHeader(name: string, value: string | number): this;
  end(body?: string | ArrayBuffer, closesConnection?: boolean): this;
  tryEnd(body: string | ArrayBuffer, totalSize?: number): [ok: boolean, done: boolean];
  close(): this;
  onData(handler: (chunk: ArrayBuffer, isLast: boolean) => void): this;
  onAborted(handler: () => void): this;
  getRemoteAddress(): ArrayBuffer;
  getRemoteAddressAsText(): ArrayBuffer;
  getProxiedRemoteAddress(): ArrayBuffer;
  getProxiedRemoteAddressAsText(): ArrayBuffer;
}
export interface UpgradeResponse {
  upgrade(userData: object, key: string, protocols: string, extensions: string, context: object): void;
  writeStatus(status: string): this;
  end(): this;
}
export interface WebSocketBehavior {
  /** Seconds of silence after which the peer is gone; it is pinged after half of them. */
  idleTimeout?: number;
  /** Never more than 256 KB. */
  maxPayloadLength?: number;
  maxBackpressure?: number;
  /** A peer that reads too slowly is closed; false drops the message instead. */
  closeOnBackpressureLimit?: boolean;
  upgrade?(response: UpgradeResponse, request: HttpRequest, context: object): void;
  open?(socket: WebSocket): void;
  message?(socket: WebSocket, message: ArrayBuffer, isBinary: boolean): void;
  drain?(socket: WebSocket): void;
  close?(socket: WebSocket, code: number, message: ArrayBuffer): void;
}
type Handler = (response: HttpResponse, request: HttpRequest) => void;
type Listened = (token: ListenSocket | false) => void;
export interface TemplatedApp {
  get(pattern: string, handler: Handler): this;
  post(pattern: string, handler: Handler): this;
  put(pattern: string, handler: Handler): this;
  del(pattern: string, handler: Handler): this;
  patch(pattern: string, handler: Handler): this;
  options(pattern: string, handler: Handler): this;
  head(pattern: string, handler: Handler): this;
  any(pattern: string, handler: Handler): this;
  ws(pattern: string, behavior: WebSocketBehavior): this;
  listen(port: number, done: Listened): this;
  listen(host: string, port: number, done: Listened): this;
}
export function App(): TemplatedApp;
export function SSLApp(options: {
  key_file_name: string;
  cert_file_name: string;
  ca_file_name?: string;
  passphrase?: string;
}): TemplatedApp;
/** What uWebSockets does not have: end() leaves connections open from here on, for a server whose peers ask all the time. */
export function keepConnections(): void;
export function us_listen_socket_close(token: ListenSocket): void;
export function us_socket_local_port(token: ListenSocket): number;
export const DISABLED: number;
export const SHARED_COMPRESSOR: number;
export const DEDICATED_COMPRESSOR: number;
