import {readFile} from 'node:fs/promises';
import {join} from 'node:path';
import test from 'ava';
import {LANGUAGES, readCatalogues} from './catalogues.ts';
import {badlyWritten, namesOfCode, roughEnglish, unequal} from './rules.ts';
import {ROOT} from './sources.ts';

const catalogues = await readCatalogues();

/** Returns a rule's findings in the texts of these languages, with their places. */
function against(rule: (text: string) => string[], languages: readonly (typeof LANGUAGES)[number][] = LANGUAGES): string[] {
	return catalogues.flatMap(({file, words}) =>
		languages.flatMap(language =>
			words[language].flatMap(({path, text}) => rule(text).map(found => `${file} ${language}${path}: ${found} | ${text}`)),
		),
	);
}

test('each language says the same, with the same values in it, and nothing is empty', t => {
	// Of texts, not of files, of which there may be fewer.
	t.true(catalogues.reduce((sum, {words}) => sum + words.en.length, 0) > 2300);
	t.true(catalogues.length > 20);
	for (const {file, words} of catalogues) {
		const shape = (language: 'en' | 'es' | 'pt') => words[language].map(({path, marks}) => `${path} ${[...marks].sort().join(' ')}`);
		t.deepEqual(shape('es'), shape('en'), `${file}: es`);
		t.deepEqual(shape('pt'), shape('en'), `${file}: pt`);
	}
});

test('no name of code is in a text', t => {
	t.deepEqual(namesOfCode('a success is true, a appError is not'), ['appError']);
	t.deepEqual(against(namesOfCode), []);
});

test('English is plain', t => {
	t.deepEqual(roughEnglish('whoever asks anew gets a appError'), ['whoever', 'anew', 'a appError']);
	t.deepEqual(against(roughEnglish, ['en']), []);
});

test('the rules find what they were written for', t => {
	for (const usted of [
		'Escriba su nombre.',
		'Deje el campo vacío y elija otro',
		'Seguimos aquí: inténtelo de nuevo',
		'¿Olvidó la contraseña?',
		'Nadie entra en su cuenta',
		'Suelte, marque, publique',
		'La clave “x”',
		'Nombre del recorrido',
	])
		t.true(badlyWritten(usted, 'es').length > 0, usted);
	for (const right of ['Escribe tu nombre.', 'Quien abra el enlace y elija un paso lo verá', 'Inténtalo de nuevo', 'hasta que publiques'])
		t.deepEqual(badlyWritten(right, 'es'), [], right);
	t.deepEqual(badlyWritten('Nome do roteiro', 'pt'), ['roteiro']);
	t.deepEqual(badlyWritten('O comando roteiro abre o Roteiro: “roteiro login”', 'pt'), []);
});

for (const language of LANGUAGES) {
	test(`there is one way to write: ${language}`, t => {
		t.deepEqual(
			against(text => badlyWritten(text, language), [language]),
			[],
		);
	});
}

test('what is one thing is named in each language', t => {
	const found = catalogues.flatMap(({file, words}) =>
		words.en.flatMap((en, index) => {
			const said = {en, es: words.es[index]!, pt: words.pt[index]!};
			return unequal(said).map(fault => `${file} ${en.path}: ${fault} | ${en.text} | ${said.es.text} | ${said.pt.text}`);
		}),
	);
	t.deepEqual(found, []);
});

test('the page on the first tour calls each control by the name that it has', async t => {
	const page = await readFile(join(ROOT, 'docs/first-tour.md'), 'utf8');
	const headings = {en: '## English', pt: '## Português', es: '## Español'};
	for (const language of LANGUAGES) {
		const [, own = ''] = page.split(headings[language]);
		const names = [...own.split(/^## /m)[0]!.matchAll(/\*\*([^*]+)\*\*/g)].map(([, name]) => name!.toLowerCase());
		t.true(names.length >= 9, language);
		const said = new Set(catalogues.flatMap(({words}) => words[language].map(({text}) => text.toLowerCase())));
		t.deepEqual(
			names.filter(name => name !== 'editor' && !said.has(name)),
			[],
			language,
		);
	}
});
