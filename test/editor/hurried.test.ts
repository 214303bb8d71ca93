import test from 'ava';
import {signedIn} from '../helpers/person.ts';
import {startEditor} from './helpers.ts';
import {hurried} from './hurried.ts';

/** A short round of `npm run saving -- hurried`. */

test('one hurried person is never asked about their own work, and screen, service and public page are the same', async t => {
	const editor = await startEditor({SESSION_CALLS_PER_MINUTE: '1000000'});
	try {
		for (let seed = 1; seed <= 3; seed++) {
			const {did, wrong} = await hurried(editor, await signedIn(editor.service), {actions: 15, seed});
			t.deepEqual(wrong, [], `${seed}: ${did.join(' ')}`);
		}
	} finally {
		await editor.stop();
	}
});
