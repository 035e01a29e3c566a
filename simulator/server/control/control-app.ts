import { OpenAPIHono } from '@hono/zod-openapi';
import { ActionRefused } from '../runtime.ts';

/** A call of the control plane by whoever runs in the same process. */
export interface ControlCall {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  /** What the body would say as JSON; left out where there is none. */
  readonly body?: unknown;
}

/** What it gets: the answer, or the HTTP status and the message of a refusal. */
export type ControlAnswer =
  | { readonly ok: true; readonly body: unknown }
  | { readonly ok: false; readonly status: number; readonly message: string };

/** What an endpoint gets, as it came. */
export interface RawInput {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
}

/** Checks what it gets and answers with what goes out as JSON; throws like the endpoints of the network. */
export type Perform = (input: RawInput) => Promise<unknown>;

interface Row {
  readonly method: string;
  readonly path: RegExp;
  readonly perform: Perform;
}

/** The endpoints of the control plane: as an application for the network, and as a table for calls without it. */
export class ControlApp extends OpenAPIHono {
  readonly #rows: Row[] = [];

  /** @param path as OpenAPI writes it, such as `/invoices/{paymentId}` */
  register(method: string, path: string, perform: Perform): void {
    const pattern = path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)');
    this.#rows.push({ method: method.toUpperCase(), path: new RegExp(`^${pattern}$`), perform });
  }

  /**
   * Carries a call out as if it had come over the network.
   *
   * @throws what the endpoint throws; ActionRefused when there is no such endpoint
   */
  async perform({ method, path, query, body }: ControlCall): Promise<unknown> {
    for (const row of this.#rows) {
      const found = row.method === method ? row.path.exec(path) : null;
      if (found === null) continue;
      const params = Object.fromEntries(
        Object.entries(found.groups ?? {}).map(([name, text]) => [name, decodeURIComponent(text)]),
      );
      return row.perform({ params, query, body: body ?? {} });
    }
    throw new ActionRefused('absent', `${method} ${path}: no such endpoint; see /openapi.json`);
  }
}
