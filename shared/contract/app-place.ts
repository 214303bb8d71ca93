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

/** `host`: of the redirect, with its port, or the scheme of a program's own with `://` behind it. */
export function placeOf(host: string): AppPlace {
	if (LOOPBACK.test(host) || host.endsWith('://')) return 'program';
	return EXTENSION.test(host) ? 'extension' : 'site';
}
