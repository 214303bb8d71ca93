import {startService} from '../helpers/service.ts';
import type {Measured} from './benches.ts';
import {median, ms, percentile, sized, timed} from './figures.ts';
import {examplePictures} from './pictures.ts';

const TIMES = sized(40, 5);
/** A process that has just begun compiles its code meanwhile. */
const WARM_UP = sized(10, 1);
const GOAL_MS = 1000;

/**
 * Publishing ten steps with images that are ingested, each time with another title so that nothing is reused; and after a change of one step's
 * words, which leaves the cover as it is.
 */
export async function benchPublish(): Promise<Measured[]> {
	const service = await startService();
	const ana = await service.client();
	const {tour} = (await ana('POST', '/v1/tours', {body: {name: 'Bench'}})).body;
	const pictures = await examplePictures();
	for (let i = 0; i < 10; i++) {
		const base64 = pictures[i % pictures.length]!.toString('base64');
		await ana('POST', `/v1/tours/${tour.id}/steps`, {
			body: {title: `Step ${i}`, text: 'Press the button that stands at the right of the list.', click: {x: 0.5, y: 0.5}, image: {base64}},
		});
	}
	const publish = (title: string) => timed(() => ana('POST', `/v1/tours/${tour.id}/publish`, {body: {title}}));
	const whole: number[] = [];
	const words: number[] = [];
	const steps = (await ana('GET', `/v1/tours/${tour.id}`)).body.tour.steps;
	for (let i = 0; i < WARM_UP + TIMES; i++) whole.push(await publish(`Title ${i}`));
	for (let i = 0; i < TIMES; i++) {
		await ana('PATCH', `/v1/tours/${tour.id}/steps/${steps[i % steps.length].id}`, {body: {text: `Press the button ${i} times.`}});
		words.push(await publish('Title'));
	}
	await service.stop();
	return [row('publish of 10 steps, p95', whole.slice(WARM_UP)), row('publish after a change of words, p95', words)];
}

function row(what: string, times: number[]): Measured {
	const p95 = percentile(times, 0.95);
	const ratio = p95 / GOAL_MS;
	return {what, ours: `${ms(p95)} (median ${ms(median(times))})`, bare: 'the goal of 1 s', ratio, goal: '<= 1', met: ratio <= 1};
}
