import {startService} from '../helpers/service.ts';
import type {Measured} from './benches.ts';
import {median, ms, percentile, sized, timed} from './figures.ts';
import {examplePictures} from './pictures.ts';

const TIMES = sized(40, 5);
const GOAL_MS = 1000;

/** Publishing ten steps with images that are ingested, each time with another title so that nothing is reused. */
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
	const times: number[] = [];
	for (let i = 0; i < TIMES; i++) {
		times.push(await timed(() => ana('POST', `/v1/tours/${tour.id}/publish`, {body: {title: `Title ${i}`}})));
	}
	await service.stop();
	const p95 = percentile(times, 0.95);
	const ratio = p95 / GOAL_MS;
	return [
		{
			what: 'publish of 10 steps, p95',
			ours: `${ms(p95)} (median ${ms(median(times))})`,
			bare: 'the goal of 1 s',
			ratio,
			goal: '<= 1',
			met: ratio <= 1,
		},
	];
}
