import test from 'ava';
import {axeViolations} from '../helpers/axe.ts';
import {signedIn} from '../helpers/person.ts';
import {chord, type Editor, fieldsOf, PATIENCE, saved, stageOf, startEditor} from './helpers.ts';
import {press, shows} from './on-page.ts';

/** One tour with others, with what it was, and with several steps at once. */

let editor: Editor;
test.before(async () => {
	editor = await startEditor();
});
test.after.always(() => editor?.stop());

async function tourOf(...titles: string[]) {
	const person = await signedIn(editor.service);
	const document = {name: 'Together', steps: titles.map(title => ({type: 'slide', title}))};
	const agent = await editor.service.client({accountId: person.accountId});
	const {id} = (await agent('PUT', `/v1/documents/${crypto.randomUUID()}`, {body: {document}})).body.tour as {id: string};
	const read = async () => (await agent('GET', `/v1/tours/${id}`)).body.tour;
	const titlesNow = async () => ((await read()).steps as Array<{title: string}>).map(({title}) => title);
	return {person, agent, id, read, titlesNow};
}

test('what somebody else changes is seen, said and marked until it is looked at; one’s own words stay', async t => {
	const {person, agent, id, read} = await tourOf('one', 'two', 'three');
	const {page, heard, context} = await editor.open(person, `/tours/${id}`);
	const [one, , three] = (await read()).steps as Array<{id: string}>;
	await agent('PATCH', `/v1/tours/${id}/steps/${three!.id}`, {body: {title: 'by the agent'}});
	await page.waitForSelector('.row .news', PATIENCE);
	t.is(await page.$eval('.toast', toast => toast.firstElementChild!.textContent), 'test changed 1 step');
	t.is(await page.$eval('.row:last-child .label', label => label.textContent), 'by the agent');
	await page.click('.row:last-child');
	await page.waitForFunction(() => !document.querySelector('.news'), PATIENCE);
	await page.click('.row');
	await fieldsOf(page, 'one');
	await page.type('.inspector textarea', 'Mine');
	await agent('PATCH', `/v1/tours/${id}/steps/${one!.id}`, {body: {title: 'one, by the agent'}});
	await page.waitForFunction(() => document.querySelector('.row .label')!.textContent === 'one, by the agent', PATIENCE);
	await saved(page);
	t.like((await read()).steps[0], {title: 'one, by the agent', text: 'Mine'});
	// A step that one deletes while somebody else changes it.
	await page.setOfflineMode(true);
	await page.focus('.row.shown');
	await page.keyboard.press('Delete');
	await page.waitForSelector('[data-state=offline]', PATIENCE);
	await agent('PATCH', `/v1/tours/${id}/steps/${one!.id}`, {body: {alt: 'changed'}});
	await page.setOfflineMode(false);
	await (await page.waitForSelector('button.save', PATIENCE))!.click();
	await page.waitForSelector('.sides dd', PATIENCE);
	// One that survives a reload.
	await page.reload({waitUntil: 'networkidle2'});
	await (await page.waitForSelector('button.save', PATIENCE))!.click();
	await (await page.waitForSelector('.dialog .danger', PATIENCE))!.click();
	await saved(page);
	t.is((await read()).steps.length, 2);
	t.deepEqual(
		heard.filter(line => !line.includes('ERR_INTERNET_DISCONNECTED')),
		[],
	);
	await context.close();
});

test('undo leaves what somebody else has made of it since, says so, and goes on with what was done before', async t => {
	const {person, agent, id, read, titlesNow} = await tourOf('one', 'two');
	const {page, context} = await editor.open(person, `/tours/${id}`);
	const write = async (row: number, title: string, text: string) => {
		await page.click(`.strip .row:nth-of-type(${row})`);
		await fieldsOf(page, title);
		await page.focus('.inspector .sections input');
		await page.keyboard.press('End');
		// At once: letters that a busy machine types slowly are taken back one by one.
		await page.keyboard.sendCharacter(text);
		await page.$eval('.inspector .sections input', field => field.blur());
		await saved(page);
	};
	await write(1, 'one', ' mine');
	await write(2, 'two', ' mine');
	await agent('PATCH', `/v1/tours/${id}/steps/${(await read()).steps[1].id}`, {body: {title: 'theirs'}});
	await page.waitForFunction(() => document.querySelector('.row:last-child .label')!.textContent === 'theirs', PATIENCE);
	await chord(page, 'Control', 'z');
	await shows(page, 'Somebody else has changed this since', '.toasts');
	t.is(await page.$('.save button'), null, 'nothing is asked');
	await chord(page, 'Control', 'z');
	await page.waitForFunction(() => document.querySelector('.row .label')!.textContent === 'one', PATIENCE);
	await saved(page);
	t.deepEqual(await titlesNow(), ['one', 'theirs']);
	await chord(page, 'Control', 'y');
	await page.waitForFunction(() => document.querySelector('.row .label')!.textContent === 'one mine', PATIENCE);
	await context.close();
});

