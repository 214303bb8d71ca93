import type * as en from './en/index.ts';
import type {lead} from './en/lead.ts';

/** All messages, by the part of the service that shows them: every language must have them. */
export type Messages = typeof en & {lead: typeof lead};
