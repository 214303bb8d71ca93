import test from 'ava';
import {signedIn} from '../helpers/person.ts';
import {type Editor, startEditor} from './helpers.ts';
import {storm} from './storm.ts';
import {twoAuthors} from './two-authors.ts';

/** How the editor saves on bad days, and beside others: small editions of `npm run lab -- saving`. */

let editor: Editor;
test.before(async () => {
	editor = await startEditor();
});
test.after.always(() => editor?.stop());

test('with the network cut, responses lost and the page killed, nothing that was done is missing and nothing is there twice', async t => {
	const {wanted, screen, stored, ...counts} = await storm(editor, await signedIn(editor.service), {edits: 60, kills: 3, seed: 3});
	t.log(counts);
	t.deepEqual(screen, wanted);
	t.deepEqual(stored, wanted);
	t.is(counts.conflicts, 0);
});

test('an agent and a person write at the same time: what met nobody is there, what did is shown, and each sees the other soon', async t => {
	const {lost, wrong, conflicts, seenAfter} = await twoAuthors(editor, await signedIn(editor.service), {changes: 40, paceMs: 80, seed: 5});
	t.log({conflicts, p50: seenAfter[seenAfter.length >> 1], p95: seenAfter[Math.floor(seenAfter.length * 0.95)]});
	t.deepEqual(lost, []);
	t.deepEqual(wrong, []);
	t.true(conflicts.agent + conflicts.person > 0, 'They met.');
	// 2 s on a machine that does nothing else: `npm run lab -- saving`.
	t.true(seenAfter.at(-1)! < 15_000);
});
