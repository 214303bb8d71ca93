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
	/** A web site of anybody's. */
	| 'site'
	/** A program on the person's own machine. */
	| 'program'
	/** An extension of their browser. */
	| 'extension';

/** A host, with an optional port, that leads back to the requesting machine. */
export const LOOPBACK = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/;
/** Host of an extension's redirect. It is never resolved: the browser hands the request to the extension of that id alone. */
const EXTENSION = /^[a-p]{32}\.chromiumapp\.org$/;

export function isScope(word: string): word is Scope {
	return Object.hasOwn(SCOPES, word);
}

/** `host` is the redirect's host with its port, or a program's own scheme with `://` after it. */
export function placeOf(host: string): AppPlace {
	if (LOOPBACK.test(host) || host.endsWith('://')) return 'program';
	return EXTENSION.test(host) ? 'extension' : 'site';
}

/** A personal key, an app that signed in by OAuth, or a person's browser. */
export type CredentialType = 'api_key' | 'oauth' | 'session';