test('keys that are meant for a step which somebody else deletes meanwhile do nothing to the others', async t => {
	const {person, agent, id, read, titlesNow} = await tourOf('one', 'two', 'three', 'four');
	const {page, heard, context} = await editor.open(person, `/tours/${id}`);
	for (const [place, title, left] of [
		['fields', 'four', ['one', 'two', 'three']],
		['stage', 'three', ['one', 'two']],
	] as const) {
		await page.click('.row:last-child');
		await fieldsOf(page, title);
		await (place === 'stage' ? (await stageOf(page)).focus('[data-field=title]') : page.focus('.inspector .sections input'));
		await page.keyboard.type('!');
		await saved(page);
		await agent('DELETE', `/v1/tours/${id}/steps/${(await read()).steps.at(-1).id}`);
		await page.waitForFunction(count => document.querySelectorAll('.strip .row').length === count, PATIENCE, left.length);
		await page.keyboard.type('nhwgcrf?', {delay: 20});
		for (const key of ['Delete', 'Backspace', 'ArrowUp', 'Enter'] as const) await page.keyboard.press(key);
		await saved(page);
		t.deepEqual(await titlesNow(), left, place);
		t.is(await page.$('dialog[open]'), null);
	}
	await page.click('.row:last-child');
	await page.keyboard.press('n');
	await page.waitForFunction(() => document.querySelectorAll('.strip .row').length === 3, PATIENCE);
	t.deepEqual(heard, []);
	await context.close();
});

test('what somebody else writes into the field in use is offered below it, in lines that can be read, and one is taken', async t => {
	const {person, agent, id, read} = await tourOf('one');
	const [step] = (await read()).steps as Array<{id: string}>;
	const {page, context} = await editor.open(person, `/tours/${id}`);
	await fieldsOf(page, 'one');
	const write = async (field: string, mine: string, theirs: string) => {
		const selector = `.inspector .sections ${field === 'title' ? 'input' : 'textarea'}`;
		await page.setOfflineMode(true);
		await page.type(selector, mine);
		await page.waitForSelector('[data-state=offline]', PATIENCE);
		await agent('PATCH', `/v1/tours/${id}/steps/${step!.id}`, {body: {[field]: theirs}});
		await page.setOfflineMode(false);
		await page.waitForSelector('.offer q', PATIENCE);
		t.true(await page.$eval(selector, element => element === document.activeElement));
		const [lines, ...tops] = await page.$eval('.offer', ({children}) => {
			const [said, , ...answers] = [...children].map(child => child.getBoundingClientRect());
			return [said!.height, ...answers.map(({top}) => top)];
		});
		t.true(lines! < 30, `${lines} px for one line`);
		t.is(new Set(tops).size, 1, 'both answers beside each other');
	};
	await write('title', ' of mine', 'A title by somebody else that takes some room');
	await press(page, '.offer button', 'Keep mine');
	await saved(page);
	await write('text', 'Mine', 'A text by somebody else that takes some room as well');
	await press(page, '.offer button', 'Use this text');
	await saved(page);
	t.like((await read()).steps[0], {title: 'one of mine', text: 'A text by somebody else that takes some room as well'});
	await context.close();
});

test('several steps are chosen by keys and pointer, and moved, changed, copied and deleted at once; each is one to undo', async t => {
	const {person, id, read, titlesNow} = await tourOf('a', 'b', 'c', 'd');
	const {page, context} = await editor.open(person, `/tours/${id}`);
	await stageOf(page);
	const chosen = () => page.$$eval('.row[aria-selected=true] .label', labels => labels.map(({textContent}) => textContent).join(''));
	const stored = async () => {
		await chord(page, 'Control', 's');
		await saved(page);
		return (await titlesNow()).join('');
	};
	await page.focus('.row.shown');
	await chord(page, 'Shift', 'ArrowDown');
	t.is(await chosen(), 'ab');
	await page.keyboard.down('Control');
	await page.click('.row:nth-of-type(4)');
	await page.keyboard.up('Control');
	t.is(await chosen(), 'abd');
	t.deepEqual(await axeViolations(page), []);
	await page.type('.several .number input', '7');
	await page.keyboard.press('Tab');
	await chord(page, 'Control', 's');
	await saved(page);
	t.deepEqual(
		((await read()).steps as Array<{scene: number | null}>).map(({scene}) => scene),
		[7, 7, null, 7],
	);
	await page.focus('.row.shown');
	await chord(page, 'Control', 'z');
	await page.keyboard.press('Delete');
	t.is(await stored(), 'c');
	const waysBack = () => page.$$eval('.toast .link', links => links.length);
	t.is(await waysBack(), 1);
	await chord(page, 'Control', 'z');
	t.is(await stored(), 'abcd');
	t.is(await waysBack(), 0, 'a second press would undo something else');
	t.is(await chosen(), 'abd');
	await page.keyboard.down('Control');
	await page.click('.row:nth-of-type(4)');
	await page.keyboard.up('Control');
	await page.focus('.row.shown');
	await chord(page, 'Alt', 'ArrowDown');
	t.is(await stored(), 'cabd');
	await chord(page, 'Control', 'd');
	t.is(await stored(), 'cababd');
	await context.close();
});

