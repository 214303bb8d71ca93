import test from 'ava';
import {COLOR_KEYS, FONTS, PRESETS} from '../../shared/contract/theme.ts';
import {changeProfile} from '../../shared/store/access/accounts.ts';
import {THEMES} from '../../shared/tour/themes.ts';
import {type Reply, startService} from '../../test/helpers/service.ts';

const service = await startService({}, {workers: false});
const ana = await service.client();
test.after.always(() => service.stop());

const newTour = async (): Promise<string> => (await ana('POST', '/v1/tours', {body: {name: 'Tour'}})).body.tour.id;
const fieldsOf = ({body}: Reply): string[] => body.errors.map(({field}: {field: string}) => field);

/** Puts one part of a new tour, or of the one that is named. */
async function put(part: 'theme' | 'lead-capture' | 'end-cta', body: unknown, id?: string): Promise<Reply> {
	return ana('PUT', `/v1/tours/${id ?? (await newTour())}/${part}`, {body});
}

test('PUT theme takes each preset and answers every colour resolved', async t => {
	for (const preset of PRESETS) {
		const {status, body} = await put('theme', {preset});
		t.is(status, 200);
		t.deepEqual(body, {ok: true, theme: {preset, colors: THEMES[preset].colors, font: 'default'}});
	}
});

test('PUT theme takes each colour key by itself, in capitals or not, and keeps it as it was sent', async t => {
	for (const key of COLOR_KEYS) {
		for (const color of ['#A1b2C3', '#000000', '#ffffff']) {
			const {status, body} = await put('theme', {colors: {[key]: color}});
			t.is(status, 200);
			t.deepEqual(body.theme.colors, {...THEMES.documento.colors, [key]: color});
		}
	}
});

test('PUT theme takes each font; default returns to the font of the theme', async t => {
	const id = await newTour();
	for (const font of FONTS) t.is((await put('theme', {font}, id)).body.theme.font, font);
	t.is((await put('theme', {font: 'default'}, id)).body.theme.font, 'default');
});

test('PUT theme keeps what is absent; a new preset drops earlier overrides unless colours come along', async t => {
	const id = await newTour();
	await put('theme', {preset: 'green', font: 'lato'}, id);
	await put('theme', {colors: {title: '#101010'}}, id);
	t.like((await put('theme', {colors: {accent: '#202020'}}, id)).body.theme, {preset: 'green', font: 'lato'});
	const kept = (await put('theme', {}, id)).body.theme;
	t.deepEqual(kept.colors, {...THEMES.green.colors, title: '#101010', accent: '#202020'});
	t.deepEqual((await put('theme', {preset: 'violet'}, id)).body.theme, {preset: 'violet', colors: THEMES.violet.colors, font: 'lato'});
	const along = (await put('theme', {preset: 'social', colors: {button: '#303030'}}, id)).body.theme;
	t.deepEqual(along.colors, {...THEMES.social.colors, button: '#303030'});
	t.deepEqual((await ana('GET', `/v1/tours/${id}`)).body.tour.theme, along);
});

for (const [what, body, field] of [
	['an unknown preset', {preset: 'pink'}, 'preset'],
	['a preset in capitals', {preset: 'Dark'}, 'preset'],
	['a preset of null', {preset: null}, 'preset'],
	['an unknown font', {font: 'arial'}, 'font'],
	['an empty font', {font: ''}, 'font'],
	['a short colour', {colors: {accent: '#FFF'}}, 'colors.accent'],
	['a colour with alpha', {colors: {accent: '#11223344'}}, 'colors.accent'],
	['a colour without #', {colors: {accent: '112233'}}, 'colors.accent'],
	['a colour with a line break', {colors: {accent: '#112233\n'}}, 'colors.accent'],
	['a colour behind a line break', {colors: {accent: '\n#112233'}}, 'colors.accent'],
	['a colour in words', {colors: {accent: 'red'}}, 'colors.accent'],
	['a colour that is none', {colors: {accent: '#GGGGGG'}}, 'colors.accent'],
	['a colour of full-width digits', {colors: {accent: '#１１２２３３'}}, 'colors.accent'],
	['a colour of null', {colors: {accent: null}}, 'colors.accent'],
	['a number', {colors: {accent: 112_233}}, 'colors.accent'],
	['an unknown colour key', {colors: {border: '#112233'}}, 'colors.border'],
	['a list of colours', {colors: ['#112233']}, 'colors'],
	['an unknown property', {radius: 5}, 'radius'],
] as const) {
	test(`PUT theme refuses ${what}: 400 on ${field}`, async t => {
		const id = await newTour();
		const reply = await put('theme', body, id);
		t.is(reply.status, 400);
		t.deepEqual(fieldsOf(reply), [field]);
		t.is((await ana('GET', `/v1/tours/${id}`)).body.tour.version, 1);
	});
}

