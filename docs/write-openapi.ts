import {readFileSync, writeFileSync} from 'node:fs';
import {openapiDocument} from '../api/docs/openapi.ts';
import {EXAMPLES_FILE} from '../api/docs/openapi-responses.ts';
import {PUBLIC_OPERATIONS} from '../api/operations/index.ts';
import {onOwnServers} from '../test/helpers/own-servers.ts';
import {areAlike} from '../test/openapi/stable-examples.ts';
import {recordExamples} from '../test/openapi/walk.ts';
import {withErrorTable} from './error-table.ts';

/**
 * Writes the examples of a real run, docs/openapi.json and the error table in docs/api.md, so that a diff shows each
 * change of the contract: `npm run openapi`. It needs no network.
 */

export const OPENAPI_FILE = 'docs/openapi.json';
const GUIDE = 'docs/api.md';

/** Returns the document with blanks in front of its lines: some linters warn of each tab. */
export function openapiText(): string {
	return `${JSON.stringify(openapiDocument(PUBLIC_OPERATIONS, 'http://127.0.0.1:8080'), null, 2)}\n`;
}

if (import.meta.main) {
	await onOwnServers(async () => {
		const examples = await recordExamples();
		// Files have another size and speech another duration with each version of an encoder: that alone is no change.
		if (areAlike(examples, JSON.parse(readFileSync(EXAMPLES_FILE, 'utf8')))) return;
		writeFileSync(EXAMPLES_FILE, `${JSON.stringify(examples)}\n`);
	});
	writeFileSync(OPENAPI_FILE, openapiText());
	writeFileSync(GUIDE, withErrorTable(readFileSync(GUIDE, 'utf8')));
	process.exit();
}
