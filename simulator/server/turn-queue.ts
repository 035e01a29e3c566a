/** Tasks that wait for the end of the present turn of the event loop. */
export interface TurnQueue {
  add(task: () => void): void;
}

/** @param before runs once before the tasks of a turn. */
export function createTurnQueue(before: () => void): TurnQueue {
  let waiting: (() => void)[] = [];

  function run(): void {
    const tasks = waiting;
    waiting = [];
    before();
    for (const task of tasks) task();
  }

  return {
    add(task) {
      if (waiting.length === 0) setImmediate(run);
      waiting.push(task);
    },
  };
}
