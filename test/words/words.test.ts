import test from 'ava';
import {LANGUAGES, readCatalogues} from './catalogues.ts';
import {badlyWritten, namesOfCode, roughEnglish, unequal} from './rules.ts';

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
	t.true(catalogues.length > 30);
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