test('PUT theme saves a text below 4.5:1 and warns of it with the nearest colour that passes', async t => {
	const {status, body} = await put('theme', {colors: {title: '#FFFF00', text: '#000000'}});
	t.is(status, 200);
	t.is(body.theme.colors.title, '#FFFF00');
	t.is(body.warnings.length, 1);
	t.is(body.warnings[0].field, 'colors.title');
	t.regex(body.warnings[0].hint, /#[0-9A-F]{6}/);
});

const LEAD_DEFAULT = {
	enabled: false,
	title: null,
	text: null,
	fields: {name: 'optional', email: 'required', phone: 'hidden'},
	allowSkip: true,
};

test('PUT lead-capture replaces: absent means default', async t => {
	const id = await newTour();
	const standard = (await put('lead-capture', {}, id)).body.leadCapture;
	t.like(standard, LEAD_DEFAULT);
	t.true(standard.consentText.includes('13.709'), 'The standard consent is of the LGPD.');
	const full = {
		enabled: true,
		title: '😀'.repeat(120),
		text: '😀'.repeat(600),
		fields: {name: 'hidden', email: 'optional', phone: 'required'},
		consentText: 'c'.repeat(5000),
		allowSkip: false,
		submitLabel: 's'.repeat(120),
		skipLabel: 'k'.repeat(120),
	};
	const {status, body} = await put('lead-capture', full, id);
	t.is(status, 200);
	t.deepEqual(body, {ok: true, leadCapture: full});
	t.deepEqual((await ana('GET', `/v1/tours/${id}`)).body.tour.leadCapture, full);
	const partly = (await put('lead-capture', {fields: {phone: 'optional'}}, id)).body.leadCapture;
	t.deepEqual(partly, {...standard, fields: {...LEAD_DEFAULT.fields, phone: 'optional'}});
	t.deepEqual((await put('lead-capture', {}, id)).body.leadCapture, standard);
});

test('PUT lead-capture takes each demand of each field', async t => {
	for (const field of ['name', 'email', 'phone']) {
		for (const demand of ['required', 'optional', 'hidden']) {
			const {body} = await put('lead-capture', {fields: {[field]: demand}});
			t.deepEqual(body.leadCapture.fields, {...LEAD_DEFAULT.fields, [field]: demand});
		}
	}
});

test('a form that asks for nothing is saved and warned of', async t => {
	const {status, body} = await put('lead-capture', {enabled: true, fields: {name: 'hidden', email: 'hidden', phone: 'hidden'}});
	t.is(status, 200);
	t.is(body.warnings[0].field, 'fields');
});

const TITLE_AND_TEXT = [
	['a title of 121', {title: 'a'.repeat(121)}, 'title'],
	['a title of 121 emoji', {title: '😀'.repeat(121)}, 'title'],
	['a text of 601', {text: 'a'.repeat(601)}, 'text'],
	['a title of null', {title: null}, 'title'],
	['enabled in words', {enabled: 'yes'}, 'enabled'],
	['an unknown property', {color: 'red'}, 'color'],
] as const;
for (const [what, body, field] of [
	...TITLE_AND_TEXT,
	['an unknown demand', {fields: {name: 'maybe'}}, 'fields.name'],
	['a demand of true', {fields: {email: true}}, 'fields.email'],
	['an unknown field', {fields: {company: 'required'}}, 'fields.company'],
	['a list of fields', {fields: ['name']}, 'fields'],
	['a consent text of 5001', {consentText: 'a'.repeat(5001)}, 'consentText'],
	['a label of 121', {submitLabel: 'a'.repeat(121)}, 'submitLabel'],
	['a label that is a number', {skipLabel: 1}, 'skipLabel'],
	['allowSkip of 1', {allowSkip: 1}, 'allowSkip'],
] as const) {
	test(`PUT lead-capture refuses ${what}: 400 on ${field}`, async t => {
		const reply = await put('lead-capture', body);
		t.is(reply.status, 400);
		t.deepEqual(fieldsOf(reply), [field]);
	});
}

test('PUT end-cta replaces: absent means default', async t => {
	const id = await newTour();
	const standard = {enabled: false, title: null, text: null, whatsapp: null, link: null, showReplay: true};
	t.deepEqual((await put('end-cta', {}, id)).body, {ok: true, endCta: standard});
	const full = {
		enabled: true,
		title: '😀'.repeat(120),
		text: '😀'.repeat(600),
		whatsapp: {phone: '+5511987654321', message: '😀'.repeat(1000), label: 'w'.repeat(120)},
		link: {url: `https://example.com/${'a'.repeat(2028)}`, label: 'l'.repeat(120)},
		showReplay: false,
	};
	const {status, body} = await put('end-cta', full, id);
	t.is(status, 200);
	t.deepEqual(body, {ok: true, endCta: full});
	t.deepEqual((await ana('GET', `/v1/tours/${id}`)).body.tour.endCta, full);
	t.deepEqual((await put('end-cta', {title: 'Only'}, id)).body.endCta, {...standard, title: 'Only'});
	const bare = (await put('end-cta', {whatsapp: {phone: '+1234567'}, link: {url: 'https://example.com'}}, id)).body.endCta;
	t.like(bare.whatsapp, {phone: '+1234567', message: null});
	t.true(bare.whatsapp.label.length > 0 && bare.link.label.length > 0);
	const swapped = {link: {url: 'https://example.com'}, whatsapp: {phone: '+1234567'}};
	t.deepEqual((await put('end-cta', swapped, id)).body.endCta, bare);
});

for (const [what, body, field] of [
	...TITLE_AND_TEXT,
	['a contact without a phone', {whatsapp: {message: 'Hi'}}, 'whatsapp.phone'],
	['a phone without +', {whatsapp: {phone: '5511987654321'}}, 'whatsapp.phone'],
	['a phone with blanks', {whatsapp: {phone: '+55 11 987654321'}}, 'whatsapp.phone'],
	['a phone with a line break', {whatsapp: {phone: '+5511987654321\n'}}, 'whatsapp.phone'],
	['a phone that is a number', {whatsapp: {phone: 5_511_987_654_321}}, 'whatsapp.phone'],
	['a message of 1001', {whatsapp: {phone: '+5511987654321', message: 'a'.repeat(1001)}}, 'whatsapp.message'],
	['an unknown property of the contact', {whatsapp: {phone: '+5511987654321', name: 'x'}}, 'whatsapp.name'],
	['a contact of null', {whatsapp: null}, 'whatsapp'],
	['a link without its url', {link: {label: 'x'}}, 'link.url'],
	['a link by http', {link: {url: 'http://example.com'}}, 'link.url'],
	['a link that is script', {link: {url: 'javascript:alert(1)'}}, 'link.url'],
	['a link with credentials', {link: {url: 'https://me:secret@example.com'}}, 'link.url'],
	['a link with a line break', {link: {url: 'https://example.com/\n'}}, 'link.url'],
	['a link without //', {link: {url: 'https:example.com'}}, 'link.url'],
	['a link of 2049', {link: {url: `https://example.com/${'a'.repeat(2029)}`}}, 'link.url'],
	['a label of 121', {link: {url: 'https://example.com', label: 'a'.repeat(121)}}, 'link.label'],
	['showReplay in words', {showReplay: 'no'}, 'showReplay'],
] as const) {
	test(`PUT end-cta refuses ${what}: 400 on ${field}`, async t => {
		const reply = await put('end-cta', body);
		t.is(reply.status, 400);
		t.deepEqual(fieldsOf(reply), [field]);
	});
}

test('the default consent names company and privacy policy of the account, in its language and at once; what the author wrote stays', async t => {
	const bea = await service.client();
	const {id} = (await bea('POST', '/v1/tours', {body: {name: 'Tour'}})).body.tour;
	const consent = async () => (await bea('GET', `/v1/tours/${id}`)).body.tour.leadCapture.consentText as string;
	const profile = {company: 'Padaria Sol', privacyUrl: 'https://sol.example/privacidade'};
	t.regex(await consent(), /^Concordo com o tratamento dos dados/);
	await changeProfile(service.services.database.manager, bea.accountId, profile);
	for (const [language, words] of [
		['pt', /^Concordo que Padaria Sol trate .*13\.709\/2018.* Política de privacidade: https:\/\/sol\.example\/privacidade$/],
		['en', /^I agree that Padaria Sol may use .* Privacy policy: https:\/\/sol\.example\/privacidade$/],
		['es', /^Acepto que Padaria Sol utilice .* Política de privacidad: https:\/\/sol\.example\/privacidade$/],
	] as const) {
		await bea('PUT', `/v1/tours/${id}/narration-settings`, {body: {language}});
		t.regex(await consent(), words);
		const {body} = await bea('PUT', `/v1/tours/${id}/lead-capture`, {body: {enabled: true}});
		t.regex(body.leadCapture.consentText, words);
	}
	// The tour is the same, and what it shows is not.
	await changeProfile(service.services.database.manager, bea.accountId, {company: null, privacyUrl: null});
	t.regex(await consent(), /^Acepto que los datos/);
	await changeProfile(service.services.database.manager, bea.accountId, profile);
	await bea('PUT', `/v1/tours/${id}/lead-capture`, {body: {enabled: true, consentText: 'Nosso texto.'}});
	t.is(await consent(), 'Nosso texto.');
});

test('the buttons of the closing card are read in the order in which they stand, so that sending them back changes nothing', async t => {
	const id = await newTour();
	const [link, whatsapp] = [{url: 'https://example.com'}, {phone: '+5511987654321'}];
	const order = (card: object) => Object.keys(card).filter(key => key === 'link' || key === 'whatsapp');
	for (const given of [
		{enabled: true, link, whatsapp},
		{enabled: true, whatsapp, link},
	]) {
		t.deepEqual(order((await put('end-cta', given, id)).body.endCta), order(given));
		t.deepEqual(order((await ana('GET', `/v1/tours/${id}`)).body.tour.endCta), order(given));
	}
});

test("another account's tour is 404 for each of the three", async t => {
	const id = await newTour();
	const bento = await service.client();
	for (const part of ['theme', 'lead-capture', 'end-cta']) t.is((await bento('PUT', `/v1/tours/${id}/${part}`, {body: {}})).status, 404);
});
