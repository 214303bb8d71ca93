import test from 'ava';
import {emptyTour} from '../../shared/tour/document/document.ts';
import {makeStep} from '../../shared/tour/steps.ts';
import {ModelPage} from '../../test/editor/model/page.ts';
import {ModelService} from '../../test/editor/model/service.ts';
import {seededRandom} from '../../test/helpers/random.ts';
import {VirtualTime} from '../../test/helpers/virtual-time.ts';
import {editSteps} from '../session/several.ts';

/** When what is written goes to the service. */

const STEP = `step_${'0'.repeat(26)}`;
/** Milliseconds between two letters. */
const LETTER_MS = 100;

test.serial('letters are sent at a pause, and every ten seconds without one; at once what somebody waits for', async t => {
	const time = new VirtualTime();
	const uninstall = time.install();
	try {
		const service = new ModelService({...emptyTour('A tour'), steps: [makeStep(STEP, {type: 'slide', title: 'One'}, null).step]});
		const page = await ModelPage.open({time, service, random: seededRandom(5), weather: {bad: 0}, disk: new Map(), pages: 0});
		let text = '';
		const write = async (letters: number) => {
			for (let letter = 0; letter < letters; letter++) {
				text += 'a';
				await page.do(work => work.change(editSteps(work.outbox.tour.value, [STEP], {text})));
				await time.pass(LETTER_MS);
			}
		};
		const stored = () => service.content.steps[0]!.text;
		await write(95);
		t.is(service.past.length, 0);
		await write(155);
		t.is(service.past.length, 2, 'after ten and twenty seconds');
		await time.pass(2000);
		t.deepEqual([service.past.length, stored()], [3, text]);
		t.is(page.work.outbox.state.value.kind, 'saved');

		await write(2);
		let done = false;
		await page.do(({outbox}) => void outbox.flush().then(() => (done = true)));
		await write(5);
		for (let turn = 0; turn < 50 && !done; turn++) await time.pass(20);
		t.deepEqual([done, stored()], [true, text]);
	} finally {
		uninstall();
	}
});
