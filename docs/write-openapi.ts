import {writeFileSync} from 'node:fs';
import {openapiDocument} from '../api/docs/openapi.ts';
import {OPERATIONS} from '../api/operations/index.ts';

/** Writes docs/openapi.json, so that a change of the contract shows in its diff: `npm run openapi`. */

export const OPENAPI_FILE = 'docs/openapi.json';

export function openapiText(): string {
	return `${JSON.stringify(openapiDocument(OPERATIONS, 'http://127.0.0.1:8080'), null, '\t')}\n`;
}

if (import.meta.main) writeFileSync(OPENAPI_FILE, openapiText());