test('a tour’s versions are listed with what has changed since, and one of them comes back', async t => {
	const {person, agent, id, read, titlesNow} = await tourOf('a', 'b');
	await agent('POST', `/v1/tours/${id}/publish`);
	const [first] = (await read()).steps as Array<{id: string}>;
	await agent('PATCH', `/v1/tours/${id}/steps/${first!.id}`, {body: {title: 'A'}});
	await agent('POST', `/v1/tours/${id}/steps`, {body: {type: 'slide', title: 'c'}});
	await agent('PUT', `/v1/tours/${id}/narration-settings`, {body: {language: 'es'}});
	const {page, heard, context} = await editor.open(person, `/tours/${id}`, {bypass: true});
	await chord(page, 'Control', 'Enter');
	await page.waitForFunction(() => /Since .*: 1 step changed, 1 new/.test(document.querySelector('.dialog')?.textContent ?? ''), PATIENCE);
	await page.keyboard.press('Escape');
	await page.click('.bar [aria-label=History]');
	await page.waitForSelector('.changes li', PATIENCE);
	const lines = await page.$$eval('.changes li', items => items.map(({textContent}) => textContent));
	t.deepEqual(lines, ['LanguageLanguage: Brazilian Portuguese Spanish', 'Step “1. a”Title: a A', 'New step: “c”']);
	t.deepEqual(await axeViolations(page), []);
	await page.type('.keep input', 'With c');
	await page.click('.keep button');
	await page.waitForFunction(() => document.querySelector('.versions strong')?.textContent === 'With c', PATIENCE);
	await page.click('.since .primary');
	await page.waitForFunction(() => document.querySelectorAll('.row').length === 2, PATIENCE);
	t.deepEqual(await titlesNow(), ['a', 'b']);
	await page.waitForFunction(() => /restored/.test(document.querySelector('.toasts')!.textContent!), PATIENCE);
	const said = await page.$$eval('.toast > span', toasts => toasts.map(({textContent}) => textContent));
	t.deepEqual(
		said.filter(text => / changed /.test(text!)),
		[],
		'nobody else has done anything',
	);
	t.is(await page.$('.row .news'), null);

	const becomes = (count: number) => page.waitForFunction(wanted => document.querySelectorAll('.row').length === wanted, PATIENCE, count);
	const hint = () => page.$eval('.bar [aria-label=Undo]', button => (button as HTMLElement).title);
	t.is(await hint(), 'Undo: version restored');
	await press(page, '.toast .link', 'Undo');
	await becomes(3);
	t.deepEqual(await titlesNow(), ['A', 'b', 'c']);
	await shows(page, 'The tour is as it was before the restore', '.toasts');
	t.is(await hint(), 'Undo');
	await page.click('.bar [aria-label=Redo]');
	await becomes(2);
	// What is done after it is undone before it.
	await page.focus('.row.shown');
	await page.keyboard.press('n');
	await becomes(3);
	await saved(page);
	await page.click('.bar [aria-label=Undo]');
	await becomes(2);
	await saved(page);
	await agent('PATCH', `/v1/tours/${id}/steps/${first!.id}`, {body: {title: 'by somebody'}});
	await shows(page, 'by somebody', '.strip');
	await page.click('.bar [aria-label=Undo]');
	await shows(page, 'The tour has changed since', '.toasts');
	t.deepEqual(await titlesNow(), ['by somebody', 'b'], 'what others did stays until somebody says so');
	await press(page, '.toast .link', 'All the same');
	await becomes(3);
	t.deepEqual(await titlesNow(), ['A', 'b', 'c']);
	t.deepEqual(heard, []);
	await context.close();
});
