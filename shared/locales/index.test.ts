import test from 'ava';
import * as en from './en/index.ts';
import {lead as enLead} from './en/lead.ts';
import * as es from './es/index.ts';
import {lead as esLead} from './es/lead.ts';
import {matchLanguage, playerMessages} from './index.ts';
import {leadMessages} from './lead.ts';
import * as ptBr from './pt-br/index.ts';
import {lead as ptBrLead} from './pt-br/lead.ts';

/** The paths of all messages, with what is one: a text or a function of as many values. */
function pathsOf(messages: object, place = ''): string[] {
	return Object.entries(messages).flatMap(([name, message]) => {
		if (typeof message === 'object') return pathsOf(message, `${place}${name}.`);
		return [`${place}${name} ${typeof message}${typeof message === 'string' && message.trim() === '' ? ', empty' : ''}`];
	});
}

test('every language says the same things, and none of them with nothing', t => {
	const english = pathsOf({...en, lead: enLead}).sort();
	t.true(english.length > 200);
	for (const language of [
		{...es, lead: esLead},
		{...ptBr, lead: ptBrLead},
	])
		t.deepEqual(pathsOf(language).sort(), english);
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
	t.is(playerMessages('es-MX').next, es.player.next);
	t.is(leadMessages('fr').title, enLead.title);
});
