/** A tool's effects, sent to clients as the annotations `readOnlyHint`, `destructiveHint`, `idempotentHint` and `openWorldHint`. */
export type Hints = {readOnly: boolean; destructive: boolean; idempotent: boolean; openWorld: boolean};

/** Changes nothing. */
export const READS: Hints = {readOnly: true, destructive: false, idempotent: true, openWorld: false};

/** Makes another thing with each call, and takes nothing away. */
export const CREATES: Hints = {readOnly: false, destructive: false, idempotent: false, openWorld: false};

/** Makes a thing that a repeated call finds again. */
export const CREATES_ONCE: Hints = {...CREATES, idempotent: true};

/** Replaces or removes what was there; a repeated call changes nothing more. */
export const CHANGES: Hints = {readOnly: false, destructive: true, idempotent: true, openWorld: false};

/** Replaces what was there with something new at each call. */
export const CHANGES_EACH_TIME: Hints = {...CHANGES, idempotent: false};

/** Marks effects beyond the service: the tool fetches an address, asks a provider or changes a public page. */
export function reachingOut(hints: Hints): Hints {
	return {...hints, openWorld: true};
}
