/** When an attempt at a job of this name ended last in this process, by `performance.now()`: what tells a worker at work from one that hangs. */
export const lastEnds = new Map<string, number>();
