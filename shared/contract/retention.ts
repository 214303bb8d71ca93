import {DAY_MS, MINUTE_MS} from './limits.ts';

/** How long something is kept, milliseconds. */
export const RETENTION = {
	uploadUrlMs: 15 * MINUTE_MS,
	previewMs: 7 * DAY_MS,
	/** For this long an expired preview, upload URL or mailed link answers "expired"; after that, "not found". */
	expiredLinkMs: 30 * DAY_MS,
	idempotencyMs: DAY_MS,
	/** An ended job can be read with `GET /v1/jobs/{id}`, and answers repetitions of its call. */
	endedJobMs: 7 * DAY_MS,
	/** An account whose owner never confirmed its address is kept: longer than the link for that works. */
	unconfirmedMs: 7 * DAY_MS,
	/** A session ends after this time even if it is in use, which limits what a stolen cookie is worth. */
	sessionMs: 30 * DAY_MS,
	/** A registered app is kept this long before its first sign-in and after its last token. */
	unusedAppMs: 7 * DAY_MS,
	appMs: 400 * DAY_MS,
	/** An owner can read the calls of keys and apps. */
	usageLogMs: 90 * DAY_MS,
	/** A visit is remembered so that it counts once: pages report for a day, and Redis may deliver old reports again after an outage. */
	visitMs: 7 * DAY_MS,
	/** A tour remembers a deleted step: for less time than its image stays stored without a use. */
	removedStepMs: 7 * DAY_MS,
	/** An image or a sound that nothing uses stays stored. */
	unreferencedMediaMs: 30 * DAY_MS,
	/** Unnamed versions without a link stay. */
	checkpointMs: 90 * DAY_MS,
	/** A deleted tour can be brought back. */
	binMs: 30 * DAY_MS,
	/** The deletion of an account can be taken back. */
	closingMs: 14 * DAY_MS,
	/** The owner of an account is reminded so long before it is deleted. */
	closingReminderMs: 2 * DAY_MS,
	/** A link of a deleted account answers that it was taken down. */
	retiredSlugMs: 365 * DAY_MS,
	/** A copy of an account can be fetched. */
	copyMs: DAY_MS,
	/** Time until another copy may be ordered. */
	copyEveryMs: DAY_MS,
	/** An export of a tour is kept; so are the parts that exports share, counted from their last use. */
	tourExportMs: 7 * DAY_MS,
} as const;
