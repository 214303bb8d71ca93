import {gzipSync} from 'node:zlib';
import test from 'ava';
import type {LeadCaptureInput} from '../../../shared/contract/cards.ts';
import {resolveLeadCapture} from '../../../shared/tour/cards.ts';
import {PUBLIC} from '../../../test/helpers/player-site.ts';
import {sampleSlide, sampleTour} from '../../../test/helpers/sample-snapshot.ts';
import {playerScript, playerStyle} from '../assets.ts';
import {renderPage} from '../page.ts';

const LEAD = {id: 'a'.repeat(32), action: '/p/tour/lead'};
const size = (text: string) => gzipSync(text).length;

function page(form: LeadCaptureInput, {language = 'pt-BR', preview = false} = {}): string {
	const leadCapture = resolveLeadCapture({enabled: true, ...form}, language);
	return renderPage(sampleTour([sampleSlide(), sampleSlide()], {leadCapture, language}), {...PUBLIC, preview, lead: {...LEAD, preview}})
		.html;
}

test('the form costs the page 500 bytes of script and 370 of style at most, and nothing where there is none', t => {
	const script = size(playerScript(['cards', 'lead'])) - size(playerScript(['cards']));
	const style = size(playerStyle(['cards', 'lead'])) - size(playerStyle(['cards']));
	t.log(`gzip: script + ${script}, style + ${style}`);
	t.true(script <= 500);
	t.true(style <= 370);
	t.notRegex(renderPage(sampleTour([sampleSlide()]), PUBLIC).html, /id="(lead|sent)"|noValidate|\.ask/);
});

test('it stands before the steps with a label, a way to fill in and a place for its fault at every field', t => {
	const html = page({fields: {name: 'optional', email: 'required', phone: 'required'}, title: 'Olá', text: 'Quem é você?'});
	t.regex(
		html,
		/<main[^>]*>\s*<section class="step lead" id="lead" aria-label="Formulário de contato"><form class="card" method="post" action="\/p\/tour\/lead"/,
	);
	for (const [name, label, type, autocomplete, required] of [
		['name', 'Nome <small>(opcional)</small>', 'text', 'name', ''],
		['email', 'E-mail', 'email', 'email', ' required'],
		['phone', 'Telefone', 'tel', 'tel', ' required'],
	] as const) {
		t.true(
			html.includes(`<label for="${name}">${label}</label><input id="${name}" name="${name}" type="${type}" inputmode="${type}"`),
			name,
		);
		t.regex(html, new RegExp(`autocomplete="${autocomplete}" maxlength="\\d+"${required} aria-describedby="${name}-fault"`));
		t.true(html.includes(`id="${name}-fault" data-of="${name}" role="alert"`));
	}
	t.regex(
		html,
		/<input type="checkbox" name="consent" value="yes" required aria-invalid="false" aria-describedby="consent-fault"><span dir="auto">Concordo com/,
	);
	t.true(html.includes(`<input type="hidden" name="form" value="${LEAD.id}">`));
	t.regex(
		html,
		/<div class="unseen" aria-hidden="true"><label>[^<]+ <input name="leave_empty" tabindex="-1" autocomplete="off" data-1p-ignore data-lpignore="true" data-bwignore data-form-type="other">/,
	);
	t.regex(
		html,
		/<button class="button"><bdi>Continuar<\/bdi><\/button><a class="button second" rel="next" href="#s1"><bdi>Pular<\/bdi><\/a>/,
	);
	t.notRegex(page({}), /id="phone"/);
});

test('where it must be filled in it says so to the player, and offers no way past', t => {
	const html = page({allowSkip: false});
	t.regex(html, /id="lead"[^>]* data-must>/);
	t.notRegex(html, /class="button second"[^>]*>.*Pular/);
	t.notRegex(page({}), /id="lead"[^>]*data-must/);
});

test('a long consent stands above its box, whole; a preview says that it keeps nothing; a form without a title gets one', t => {
	const consentText = `${'Cláusula. '.repeat(499)}\nFim.`;
	t.regex(
		page({consentText}),
		/<div class="terms" role="region" aria-label="Texto do consentimento" tabindex="0" dir="auto">(Cláusula\. ){499}\nFim\.<\/div><label class="agree">/,
	);
	t.notRegex(page({}), /class="terms"|Pré-visualização/);
	t.is(page({}, {preview: true}).match(/nada do que for enviado aqui é guardado/g)!.length, 2);
	t.regex(page({}), /<h2 dir="auto">Antes de começar<\/h2>/);
});

test("its author's words are text and nothing else, and our own are marked where they are in another language", t => {
	const hostile = '"><script>alert(1)</script>\u202E';
	const html = page({title: hostile, text: hostile, consentText: hostile, submitLabel: hostile, skipLabel: hostile});
	t.notRegex(html, /<script>alert/);
	t.is(html.match(/&quot;&gt;&lt;script&gt;alert\(1\)/g)!.length, 5);
	const german = page({consentText: 'Ja.'}, {language: 'de'});
	t.regex(german, /<div lang="en" dir="ltr"><label for="name">Name/);
	t.regex(german, /<span dir="auto" lang="de">Ja\.<\/span>/);
	t.regex(page({}, {language: 'es-MX'}), /Correo electrónico/);
});

test('an address in the consent leads there in another window, and only a whole https address does', t => {
	const html = page({consentText: 'Vale https://sol.example/p?a=1&b=2. Não http://sol.example nem https://a@b.example ou https://.'});
	const [link, ...others] = html
		.match(/<span dir="auto">[\s\S]*?<a [^>]*>[^<]*/g)!
		.join('')
		.match(/<a [^>]*>[^<]*/g)!;
	t.is(link, '<a href="https://sol.example/p?a=1&amp;b=2" target="_blank" rel="noopener">https://sol.example/p?a=1&amp;b=2');
	t.deepEqual(others, []);
	t.regex(html, /<\/a>\. Não http:\/\/sol\.example nem https:\/\/a@b\.example ou https:\/\/\.<\/span>/);
	const long = page({consentText: `${'palavra '.repeat(50)}https://sol.example"><script>alert(1)</script>`});
	t.regex(long, /<div class="terms"[^>]*>[^<]*<a href="https:\/\/sol\.example" /);
	t.notRegex(long, /<script>alert/);
});

test('its page may send a form to its own origin and ask nobody else', t => {
	const leadCapture = resolveLeadCapture({enabled: true}, 'pt-BR');
	const {csp} = renderPage(sampleTour([sampleSlide()], {leadCapture}), {...PUBLIC, lead: LEAD, reportPath: null});
	t.regex(csp, /form-action 'self'; connect-src 'self'/);
});

test("on a page in a language that is not ours, our words are marked as English and the author's as theirs", t => {
	const tongues = (html: string) =>
		['Continue', 'Weiter', 'Skip', 'I agree that', 'Ja'].map(word => new RegExp(`<(?:bdi|span)([^>]*)>${word}`).exec(html)?.[1]);
	const ours = page({}, {language: 'de'});
	t.regex(ours, /id="lead"[^>]* lang="en"/);
	t.deepEqual(tongues(ours), ['', undefined, '', ' dir="auto"', undefined]);
	const own = page({submitLabel: 'Weiter', consentText: 'Ja'}, {language: 'de'});
	t.deepEqual(tongues(own), [undefined, ' lang="de"', '', undefined, ' dir="auto" lang="de"']);
});
