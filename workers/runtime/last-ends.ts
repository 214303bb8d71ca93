/** When an attempt at a job of this name ended last in this process, milliseconds since 1970: what tells a worker at work from one that hangs. */
export const lastEnds = new Map<string, number>();
