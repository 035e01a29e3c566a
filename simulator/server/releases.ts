/** Answers that wait until somebody lets them go, by the id of the fault that holds them. */
export interface Releases {
  wait(fault: string): Promise<void>;
  release(fault: string): number;
  releaseAll(): void;
}

export function createReleases(): Releases {
  const waiting = new Map<string, (() => void)[]>();
  function release(fault: string): number {
    const held = waiting.get(fault) ?? [];
    waiting.delete(fault);
    for (const go of held) go();
    return held.length;
  }
  return {
    wait: (fault) =>
      new Promise((resolve) => {
        const held = waiting.get(fault);
        if (held === undefined) waiting.set(fault, [resolve]);
        else held.push(resolve);
      }),
    release,
    releaseAll() {
      for (const fault of [...waiting.keys()]) release(fault);
    },
  };
}
