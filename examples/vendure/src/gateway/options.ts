export const OPTIONS = Symbol('GatewayPlugin options');
export const METHOD = 'gateway';

export interface GatewayPluginOptions {
  url: string;
  shopId: number;
  secret: string;
  readTimeoutMs: number;
  /** Numeric code of the channel's currency. */
  currency: number;
  notifyUrl: string;
}

export const decimal = (minor: number): string => (minor / 100).toFixed(2);
