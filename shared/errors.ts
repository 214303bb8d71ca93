import type {ErrorBody, Fault} from './contract/error.ts';
import {LIMITS} from './contract/limits.ts';

/** `inStep`: the status if the image is a field of a step, since then the call's own input is invalid. */
type ErrorRow = readonly [status: number, message: string, {inStep?: number}?];

/** Every error identifier, once: its status and the sentence that goes with it. */
export const ERRORS = {
	invalid_request: [400, 'The request is invalid; `errors` lists each problem.'],
	malformed_json: [400, 'The body is not valid JSON in UTF-8.'],
	unsupported_media_type: [400, 'The body must be sent as application/json.'],
	body_too_large: [400, 'The body is larger than this operation takes.'],
	idempotency_key_reused: [400, 'This Idempotency-Key was used before with another body.'],
	step_order_mismatch: [400, "stepIds must name each of the tour's steps exactly once."],
	too_many_steps: [400, `A tour has at most ${LIMITS.stepsPerTour} steps.`],
	document_version: [400, 'The service does not know this version of the document.'],
	target_ambiguous: [400, 'Several elements of the screenshot fit this text; `errors` lists each of them.'],
	unknown_target: [400, 'A button, a hotspot or Next leads to a step that the tour does not have.'],
	target_not_found: [400, 'No element of the screenshot has this text.'],
	nothing_to_redact: [400, 'There is nothing in these areas to redact.'],
	nothing_to_describe: [400, 'There is nothing to write a text from.'],
	form_not_found: [400, 'No page of this tour has shown this form; nothing was kept.'],
	spam_suspected: [400, 'The form looks automated; nothing was kept.'],
	nothing_to_narrate: [400, 'There is nothing to narrate.'],
	invalid_credential: [401, 'The credential is missing, invalid, expired or revoked.'],
	plan_required: [402, 'This needs the Pro plan.'],
	missing_permission: [403, 'The credential lacks a permission that this operation needs.'],
	foreign_origin: [403, 'The call does not come from a page of this service.'],
	not_found: [404, 'There is nothing with this identifier.'],
	upload_url_expired: [404, 'This upload URL was used for another image, or has expired with its time or its key.'],
	method_not_allowed: [405, 'Method not allowed for this path.'],
	request_timeout: [408, 'The request body stopped arriving; the connection was closed.'],
	link_taken_down: [410, 'This link was taken down.'],
	version_mismatch: [412, 'The tour was changed since the version that If-Match names.'],
	image_too_large: [413, 'The image is larger than 15 MB.', {inStep: 400}],
	tour_too_large: [413, 'The published tour would be larger than 12 MB.'],
	image_type: [415, 'The image must be PNG, JPEG, WebP or GIF.', {inStep: 400}],
	image_unreadable: [422, 'The image could not be read.', {inStep: 400}],
	image_unreachable: [422, 'The image could not be fetched from that URL.', {inStep: 400}],
	tour_not_publishable: [422, 'The tour cannot be published yet; `errors` lists each reason.'],
	tour_not_exportable: [422, 'The tour cannot be exported in this way; `errors` lists each reason.'],
	rate_limited: [429, 'Too many calls in a minute with this key or app.'],
	too_many_at_once: [429, 'Too many calls at once from this caller; try again in a moment.'],
	attempts_limited: [429, 'Too many attempts; try again later.'],
	changes_limited: [429, 'Too many changes in an hour on this account.'],
	publishes_limited: [429, 'Too many publishes in an hour on this account.'],
	exports_limited: [429, 'Too many exports in an hour on this account.'],
	quota_exceeded: [429, "The account's quota is used up."],
	still_running: [429, 'The work continues in the background; ask again with the same Idempotency-Key, or read the job.'],
	internal_error: [500, 'Something failed on our side; it was logged under the request id.'],
	format_not_supported: [501, 'Only JSON is available here.'],
	provider_failed: [502, 'The provider of texts or voices gave a response that cannot be used.'],
	provider_unavailable: [503, 'The provider of texts or voices is not available at the moment.'],
	unavailable: [503, 'A part of the service is not available at the moment.'],
} as const satisfies Record<string, ErrorRow>;

export type ErrorCode = keyof typeof ERRORS;

type Details = {
	/** Set only if a fault has another status in this place (an image inside a step is 400). */
	status?: number;
	message?: string;
	errors?: Fault[];
	/** Seconds until it is worth trying again. */
	retryAfter?: number;
	/** True if the same call may succeed later: a repetition of it is done again. */
	temporary?: boolean;
	headers?: Record<string, string>;
	cause?: unknown;
};

/** An expected error, the same over HTTP, MCP and the queue. Anything else that is thrown is a defect or an outage. */
export class AppError extends Error {
	readonly code: ErrorCode;
	readonly status: number;
	readonly errors: Fault[] | undefined;
	readonly retryAfter: number | undefined;
	readonly temporary: boolean;
	readonly headers: Record<string, string>;

	constructor(code: ErrorCode, details: Details = {}) {
		super(details.message ?? ERRORS[code][1], {cause: details.cause});
		this.code = code;
		this.status = details.status ?? ERRORS[code][0];
		this.errors = details.errors?.slice(0, LIMITS.faults);
		this.retryAfter = details.retryAfter;
		this.temporary = details.temporary ?? false;
		this.headers = {...details.headers};
	}

	/** The body of every error response, over REST, MCP and in a job's row. */
	get body(): ErrorBody {
		return {ok: false, error: this.code, message: this.message, ...(this.errors && {errors: this.errors})};
	}

	/** Returns the facts for a log: of a provider's fault also our sentence, which names no person and no secret; others may. */
	get logged(): {code: ErrorCode; reason?: string} {
		const isProviders = this.code === 'provider_failed' || this.code === 'provider_unavailable';
		return {code: this.code, ...(isProviders && {reason: this.message})};
	}

	/** Returns the error as a worker stores it in the job's row; `restore` is the inverse. */
	toJSON() {
		const {code, status, message, errors, retryAfter, temporary} = this;
		return {code, status, message, errors, retryAfter, ...(temporary && {temporary})};
	}

	static restore(stored: ReturnType<AppError['toJSON']>): AppError {
		return new AppError(stored.code, stored);
	}
}

/** A 400 that lists what is wrong, field by field. */
export function invalid(faults: Fault[]): AppError {
	return new AppError('invalid_request', {errors: faults});
}

/** Returns an image's error for a step's operation: 400 on `image`, which is one field of the call. */
export function asStepFault(error: unknown): unknown {
	if (!(error instanceof AppError)) return error;
	const status = (ERRORS[error.code] as ErrorRow)[2]?.inStep;
	if (status === undefined) return error;
	return new AppError(error.code, {
		status,
		message: error.message,
		errors: error.errors ?? [imageFault(error)],
		cause: error,
	});
}

function imageFault({code, message}: AppError): Fault {
	if (code !== 'image_unreachable') return {field: 'image', message, hint: 'PNG, JPEG, WebP or GIF, up to 15 MB.'};
	const hint =
		'A public https URL that answers the image itself within 15 s, with no sign-in before it. Else upload the bytes and pass mediaId.';
	return {field: 'image.url', message, hint};
}
