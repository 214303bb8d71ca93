/** Seconds: a year, what browsers' lists ask for at the least. */
const HSTS_SECONDS = 31_536_000;

/** Headers of every response, unless a page sets its own because it may be framed or needs more. */
export function securityHeaders(baseUrl: string): Record<string, string> {
	return {
		'X-Content-Type-Options': 'nosniff',
		'Referrer-Policy': 'strict-origin-when-cross-origin',
		'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
		// For this host alone: what stands under other names of the domain is not ours to decide about.
		...(baseUrl.startsWith('https:') && {'Strict-Transport-Security': `max-age=${HSTS_SECONDS}`}),
	};
}
