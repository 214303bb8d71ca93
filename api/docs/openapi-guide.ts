import {LIMITS} from '../../shared/contract/limits.ts';
import {ERRORS} from '../../shared/errors.ts';

/** Returns the description of the OpenAPI document in Markdown: everything that all operations share. */
export function openapiGuide(baseUrl: string): string {
	return `${SUMMARY} Every operation with its fields is at [${baseUrl}/docs](${baseUrl}/docs).

## Authentication

Every call carries \`Authorization: Bearer <token>\`: a personal API key, made at [${baseUrl}/settings/keys](${baseUrl}/settings/keys), or the access token of an app that a person signed in to
(OAuth 2.1 with PKCE, described at \`${baseUrl}/.well-known/oauth-authorization-server\`). \`x-scopes\` names the permissions that an operation needs.

## Requests and responses

Bodies are JSON in UTF-8. A success is \`{"ok": true, …}\`. Absent values are \`null\`, times ISO 8601 in UTC, durations milliseconds, sizes bytes, coordinates fractions of the image from its top-left corner.
Requests take no unknown properties. Responses may get new properties, and lists of identifiers new values: ignore what you do not know.

## Paging

Lists return \`nextCursor\`: send it as \`cursor\` to get the next page; it is \`null\` on the last one. \`limit\` is 1 to ${LIMITS.pageSizeMax}, by default ${LIMITS.pageSizeDefault}.

## Repeating and changing at the same time

An \`Idempotency-Key\` of ${LIMITS.idempotencyKeyMin} to ${LIMITS.idempotencyKeyMax} characters makes a POST safe to repeat for 24 hours. A tour's \`ETag\` (\`"v12"\`) names its version; with \`If-Match\` a change is refused with 412 if the tour has changed since.

## Limits

\`RateLimit-Policy\` and \`RateLimit\` tell how many calls a minute there are and how many are left; \`GET /v1/me\` lists all limits and quotas of the account. A 429 or 503 tells in \`Retry-After\` after how many seconds to try again.
A JSON body has at most ${LIMITS.bodyBytes / 1024 / 1024} MB (${LIMITS.imageBodyBytes / 1024 / 1024} MB with an image as base64, ${LIMITS.documentBodyBytes / 1024 / 1024} MB for a whole tour), an image ${LIMITS.imageBytes / 1024 / 1024} MB, a published tour ${LIMITS.tourBytes / 1024 / 1024} MB and ${LIMITS.stepsPerTour} steps.

## Work that takes longer

A call waits for its work, up to ${LIMITS.waitMs / 1000} seconds. With \`Prefer: respond-async\` it answers 202 with a job at once; \`GET /v1/jobs/{id}\` has the result later, and the status \`queued\`, \`running\`, \`succeeded\` or \`failed\`.

## Errors

An error is \`{"ok": false, "error", "message", "errors"}\`. \`error\` is the identifier to program against; \`message\` is for people and may change. \`errors\` lists each problem with its field, what is wrong and what would be right.
These are all identifiers; new ones may come, and then the HTTP status tells what to do.

${errorTable()}`;
}

export const SUMMARY = 'Interactive step-by-step tours from screenshots: create, edit, style, publish to a permanent link.';

/** All error identifiers as a table in Markdown. */
export function errorTable(): string {
	const rows = Object.entries(ERRORS).map(([code, [status, message]]) => `| ${status} | \`${code}\` | ${message} |\n`);
	return `| status | error | meaning |\n|---|---|---|\n${rows.join('')}`;
}
