import test from 'ava';
import {axeViolations} from '../../../test/helpers/axe.ts';
import {chaptered, fork, SHAPES} from '../../../test/helpers/forked-tour.ts';
import {openSite} from '../../../test/helpers/player-site.ts';
import {sampleImage, sampleNarration, sampleSlide, sampleTour} from '../../../test/helpers/sample-snapshot.ts';

/** The list of a tour's chapters. */

const {image, files} = await sampleImage();
const site = await openSite(files);
test.after.always(site.close);

test.serial('the chapters are a list that a button opens by keyboard, and that stands above the steps without a script', async t => {
	site.show(chaptered(fork(image)));
	const {page, complaints} = await site.visit({prepare: page => page.setBypassCSP(true)});
	const isOpen = () => page.$eval('#chapters', list => list.matches(':popover-open'));
	t.false(await isOpen());
	await page.focus('[popovertarget]');
	await page.keyboard.press('Enter');
	t.true(await isOpen());
	t.deepEqual(await page.$$eval('#chapters a', links => links.map(link => `${link.textContent} ${link.getAttribute('href')}`)), [
		'Kasse #s1',
		'Lager #s4',
	]);
	t.deepEqual(await axeViolations(page), []);
	await page.click('#chapters a:last-child');
	await page.waitForSelector('#s4.on');
	t.false(await isOpen());
	await page.keyboard.press('ArrowLeft');
	await page.waitForSelector('#s1.on');
	t.deepEqual(complaints, []);
	await page.close();
	const plain = (await site.visit({script: false})).page;
	const client = await plain.createCDPSession();
	const {root} = await client.send('DOM.getDocument');
	const {nodeId} = await client.send('DOM.querySelector', {nodeId: root.nodeId, selector: '#chapters a'});
	const {model} = await client.send('DOM.getBoxModel', {nodeId});
	t.true(model.height >= 24 && model.content[1]! >= 0, 'it is seen');
	await plain.close();
});

test.serial(
	'the chapters open below their button and inside the window, in both directions, and Escape or a press elsewhere closes them',
	async t => {
		const many = Array.from({length: 40}, (_, index) => sampleSlide({id: `n${index}`, title: `${index}`, scene: index + 1}));
		const title = 'A chapter whose title is as long as titles of chapters may be, in every language';
		const chapters = many.map(({scene}) => ({scene: scene!, title: scene === 1 ? title : `Chapter ${scene}`}));
		const {narration, mp3} = sampleNarration(1, 300, {script: 'One.'});
		files.set(narration.file, mp3);
		for (const tour of [
			chaptered(fork(image)),
			sampleTour(many, {chapters}),
			sampleTour([{...many[0]!, narrations: [narration]}], {chapters}),
		])
			for (const language of ['en', 'ar'])
				for (const shape of SHAPES) {
					site.show({...tour, language});
					const {page, complaints} = await site.visit({...shape, prepare: page => page.setBypassCSP(true)});
					const isOpen = () => page.$eval('#chapters', list => list.matches(':popover-open'));
					await page.click('[popovertarget]');
					const [button, list] = await page.$$eval('[popovertarget],#chapters', all =>
						all.map(each => each.getBoundingClientRect().toJSON()).toSorted((a, b) => a.top - b.top),
					);
					const what = JSON.stringify({language, shape, button, list});
					t.true(list.top >= button.bottom - 8 && list.top <= button.bottom + 8, what);
					t.true(list.left <= button.left + 1 && list.right >= button.right - 1, what);
					t.true(list.left >= 0 && list.right <= shape.width && list.bottom <= shape.height, what);
					await page.keyboard.press('Escape');
					t.false(await isOpen());
					await page.keyboard.press('Enter');
					t.true(await isOpen(), 'the button has the focus again');
					await page.mouse.click(3, shape.height / 2);
					t.false(await isOpen());
					t.deepEqual(complaints, []);
					await page.close();
				}
	},
);
