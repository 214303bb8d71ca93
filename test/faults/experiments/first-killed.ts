import {setTimeout as sleep} from 'node:timers/promises';
import {isDeepStrictEqual} from 'node:util';
import {type Client, type Reply, request, startService, type TestService} from '../../helpers/service.ts';
import {startApi} from '../api-under-test.ts';
import type {Experiment} from '../experiment.ts';

const CALLS = 200;
const ROUNDS = 12;
/** Between the first call and the kill: a tour is made within 10 ms, published within 100. */
const MOMENTS_MS = [0, 2, 4, 8, 20, 60];

export const experiment: Experiment = {
	name: 'first-killed',
	title: `${CALLS} identical POSTs, the first at an API that is killed midway, ${ROUNDS} times: one effect and one body`,
	run,
};

type Round = {statuses: number[]; effects: number; bodies: number; returned: boolean};

async function run(report: Parameters<Experiment['run']>[0]) {
	const service = await startService();
	try {
		const rounds: Round[] = [];
		const kinds = [makeTour, publishTour];
		for (let round = 0; round < ROUNDS; round++) {
			const {url, kill} = await startApi(service);
			const moment = MOMENTS_MS[(round >> 1) % MOMENTS_MS.length]!;
			rounds.push(await kinds[round % 2]!(service, url, () => sleep(moment).then(() => kill())));
			report(`${round + 1} of ${ROUNDS}, killed after ${moment} ms: ${JSON.stringify(rounds.at(-1))}`);
		}
		const wrong = rounds.filter(({statuses, effects, bodies}) => !isDeepStrictEqual(statuses, [201]) || effects !== 1 || bodies !== 1);
		return {
			figures: {
				acknowledged: ROUNDS * CALLS,
				lost: rounds.filter(({effects}) => effects === 0).length,
				doubled: rounds.filter(({effects}) => effects > 1).length,
				'firsts without a response': rounds.filter(({returned}) => !returned).length,
				wrong: wrong.length,
			},
			ok: wrong.length === 0,
		};
	} finally {
		await service.stop();
	}
}

type Kind = (service: TestService, dying: string, kill: () => Promise<void>) => Promise<Round>;

const makeTour: Kind = async (service, dying, kill) => {
	const client = await service.client();
	const counted = await crowd(client, dying, kill, '/v1/tours', {name: 'Made once'});
	return {...counted, effects: (await client('GET', '/v1/tours')).body.tours.length};
};

const publishTour: Kind = async (service, dying, kill) => {
	const client = await service.client();
	const {id} = (await client('POST', '/v1/tours', {body: {name: 'Published once'}})).body.tour;
	await client('POST', `/v1/tours/${id}/steps`, {body: {type: 'slide', title: 'One'}});
	const counted = await crowd(client, dying, kill, `/v1/tours/${id}/publish`, {});
	const count = "SELECT COUNT(*) AS count FROM jobs WHERE account_id = ? AND type = 'build-bundle'";
	const [row] = await service.services.database.query(count, [client.accountId]);
	return {...counted, effects: Number(row.count)};
};

/** The first call goes to the API that is killed meanwhile, all others then to the one that lives. */
async function crowd(
	client: Client,
	dying: string,
	kill: () => Promise<void>,
	path: string,
	body: unknown,
): Promise<Omit<Round, 'effects'>> {
	const options = {body, headers: {'Idempotency-Key': crypto.randomUUID()}};
	const first = request(dying, 'POST', path, client.key, options).catch(() => null);
	await kill();
	const replies = await Promise.all(Array.from({length: CALLS - 1}, () => client('POST', path, options)));
	const answered = await first;
	const all: Reply[] = answered ? [answered, ...replies] : replies;
	return {
		statuses: [...new Set(all.map(({status}) => status))],
		bodies: new Set(all.map(reply => JSON.stringify(reply.body))).size,
		returned: answered !== null,
	};
}
