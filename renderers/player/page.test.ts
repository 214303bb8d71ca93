import {gzipSync} from 'node:zlib';
import test from 'ava';
import {FONTS, PRESETS} from '../../shared/contract/theme.ts';
import {fileName} from '../../shared/files/file-store.ts';
import {playerMessages} from '../../shared/locales/index.ts';
import {resolveTheme} from '../../shared/tour/themes.ts';
import {LEAD_TARGET, PUBLIC} from '../../test/helpers/player-site.ts';
import {sampleForm, sampleImage, sampleSlide, sampleStep, sampleTour} from '../../test/helpers/sample-snapshot.ts';
import {fontFamily} from '../fonts/families.ts';
import {fontFaces, fontFiles, inlineFontFaces} from '../fonts/fonts.ts';
import {hashSource, playerScript, playerStyle} from './assets.ts';
import {renderPage} from './page.ts';
import {whatsAppUrl} from './parts/end-card.ts';

const {image} = await sampleImage();
const tenSteps = Array.from({length: 10}, (_, index) =>
	sampleStep({
		title: `Passo ${index}: escolha o cliente e o período`,
		text: `${'Clique em Salvar para guardar a proposta número '.repeat(1 + (index % 3))}${index * 7919}.`,
		highlight: {x: index / 17, y: index / 13, width: 0.1 + index / 91, height: 0.05 + index / 71},
		image: {
			...image,
			variants: image.variants.map((variant, i) => ({...variant, file: fileName('media', Buffer.from(`${index}/${i}`), '.webp')})),
		},
	}),
);
const narration = {file: `${'a'.repeat(32)}.mp3`, durationMs: 9000, bytes: 72_000, language: 'pt-BR', script: 'Clique em Salvar.'};
const narratedSteps = tenSteps.map((step, index) => {
	const file = fileName('media', Buffer.from(`${index}`), '.mp3');
	const script = `Agora o passo ${index}. ${step.text} Se algo faltar, volte ao passo ${index * 31}, confira os dados e tente de novo.`;
	return {...step, narrations: [{...narration, file, script}]};
});
const size = (text: string) => gzipSync(text).length;

test('script, style and a page of ten steps keep their weight, with all the pieces that a tour can need', t => {
	const player = {script: size(playerScript(['cards', 'report'])), style: size(playerStyle(['cards']))};
	const everything = {
		script: size(playerScript(['cards', 'lead', 'narration', 'near', 'report'])),
		style: size(playerStyle(['cards', 'lead'])),
	};
	t.log('gzip, player and cards', player, 'with form and narration', everything);
	// 36 bytes of style, 31 of script, and 61 of a page, for small pictures on phones, edges in forced colours, large letters that have room, a focus that is seen, and steps that are read out with their pictures.
	t.true(everything.script <= 5.33 * 1024);
	t.true(everything.style <= 3.985 * 1024);
	t.true(player.script <= 3.95 * 1024 && player.style <= 3.63 * 1024);
	for (const preset of PRESETS) {
		const {html} = renderPage(sampleTour(tenSteps, {theme: resolveTheme({preset})}), PUBLIC);
		t.true(size(html) <= 11.635 * 1024, `${preset}: ${size(html)}`);
	}
	const full = renderPage(sampleTour(narratedSteps, {leadCapture: sampleForm()}), {...PUBLIC, lead: LEAD_TARGET});
	const narrated = renderPage(sampleTour(narratedSteps), PUBLIC);
	t.true(size(narrated.html) <= 13.315 * 1024, `${size(narrated.html)}`);
	const plain = renderPage(sampleTour(tenSteps), PUBLIC);
	t.log(`gzip: page of ten steps ${size(plain.html)}, narrated ${size(narrated.html)}, with a form as well ${size(full.html)} bytes`);
});

test('the bar of a browser has an allowance of its own, and pages without it carry none of it', t => {
	const style = size(playerStyle(['browser', 'cards'])) - size(playerStyle(['cards']));
	t.log(`gzip: style + ${style} bytes`);
	t.true(style <= 288);
	t.notRegex(renderPage(sampleTour(tenSteps), PUBLIC).html, /browser/);
	t.regex(renderPage({...sampleTour(tenSteps), browserBar: true}, PUBLIC).html, /class="step[^"]* browser"/);
});

