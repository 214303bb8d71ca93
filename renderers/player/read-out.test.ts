import test from 'ava';
import type {Page} from 'puppeteer';
import {PRESETS} from '../../shared/contract/theme.ts';
import {resolveTheme} from '../../shared/tour/themes.ts';
import {button, chaptered, spot, to} from '../../test/helpers/forked-tour.ts';
import {LEAD_TARGET, openSite} from '../../test/helpers/player-site.ts';
import {sampleForm, sampleImage, sampleNarration, sampleSlide, sampleStep, sampleTour} from '../../test/helpers/sample-snapshot.ts';

/** The words of a page for people who hear it: in which language each is, what a change of step says, and where the focus then is. */

const {image, files} = await sampleImage();
const {narration, mp3} = sampleNarration(1, 300, {script: '§Kein Wort§', language: 'de'});
files.set(narration.file, mp3);
const site = await openSite(files);
test.after.always(site.close);

const become = (page: Page, id: string) => page.waitForFunction(wanted => document.querySelector('.step.on')?.id === wanted, {}, id);
const said = (page: Page) => page.$eval('[role=status]', status => status.textContent);

/** Runs in the page: lists the words that are not marked as being in their language. Those of the tour stand between two signs. */
function inAnotherLanguage(language: string, ours: string): string[] {
	const found: string[] = [];
	const look = (element: Element | null, words: string | null) => {
		if (!words || !/\p{L}/u.test(words) || !element || element.closest('script, style, noscript, option, .voice summary bdi')) return;
		const isTheirs = words.includes('§');
		const {lang} = element.closest<HTMLElement>('[lang]')!;
		if (isTheirs && !/^[^\p{L}]*§[^§]*§[^\p{L}]*$/u.test(words)) found.push(`two languages: ${words}`);
		if (lang !== (isTheirs ? language : ours)) found.push(`${lang}: ${words}`);
	};
	const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
	while (nodes.nextNode()) look(nodes.currentNode.parentElement, nodes.currentNode.textContent);
	for (const element of document.body.querySelectorAll('[aria-label], [alt], [title]'))
		for (const name of ['aria-label', 'alt', 'title']) look(element, element.getAttribute(name));
	return found;
}

const words = (name: string) => `§${name}§`;
const actions = {
	buttons: [
		{...button('on', to('two')), label: words('On')},
		{id: 'web', label: words('Web'), target: {to: 'url' as const, url: 'https://example.com/'}},
	],
	hotspots: [{...spot('spot', 0.7, to('two')), label: words('Spot')}],
};
const texts = {title: words('Title'), text: words('Text')};
const tongueTied = [
	sampleStep({...texts, id: 'one', image, alt: words('Alt'), actions, narrations: [narration]}),
	sampleStep({...texts, id: 'two', image, altDecorative: true}),
	sampleStep({id: 'three', title: null, text: null, image}),
	sampleSlide({...texts, id: 'four', actions: {next: to('last')}}),
	sampleSlide({...texts, id: 'aside'}),
	sampleStep({...texts, id: 'last', image, alt: words('Alt')}),
];
const endCta = {
	enabled: true,
	title: words('End'),
	text: words('Bye'),
	whatsapp: null,
	link: {url: 'https://example.com/', label: words('Docs')},
	showReplay: true,
};
const form = sampleForm({
	title: words('Form'),
	text: words('Why'),
	consentText: words('Yes'),
	submitLabel: words('Send'),
	skipLabel: words('Skip'),
});

for (const language of ['de', 'ar', 'zh-Hant', 'pt-BR', 'es']) {
	test.serial(
		`${language}: each word of a page is marked with its language, the player's and the tour's, also when it is read out`,
		async t => {
			const ours = ['pt-BR', 'es'].includes(language) ? language : 'en';
			const look = {language, title: words('Tour')};
			const chapters = [1, 2, 9].map(scene => ({scene, title: words(`Scene ${scene}`)}));
			const unnamed = {...endCta, title: null};
			const tours = [
				sampleTour(
					tongueTied.map(step => ({...step, narrations: []})),
					{...look, endCta, leadCapture: form},
				),
				sampleTour(tongueTied, {...look, endCta: unnamed, leadCapture: {...form, title: null, consentText: words('Yes '.repeat(100))}}),
				chaptered(tongueTied, {...look, endCta, chapters}),
				chaptered(
					[
						...tongueTied,
						...tongueTied.slice(1).map((step, index) => ({...step, id: `more${index}`})),
						...tongueTied.slice(1).map((step, index) => ({...step, id: `still${index}`})),
					],
					{...look, endCta: unnamed, chapters},
				),
				sampleTour(
					tongueTied.map(({actions: _actions, ...step}, index) => ({...step, scene: index < 3 ? 1 : null, narrations: []})),
					{...look, endCta},
				),
			];
			for (const [index, tour] of tours.entries()) {
				const hearable = {
					...tour,
					steps: tour.steps.map(step => ({...step, narrations: step.narrations.map(each => ({...each, language}))})),
				};
				site.show(hearable, {lead: tour.leadCapture.enabled ? LEAD_TARGET : null, preview: index === 1});
				const {page} = await site.visit({path: `/p/tour?${language}${index}`});
				t.deepEqual(await page.evaluate(inAnotherLanguage, language, ours), [], `tour ${index}`);
				for (let step = 0; step <= tongueTied.length; step++) {
					await page.keyboard.press('PageDown');
					t.deepEqual(await page.evaluate(inAnotherLanguage, language, ours), [], `tour ${index}, after ${step + 1} steps`);
				}
				await page.close();
			}
		},
	);
}

