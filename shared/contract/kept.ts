import {DAY_MS, MINUTE_MS} from './limits.ts';

/** How long something is kept, milliseconds. */
export const KEPT = {
	uploadUrlMs: 15 * MINUTE_MS,
	previewMs: 7 * DAY_MS,
	/** An expired preview, upload URL or link of a mail says for so long that it has expired, and then that it never was. */
	expiredLinkMs: 30 * DAY_MS,
	idempotencyMs: DAY_MS,
	/** An ended job is there for `GET /v1/jobs/{id}`, and for repetitions of its call. */
	endedJobMs: 7 * DAY_MS,
	/** A session ends after so long, however much it is used: the most that a copied cookie is worth. */
	sessionMs: 30 * DAY_MS,
	/** An app that has registered itself is known, before anybody has signed in with it and after its last token. */
	unusedAppMs: 7 * DAY_MS,
	appMs: 400 * DAY_MS,
	/** An owner sees what keys and apps did. */
	usageLogMs: 90 * DAY_MS,
	/** A visit is known, to be counted once: pages report for a day, and Redis may bring older reports again after an outage or out of a backup. */
	visitMs: 7 * DAY_MS,
	/** A tour remembers a deleted step: for less time than what nobody uses stays stored. */
	removedStepMs: 7 * DAY_MS,
	/** An image or a sound that nothing uses stays stored. */
	unreferencedMediaMs: 30 * DAY_MS,
	/** Unnamed versions without a link stay. */
	checkpointMs: 90 * DAY_MS,
	/** A deleted tour can be brought back. */
	binMs: 30 * DAY_MS,
	/** A deleted account can be taken back; its owner is reminded so long before its end. */
	closingMs: 14 * DAY_MS,
	closingReminderMs: 2 * DAY_MS,
	/** A link of a deleted account says that it was taken down. */
	retiredSlugMs: 365 * DAY_MS,
	/** A copy of an account can be fetched; the next one may be asked for after so long. */
	exportMs: DAY_MS,
	exportEveryMs: DAY_MS,
	/** An export of a tour, and the parts that exports share, are kept; the latter since their last use. */
	tourExportMs: 7 * DAY_MS,
} as const;