test('narration has an allowance of its own, and pages without it carry none of it', t => {
	const style = size(playerStyle(['cards', 'narration'])) - size(playerStyle(['cards']));
	const script = size(playerScript(['cards', 'narration'])) - size(playerScript(['cards']));
	t.log(`gzip: script + ${script}, style + ${style} bytes`);
	t.true(style <= 512);
	t.true(script <= 1024);
	t.notRegex(renderPage(sampleTour(tenSteps), PUBLIC).html, /mediaSession|class="(sound|voice)|\.sound/);
});

test('a page and the fonts that its first step needs leave half of 150 KB and more for the screenshot', t => {
	for (const font of FONTS) {
		if (font === 'default') continue;
		const latin = inlineFontFaces(font).match(/base64,/g)!.length;
		const fonts = fontFiles(font).slice(0, latin);
		const page = renderPage(sampleTour(tenSteps, {theme: resolveTheme({font})}), PUBLIC);
		t.true(latin <= 2, `${font}: page + screenshot + ${latin} fonts`);
		t.true(size(page.html) + fonts.reduce((sum, {bytes}) => sum + bytes.length, 0) <= 75_000, font);
	}
});

test('the policy allows exactly the style and the script of the page, and nothing carries a style attribute or a handler', t => {
	for (const steps of [tenSteps, narratedSteps]) {
		const {html, csp} = renderPage(sampleTour([sampleSlide(), ...steps]), PUBLIC);
		const style = html.match(/<style>(.*?)<\/style>/s)![1]!;
		const script = html.match(/<script>(.*?)<\/script>/s)![1]!;
		t.is(
			csp,
			`default-src 'none'; img-src 'self'; media-src 'self'; font-src 'self'; style-src ${hashSource(style)}; script-src ${hashSource(script)}; frame-ancestors * file: app:; base-uri 'none'; form-action 'none'; connect-src 'self'`,
		);
		// Beside them a block of data (JSON-LD), which no policy concerns.
		t.is(html.match(/<style|<script(?! type="application\/ld\+json")/g)!.length, 2);
		t.notRegex(html.replace(script, ''), /\sstyle=|\son[a-z]+=/);
	}
});

test('a narration stands in its step: its sound, its script in full, its language; the bar names languages in their own words', t => {
	const several = [
		{...narration, language: 'pt-BR'},
		{...narration, language: 'pt-PT'},
		{...narration, language: 'en', script: '</p><script>alert(1)</script> & "quotes"'},
		{...narration, language: 'zh-Hant'},
		{...narration, language: 'not a tag'},
	];
	const {html} = renderPage(sampleTour([sampleStep({image, narrations: several}), sampleSlide({durationMs: 1234})]), PUBLIC);
	const options = [...html.matchAll(/<option[^>]*>([^<]*)</g)].map(([, name]) => name);
	t.deepEqual(options, ['Português (Brasil)', 'Português europeu', 'English', '中文', 'not a tag']);
	t.is(html.match(/<audio controls preload="none" src="\/media\/a{32}\.mp3" data-ms="9000"/g)!.length, 5);
	t.true(html.includes('<p lang="en" dir="auto">&lt;/p&gt;&lt;script&gt;alert(1)&lt;/script&gt; &amp; &quot;quotes&quot;</p>'));
	t.true(html.includes('data-ms="1234"'));
	t.notRegex(html, /<audio[^>]*autoplay/);
	t.notRegex(renderPage(sampleTour(narratedSteps), PUBLIC).html, /<select/);
	const german = renderPage(sampleTour(narratedSteps, {language: 'de'}), PUBLIC).html;
	t.regex(german, /<div class="voice" lang="en" dir="ltr">.*Transcript.*<section class="sound" aria-label="Narration" lang="en">/s);
});

test('a snapshot whose language is none is rendered all the same', t => {
	for (const language of ['en-US-US', 'pt-abc', 'pt_BR', ''])
		t.notThrows(() => renderPage(sampleTour(tenSteps, {language}), PUBLIC), language);
});

test('the same tour gives the same bytes, and another base path moves every file', t => {
	const tour = sampleTour(tenSteps);
	t.is(renderPage(tour, PUBLIC).html, renderPage(structuredClone(tour), PUBLIC).html);
	const moved = renderPage(tour, {...PUBLIC, basePath: '/tours'}).html;
	t.notRegex(moved, /["(,]\/media\//);
	t.true(moved.includes(`/tours/media/${image.variants.length > 0 && tenSteps[0]!.image!.variants[0]!.file}`));
});

test('the fonts that a page names are the files that must be stored', t => {
	for (const font of FONTS) {
		if (font === 'default') continue;
		const {html, fonts} = renderPage(sampleTour(tenSteps, {theme: resolveTheme({font})}), PUBLIC);
		const named = [...html.matchAll(/\/media\/([0-9a-f]{32}\.woff2)/g)].map(([, file]) => file!);
		t.deepEqual(new Set(fonts.map(({name}) => name)), new Set(named));
		for (const {name, bytes} of fontFiles(font)) t.is(name, fileName('media', bytes, '.woff2'));
		t.regex(
			fontFaces(font, file => file),
			/size-adjust:\d+(\.\d)?%;ascent-override/,
		);
		t.true(fontFamily(font).includes('Fallback'));
	}
});

test('the head describes to search engines, messengers and oEmbed readers what the page is', t => {
	const {html} = renderPage(sampleTour([sampleStep({text: `${'palavra '.repeat(40)}fim`, image})], {title: 'Olá & "adeus"'}), PUBLIC);
	for (const expected of [
		'<html lang="pt-BR" dir="ltr">',
		'<title>Olá &amp; &quot;adeus&quot;</title>',
		'<link rel="canonical" href="https://tours.example/p/abc">',
		'property="og:image" content="https://tours.example/covers/abc.jpg"',
		'property="og:image:width" content="1200"',
		'property="og:locale" content="pt_BR"',
		'name="twitter:card" content="summary_large_image"',
		'type="application/json+oembed" href="https://tours.example/oembed?url=x&amp;format=json"',
		'<link rel="preload" as="image"',
		'fetchpriority="high"',
	]) {
		t.true(html.includes(expected), expected);
	}
	t.true(html.match(/name="description" content="([^"]*)"/)![1]!.length <= 160);
	t.notRegex(html, /noindex/);
});

test('a preview says so, to people and to search engines', t => {
	const {html} = renderPage(sampleTour(tenSteps), {...PUBLIC, preview: true, oembedUrl: null});
	t.regex(html, /<meta name="robots" content="noindex">/);
	t.regex(html, /class="way second">Pré-visualização</);
	t.notRegex(html, /canonical|oembed/);
});

test('the alternative text is what the author wrote, else title and text, and nothing for a decorative picture', t => {
	const alt = (change: Parameters<typeof sampleStep>[0]) =>
		renderPage(sampleTour([sampleStep({image, ...change})]), PUBLIC).html.match(/<img alt="([^"]*)"/)![1];
	t.is(alt({alt: 'A tela de vendas'}), 'A tela de vendas');
	t.is(alt({alt: 'A tela', altDecorative: true}), '');
	t.is(alt({alt: '', title: 'Abra', text: 'Depois feche'}), 'Abra. Depois feche');
	t.is(alt({title: null, text: null}), 'Captura de tela do passo 1');
});

test('an animated screenshot stands still for people who prefer it, AVIF is offered first, only the first picture is eager', t => {
	const still = {...image.variants[0]!, file: 'still.webp'};
	const avif = {...image.variants[0]!, file: 'small.avif', format: 'avif' as const};
	const rich = {...image, still, avif: [avif]};
	const {html} = renderPage(sampleTour([sampleStep({image: rich}), sampleStep({image})]), PUBLIC);
	t.regex(
		html,
		/<picture><source media="\(prefers-reduced-motion:reduce\)" srcset="\/media\/still\.webp"><source type="image\/avif" srcset="\/media\/small\.avif 640w/,
	);
	t.regex(html, /<link rel="preload" as="image" type="image\/avif"[^>]* media="\(prefers-reduced-motion:no-preference\)">/);
	t.is(html.match(/loading="lazy"/g)!.length, 1);
	t.is(html.match(/width="1440" height="900"/g)!.length, 2);
});

test('a slide keeps its picture to itself', t => {
	t.notRegex(renderPage(sampleTour([sampleSlide({image})]), PUBLIC).html, /<img|rel="preload"/);
});

test('the closing card opens WhatsApp with its message and an https link, each in a window that cannot reach back', t => {
	const {html} = renderPage(sampleTour(tenSteps), PUBLIC);
	t.true(
		html.includes(
			'href="https://wa.me/5511999990000?text=Ol%C3%A1%2C%20quero%20saber%20mais%20%26%20j%C3%A1!" target="_blank" rel="noopener"',
		),
	);
	t.true(html.includes('href="https://example.com/?a=1&amp;b=2" target="_blank" rel="noopener"'));
	t.is(whatsAppUrl({phone: '+5511', message: '\ud83d'}), 'https://wa.me/5511?text=%EF%BF%BD');
	const off = {enabled: false, title: null, text: null, whatsapp: null, link: null, showReplay: true};
	t.notRegex(renderPage(sampleTour(tenSteps, {endCta: off}), PUBLIC).html, /id="end"/);
	const script = {...off, enabled: true, link: {url: 'javascript:alert(1)', label: 'x'}};
	t.throws(() => renderPage(sampleTour(tenSteps, {endCta: script}), PUBLIC));
});

test('the last button says what comes, and the closing card has its buttons in the order in which they were given', t => {
	const {endCta} = sampleTour([]);
	const page = (change: Partial<typeof endCta>, language = 'en') =>
		renderPage(sampleTour(tenSteps.slice(0, 2), {language, endCta: {...endCta, ...change}}), PUBLIC).html;
	const last = (html: string) => html.match(/rel="next" href="#end">(.*?)<svg/)?.[1];
	t.is(last(page({title: 'Make it yours'})), '<bdi>Make it yours</bdi>');
	const long = 'A title that no button has any room for';
	t.deepEqual(
		['pt-BR', 'en', 'es'].map(language => last(page({title: long}, language))),
		['Concluir', 'Finish', 'Finalizar'],
	);
	t.is(last(page({title: null})), 'Finish');
	const order = (change: Partial<typeof endCta>) =>
		[...page(change).matchAll(/<a class="([^"]+)" data-to="([^"]+)"/g)].map(([, look, to]) => `${to} ${look}`);
	t.deepEqual(order({}), ['whatsapp button', 'link button second']);
	t.deepEqual(order({linkFirst: true}), ['link button', 'whatsapp button second']);
	t.deepEqual(order({whatsapp: null}), ['link button']);
});

test('"Listen" is quiet, and stands only up to the last step that speaks', t => {
	const {html} = renderPage(sampleTour([narratedSteps[0]!, narratedSteps[1]!, ...tenSteps.slice(2, 5)], {language: 'en'}), PUBLIC);
	t.regex(html, /<button class="way play" type="button"><span>.*?<span><bdi>Listen<\/bdi><bdi>Play<\/bdi>/);
	t.deepEqual(
		[...html.matchAll(/<section class="(step[^"]*)" id="([^"]+)"/g)].map(([, look, id]) => `${id} ${look}`),
		['s1 step', 's2 step', 's3 step mute', 's4 step mute', 's5 step mute', 'end step end mute'],
	);
	t.notRegex(renderPage(sampleTour(tenSteps), PUBLIC).html, /mute/);
});

test("our words are in the page's language, or in English and marked as such", t => {
	const page = (language: string) => renderPage(sampleTour([sampleStep({image}), sampleStep({image})], {language}), PUBLIC).html;
	t.regex(page('pt'), /aria-label="Passo 1 de 2"/);
	t.regex(page('es-MX'), /Siguiente/);
	t.regex(page('de'), /<html lang="de" dir="ltr">.*<div class="go" lang="en">.*Next/s);
	t.regex(page('ar'), /<html lang="ar" dir="rtl">/);
	t.deepEqual(
		['pt-BR', 'en', 'es', 'xx'].map(language => playerMessages(language).language),
		['pt-BR', 'en', 'es', 'en'],
	);
});
