import {readdirSync, readFileSync} from 'node:fs';
import test from 'ava';

const FOLDER = 'docs/decisions';

test('the index of decisions names each of them by its own heading', t => {
	const index = readFileSync(`${FOLDER}/README.md`, 'utf8');
	const missing = readdirSync(FOLDER)
		.filter(name => /^\d{4}-/.test(name))
		.filter(name => {
			const heading = readFileSync(`${FOLDER}/${name}`, 'utf8')
				.split('\n')[0]!
				.replace(/^# *\d+\. */, '');
			return !index.includes(`- [${name.slice(0, 4)}](${name}): ${heading}\n`);
		});
	t.deepEqual(missing, []);
});
