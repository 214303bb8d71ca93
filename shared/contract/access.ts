/** Permissions of a credential; each operation names those that it needs. */
export const SCOPES = {
	'tours:read': 'Read tours',
	'tours:write': 'Create and edit tours, steps, theme, opening form, closing card and media',
	publish: 'Publish and unpublish the permanent link',
	ai: 'Generate AI text and narration (uses the monthly quota)',
	'analytics:read': 'Read link statistics (counts only, no personal data)',
} as const;

export type Scope = keyof typeof SCOPES;

export const ALL_SCOPES = Object.keys(SCOPES) as Scope[];

/** The kind of an app, as seen by the person who lets it in. */
export type AppPlace =
	/** Somebody's web site. */
	| 'site'
	/** A program on the person's own machine. */
	| 'program'
	/** An extension of their browser. */
	| 'extension';

/** A host, with an optional port, that leads back to the requesting machine. */
export const LOOPBACK = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/;
/** Never resolved: the browser hands what is sent there to the extension of that id, and to nothing else. */
const EXTENSION = /^[a-p]{32}\.chromiumapp\.org$/;

export function isScope(word: string): word is Scope {
	return Object.hasOwn(SCOPES, word);
}

/** `host`: of the redirect, with its port, or the scheme of a program's own with `://` behind it. */
export function placeOf(host: string): AppPlace {
	if (LOOPBACK.test(host) || host.endsWith('://')) return 'program';
	return EXTENSION.test(host) ? 'extension' : 'site';
}
