import {readdir, readFile} from 'node:fs/promises';
import test from 'ava';

/** Listeners that must be asked first, in the frame that is theirs, and why. */
const FIRST = [
	// Keys that change an area or a hotspot must not come to the step.
	'editor/stage/box-layer.ts',
	// Escape closes the preview before the player hears it.
	'editor/preview/preview-dialog.tsx',
	'editor/shell/hands.ts',
];

test('keys, drops and pastes of the window and of frames are heard in one place', async t => {
	const files = (await readdir('editor', {recursive: true}))
		.map(name => `editor/${name}`)
		.filter(name => /(?<!\.test|\.d)\.tsx?$/.test(name));
	t.true(files.length > 100);
	const others: string[] = [];
	for (const file of files) {
		const text = await readFile(file, 'utf8');
		const found = text.matchAll(/([\w#.!?]*)\baddEventListener\(\s*'(keydown|keyup|keypress|drag\w+|drop|paste|wheel)'/g);
		for (const [, owner, kind] of found) {
			// Fields, marks and the map hear what is pressed in them.
			const own = /^(element|frame|point|room)\.$/.test(owner!);
			if (!own && !FIRST.includes(file)) others.push(`${file}: ${owner}${kind}`);
		}
	}
	t.deepEqual(others, []);
});
