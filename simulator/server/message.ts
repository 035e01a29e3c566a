/** One message to a merchant's receiver. */
export interface Message {
  url: string;
  method: string;
  headers: Readonly<Record<string, string>>;
  body: string | Uint8Array;
  /** Local address that it is sent from. */
  from: string;
  /** Called once the request has been written. */
  onSent?: () => void;
}
