import { createRequire } from 'node:module';

/**
 * Makes CommonJS modules load when something of them is first used, instead of when they are required. What is
 * loaded already, or is not there, stays as it is.
 *
 * @param near path or address of the module that requires them
 * @param names their names, as that module requires them
 */
export function loadLazily(near: string, names: readonly string[]): void {
  const require = createRequire(near);
  const stubs = new Map<string, NodeModule>();

  /** They require each other, and are to find each other whole. */
  function real(path: string): object {
    for (const [stubbed, stub] of stubs) if (require.cache[stubbed] === stub) delete require.cache[stubbed];
    return require(path) as object;
  }

  for (const name of names) {
    const path = pathOf(require, name);
    if (path === undefined || require.cache[path] !== undefined) continue;
    const exports = new Proxy(
      {},
      {
        // Compiled imports ask this at once, of every module; they take `default` for themselves where it is false.
        get: (_, key) => (key === '__esModule' ? true : memberOf(real(path), key)),
        has: (_, key) => Reflect.has(real(path), key),
        ownKeys: () => Reflect.ownKeys(real(path)),
        getOwnPropertyDescriptor: (_, key) => ({
          value: Reflect.get(real(path), key),
          enumerable: true,
          configurable: true,
        }),
      },
    );
    const stub = { id: path, filename: path, loaded: true, exports, children: [], paths: [] };
    stubs.set(path, stub as unknown as NodeModule);
    require.cache[path] = stub as unknown as NodeModule;
  }
}

const memberOf = (module: object, key: PropertyKey): unknown =>
  key === 'default' && Reflect.get(module, '__esModule') !== true ? module : Reflect.get(module, key);

function pathOf(require: NodeJS.Require, name: string): string | undefined {
  try {
    return require.resolve(name);
  } catch {
    return undefined;
  }
}
