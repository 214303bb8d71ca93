import {cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {pathToFileURL} from 'node:url';
import test from 'ava';
import {transformSync} from 'esbuild';
import {type Piece, playerScript} from '../assets.ts';

/** The script of a tour that has no paths. */

const ROOT = join(import.meta.dirname, '../../..');
const copy = mkdtempSync(join(tmpdir(), 'roteiro-without-paths-'));
test.after.always(() => rmSync(copy, {recursive: true}));

const PIECES: Piece[][] = [[], ['report'], ['course'], ['narration', 'report'], ['lead', 'narration', 'report']];

test('a tour without paths has the script that it had if no source knew of paths, to the byte', async t => {
	for (const path of ['package.json', 'package-lock.json', 'tsconfig.json', 'renderers', 'shared']) {
		cpSync(join(ROOT, path), join(copy, path), {recursive: true, filter: name => !name.endsWith('.test.ts')});
	}
	symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
	const client = join(copy, 'renderers/player/client');
	rmSync(join(client, 'paths.ts'));
	let spared = 0;
	for (const name of readdirSync(client)) {
		const path = join(client, name);
		const source = readFileSync(path, 'utf8');
		const {code} = transformSync(source, {loader: 'ts', target: 'esnext', define: {PATHS: 'false'}, minifySyntax: true});
		t.notRegex(code, /PATHS/);
		spared += source.split('PATHS').length - 1;
		writeFileSync(path, code);
	}
	t.true(spared > 10, 'there are paths to leave out');
	const {playerScript: scriptWithout} = await import(pathToFileURL(join(copy, 'renderers/player/assets.ts')).href);
	for (const pieces of PIECES) t.is(playerScript(pieces), scriptWithout(pieces), pieces.join());
	t.not(playerScript(['paths']), playerScript([]));
});

test('nor does it carry what only paths use', t => {
	const all = playerScript(['course', 'narration', 'paths', 'report']);
	for (const mark of ['data-action', 'hidePopover', '.spot', '"action"', 'dataset.count', 'history.state', 'dataset.at', '#end']) {
		t.true(all.includes(mark), mark);
		for (const pieces of PIECES) t.false(playerScript(pieces).includes(mark), `${mark} in ${pieces}`);
	}
});
