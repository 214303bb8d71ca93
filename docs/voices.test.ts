import {execFileSync} from 'node:child_process';
import {readdir, readFile} from 'node:fs/promises';
import test from 'ava';
import {readConfig} from '../shared/config/config.ts';

const MAX_BYTES = 100 * 1024;
const {ffprobe} = readConfig({});

test('each sample that docs/providers.md names is there, small, and a narration; and each that is there is named', async t => {
	const page = await readFile('docs/providers.md', 'utf8');
	const named = [...page.matchAll(/\(voices\/([\w-]+\.mp3)\)/g)].map(([, name]) => name!);
	t.deepEqual(named.toSorted(), (await readdir('docs/voices')).toSorted());
	for (const name of named) {
		const path = `docs/voices/${name}`;
		t.true((await readFile(path)).length <= MAX_BYTES, name);
		const facts = JSON.parse(execFileSync(ffprobe, ['-v', 'error', '-show_streams', '-of', 'json', path]).toString());
		t.like(facts.streams[0], {codec_name: 'mp3', channels: 1, bit_rate: '64000'}, name);
	}
});
