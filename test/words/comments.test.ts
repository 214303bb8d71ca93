import {readdir, readFile} from 'node:fs/promises';
import {join} from 'node:path';
import test from 'ava';
import {FOLDERS, filesIn, ROOT} from './sources.ts';

/** Counts words in comments, titles and documents that the rules of CONTRIBUTING.md exclude. */

/** Openings without a subject, which readers understand only at the end of the sentence. */
const OPENING = /^\s*(?:\/\*\*|\*) (?:What|Of|As|The same|Where|Whether|Nothing) /;
const PRIVATE_WORD = /\b[Ww]hoever\b|\b[Aa]new\b/;
/** The most that may be left in the whole tree: these numbers only go down. Some lines name the words to forbid them. */
const MOST = {openings: 10, privateWords: 6};

/** Returns the lines of these files that match, each with its place. */
async function linesWith(pattern: RegExp, files: readonly string[]): Promise<string[]> {
	const found = files.map(async file => {
		const lines = (await readFile(join(ROOT, file), 'utf8')).split('\n');
		return lines.flatMap((line, index) => (pattern.test(line) ? [`${file}:${index + 1}: ${line.trim()}`] : []));
	});
	return (await Promise.all(found)).flat();
}

test('the patterns find what they are for, and pass over other comments', t => {
	t.regex('\t/** Of a JPEG, 1..100. */', OPENING);
	t.regex(' * The same without a browser.', OPENING);
	t.notRegex('/** Quality of a JPEG, 1..100. */', OPENING);
	t.notRegex('// Of a highlight a little may be covered.', OPENING);
	t.regex(`// Who${'ever'} reads it`, PRIVATE_WORD);
	t.notRegex('// a new one', PRIVATE_WORD);
});

test('doc comments begin with their subject', async t => {
	const files = await filesIn(FOLDERS, /(?<!\.test)\.(?:tsx?|css|m?js)$/);
	t.true(files.length > 900);
	const found = await linesWith(OPENING, files);
	t.true(found.length <= MOST.openings, `${found.length} doc comments begin without a subject:\n${found.slice(0, 100).join('\n')}`);
});

test('comments, titles and documents say who is meant, and again', async t => {
	const atRoot = (await readdir(ROOT)).filter(name => name.endsWith('.md'));
	const files = [...atRoot, ...(await filesIn([...FOLDERS, 'docs', 'test'], /^(?!docs\/decisions\/).*\.(?:tsx?|mjs|md)$/))];
	const found = await linesWith(PRIVATE_WORD, files);
	t.true(found.length <= MOST.privateWords, `${found.length} lines have one of these words:\n${found.slice(0, 100).join('\n')}`);
});
