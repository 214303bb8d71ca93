import {readFileSync, writeFileSync} from 'node:fs';
import {openapiDocument} from '../api/docs/openapi.ts';
import {OPERATIONS} from '../api/operations/index.ts';
import {withErrorTable} from './error-table.ts';

/** Writes docs/openapi.json and the error table in docs/api.md, so that a diff shows each change of the contract: `npm run openapi`. */

export const OPENAPI_FILE = 'docs/openapi.json';
const GUIDE = 'docs/api.md';

export function openapiText(): string {
	return `${JSON.stringify(openapiDocument(OPERATIONS, 'http://127.0.0.1:8080'), null, '\t')}\n`;
}

if (import.meta.main) {
	writeFileSync(OPENAPI_FILE, openapiText());
	writeFileSync(GUIDE, withErrorTable(readFileSync(GUIDE, 'utf8')));
}
