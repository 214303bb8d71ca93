import test from 'ava';
import {voiceId} from './provider.ts';

test('a voice has one UUID of version 5, on every machine and for ever', t => {
	t.is(voiceId('local:espeak-ng:pt-br'), 'd837d472-43a2-570f-9482-7567ab0c1373');
	t.is(voiceId('local:flite:slt'), 'cba3ba86-a5ff-5099-bb59-0a0bd4084381');
});

test('names make UUIDs of their own, whatever letters they have', t => {
	const ids = ['a', 'b', 'local:rhvoice:Letícia-F123', 'openai:marin:pt-BR', ''].map(voiceId);
	t.is(new Set(ids).size, ids.length);
	for (const id of ids) t.regex(id, /^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});
