import {readdir, readFile} from 'node:fs/promises';
import {join} from 'node:path';
import test from 'ava';
import {languageLists} from '../../infra/format.ts';
import {matchLanguage, PAGE_LANGUAGES} from '../contract/page-language.ts';
import {lead as enLead} from './en/lead.ts';
import {player as esPlayer} from './es/player.ts';
import {playerMessages} from './index.ts';
import {leadMessages} from './lead.ts';

/** The paths of all messages, with what is one: a text or a function of as many values. */
function pathsOf(messages: object, place = ''): string[] {
	return Object.entries(messages).flatMap(([name, message]) => {
		if (typeof message === 'object') return pathsOf(message, `${place}${name}.`);
		return [`${place}${name} ${typeof message}${typeof message === 'string' && message.trim() === '' ? ', empty' : ''}`];
	});
}

/** Returns the paths of all messages in the files of a language's folder. The compiler compares the folders in it. */
async function messagesOf(folder: string): Promise<string[]> {
	const files = (await readdir(join(import.meta.dirname, folder))).filter(file => file.endsWith('.ts'));
	const parts = await Promise.all(files.map(file => import(`./${folder}/${file}`)));
	return parts.flatMap(part => pathsOf(part)).sort();
}

test('every language says the same things, and none of them with nothing', async t => {
	const english = await messagesOf('en');
	t.true(english.length > 200);
	for (const tag of PAGE_LANGUAGES) t.deepEqual(await messagesOf(tag.toLowerCase()), english, tag);
	t.deepEqual(
		english.filter(path => path.endsWith(', empty')),
		[],
	);
});

test('a language is matched by its first part, in whatever case; what we do not write is English', t => {
	for (const [tag, ours] of Object.entries({
		pt: 'pt-BR',
		'PT-br': 'pt-BR',
		'pt-PT': 'pt-BR',
		'es-MX': 'es',
		es_419: 'es',
		en: 'en',
		'en-GB': 'en',
	}))
		t.is(matchLanguage(tag), ours as never, tag);
	for (const tag of ['', 'fr', 'e', 'esperanto', '-']) t.is(matchLanguage(tag), null, tag);
	t.is(playerMessages('es-MX').next, esPlayer.next);
	t.is(leadMessages('fr').title, enLead.title);
});

test('the lists of all languages are those of the folders: npm run format writes them', async t => {
	for (const [path, text] of languageLists()) {
		const lines = (written: string) => written.replaceAll(/[\s,]+|\(\s*|\s*\)/g, '');
		t.is(lines(await readFile(path, 'utf8')), lines(text), path);
	}
	const folders = (await readdir(import.meta.dirname, {withFileTypes: true})).filter(entry => entry.isDirectory());
	t.deepEqual(folders.map(({name}) => name).sort(), PAGE_LANGUAGES.map(tag => tag.toLowerCase()).sort());
});
