import type * as en from './en/index.ts';

/** All messages, by the part of the service that says them: what every language has to say. */
export type Messages = typeof en;
