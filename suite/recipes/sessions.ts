import type { CookieJar } from 'tough-cookie';
import { newJar } from './http-step.ts';
import type { Variables } from './variables.ts';

/** What a login left behind. */
export interface Session {
  readonly jar: CookieJar;
  /** What the steps of the login gave. */
  readonly variables: Variables;
}

/** Runs the steps of a login with a jar of its own. */
type LogIn = (name: string, jar: CookieJar) => Promise<Variables>;

/** Sessions by name: each is begun when it is first needed, and anew once it is lost. */
export class Sessions {
  readonly #logIn: LogIn;
  readonly #open = new Map<string, Promise<Session>>();

  constructor(logIn: LogIn) {
    this.#logIn = logIn;
  }

  /** @param lost the session that the merchant does not know any more */
  async get(name: string, lost?: Session): Promise<Session> {
    const open = this.#open.get(name);
    if (open !== undefined && (lost === undefined || (await open) !== lost)) return open;
    const begun = this.#begin(name);
    this.#open.set(name, begun);
    begun.catch(() => this.#open.delete(name));
    return begun;
  }

  async #begin(name: string): Promise<Session> {
    const jar = await newJar();
    return { jar, variables: await this.#logIn(name, jar) };
  }
}
