import type { buildConnector } from 'undici';

type BuildConnector = typeof buildConnector;
type BuildOptions = NonNullable<Parameters<BuildConnector>[0]>;

/**
 * Connectors that hold back their sockets until all `parties` of them have connected or failed; then all are
 * handed over in one turn, and what waits for them is written at once.
 */
export function barrierConnect(
  build: BuildConnector,
  parties: number,
  timeoutMs: number,
): (options: BuildOptions) => ReturnType<BuildConnector> {
  let missing = parties;
  let waiting: (() => void)[] = [];
  const release = () => {
    const ready = waiting;
    waiting = [];
    for (const hand of ready) hand();
  };
  const arrive = (hand: () => void) => {
    missing -= 1;
    waiting.push(hand);
    if (missing <= 0) release();
  };
  return (options) => {
    const connect = build({ ...options, timeout: timeoutMs });
    let first = true;
    return (target, callback) => {
      connect(target, (...outcome) => {
        // A second connection of the same message (after a failed one) has nobody to wait for.
        if (!first) return callback(...outcome);
        first = false;
        arrive(() => callback(...outcome));
      });
    };
  };
}
