/** One fault of a request: where it is, what is wrong, and what would be right. */
export type FieldError = {field: string; message: string; hint?: string};

/** The service returned an error. */
export class ApiError extends Error {
	/** The error's identifier, such as `not_found`: an open set. */
	readonly code: string;
	readonly status: number;
	/** Faults, field by field; empty if the service names no field. */
	readonly errors: FieldError[];
	/** Seconds until it is worth trying again. */
	readonly retryAfter: number | undefined;
	/** The id in the service's log. */
	readonly requestId: string | undefined;
	/** The URL that answered, after redirects: `fetch` leaves the key behind on its way to another origin. */
	readonly url: string;

	constructor(response: Response, body: {error?: string; message?: string; errors?: FieldError[]}) {
		const errors = body.errors ?? [];
		const details = errors.map(({field, message, hint = ''}) => `\n  ${field}: ${message} ${hint}`.trimEnd());
		super(`${body.message ?? response.statusText}${details.join('')}`);
		this.name = 'ApiError';
		this.code = body.error ?? `http_${response.status}`;
		this.status = response.status;
		this.errors = errors;
		this.retryAfter = Number(response.headers.get('retry-after')) || undefined;
		this.requestId = response.headers.get('x-request-id') ?? undefined;
		this.url = response.url;
	}
}
