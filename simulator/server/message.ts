/** How a message can be written other than in one piece. */
export const ODD_TRANSPORTS = ['chunked', 'expect', 'slow'] as const;

/** One message to a merchant's receiver. */
export interface Message {
  url: string;
  method: string;
  headers: Readonly<Record<string, string>>;
  body: string | Uint8Array;
  /** Local address that it is sent from. */
  from: string;
  /** In chunks, after 100-continue, or slowly in two parts; in one piece when left out. */
  transport?: (typeof ODD_TRANSPORTS)[number];
  /** Called once the request has been written. */
  onSent?: () => void;
}