test.serial(
	'a change of step says its name, its texts, and last what its picture shows, unless the texts say it or it is decorative',
	async t => {
		const step = {title: 'Title', text: 'Press **Add** or <kbd>F2</kbd>.\nThen wait.', image};
		const spoken = 'Title. Press Add or F2.\nThen wait.. ';
		site.show(
			sampleTour(
				[
					sampleSlide(),
					sampleStep({...step, alt: 'A list of customers'}),
					sampleStep({...step, alt: 'A list', altDecorative: true}),
					sampleStep(step),
					sampleStep({...step, title: null, text: null, alt: 'A list of customers'}),
				],
				{language: 'en'},
			),
		);
		const {page} = await site.visit();
		const heard: string[] = [];
		for (let index = 2; index <= 5; index++) {
			await page.keyboard.press('PageDown');
			heard.push(await said(page));
		}
		t.deepEqual(heard, [
			`Step 2 of 5. ${spoken}A list of customers. `,
			`Step 3 of 5. ${spoken}`,
			`Step 4 of 5. ${spoken}`,
			'Step 5 of 5. A list of customers. ',
		]);
		await page.close();
	},
);

for (const preset of PRESETS) {
	test.serial(`${preset}: where no button is left for the focus, the step shows that it has it, and its name is heard once`, async t => {
		const asks = sampleStep({id: 'asks', title: 'Asks', image, actions: {...actions, next: to('last')}});
		const steps = [asks, sampleStep({id: 'two', title: 'Two', image}), sampleSlide({id: 'last', title: 'Last'})];
		const leadCapture = sampleForm({fields: {name: 'hidden', email: 'required', phone: 'hidden'}});
		for (const [width, height] of [
			[1440, 900],
			[390, 844],
			[320, 256],
		] as const) {
			site.show(sampleTour(steps, {language: 'en', theme: resolveTheme({preset}), leadCapture}), {lead: LEAD_TARGET});
			const {page} = await site.visit({width, height, path: `/p/tour?${preset}${width}`});
			const press = async (selector: string, id: string) => {
				await page.focus(selector);
				await page.keyboard.press('Enter');
				await become(page, id);
				const {ring, name} = await page.evaluate(focusRing);
				t.deepEqual(ring, ['3px', 'solid', true], `${width} ${selector}`);
				t.false((await said(page)).includes(name), `${width} ${selector}: ${await said(page)}`);
				t.regex(await said(page), /\p{L}/u);
			};
			await page.focus('#email');
			await press('#lead .calls button', 's1');
			await press('.on .spot', 's2');
			await page.keyboard.press('PageUp');
			await become(page, 's1');
			await press('.on [data-action=on]', 's2');
			await page.focus('.on [rel=next]');
			await page.keyboard.press('Enter');
			await become(page, 's3');
			t.regex(await said(page), /^Step 2 of 2\. Last\. /, 'on the same button the step is named');
			await press('.on [rel=next]', 'end');
			await press('.end .go a:last-child', 's1');
			await page.close();
		}
	});
}

/** Runs in the page: the outline of what shows the focus of the step (width, style, true if some of it is in the window), and the step's name. */
function focusRing() {
	const step = document.activeElement!;
	const box = step.querySelector(':scope > :is(.balloon, .card)')!;
	const {outlineWidth, outlineStyle, outlineOffset} = getComputedStyle(box);
	const {left, right, top, bottom} = box.getBoundingClientRect();
	const out = Number.parseFloat(outlineOffset) + Number.parseFloat(outlineWidth);
	const isSeen = left - out >= -0.5 && right + out <= innerWidth + 0.5 && top - out >= -0.5 && bottom + out <= innerHeight + 0.5;
	return {ring: [outlineWidth, outlineStyle, isSeen], name: step.ariaLabel!};
}

test.serial('no field of the opening form is said to be wrong before anybody sent it, with a script and without', async t => {
	const forms = [
		sampleForm(),
		sampleForm({consentText: 'Concordo. '.repeat(60), allowSkip: false}),
		sampleForm({fields: {name: 'required', email: 'required', phone: 'required'}}),
	];
	for (const leadCapture of forms) {
		for (const script of [true, false]) {
			site.show(sampleTour([sampleSlide()], {leadCapture}), {lead: LEAD_TARGET});
			const {page} = await site.visit({script});
			const {nodes} = (await (await page.createCDPSession()).send('Accessibility.getFullAXTree')) as unknown as {
				nodes: Array<{role?: {value: string}; name?: {value: string}; properties?: Array<{name: string; value: {value?: unknown}}>}>;
			};
			const invalid = nodes.filter(({properties = []}) =>
				properties.some(({name, value}) => name === 'invalid' && `${value.value}` !== 'false'),
			);
			t.deepEqual(
				invalid.map(({role, name}) => `${role?.value} ${name?.value}`),
				[],
			);
			t.true(nodes.some(({role}) => role?.value === 'checkbox'));
			await page.close();
		}
	}
});
