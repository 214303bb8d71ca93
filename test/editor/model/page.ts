import type {SessionClient} from '../../../client/index.ts';
import {Work} from '../../../editor/saving/history.ts';
import type {Journal, Kept} from '../../../editor/saving/journal.ts';
import type {Others} from '../../../editor/saving/others.ts';
import type {Tour} from '../../../shared/contract/tour.ts';
import type {Random} from '../../helpers/random.ts';
import type {VirtualTime} from '../../helpers/virtual-time.ts';
import {type Batch, type ModelService, refusal} from './service.ts';

/** Around the pages of one person: a clock, a network that may be bad, and what the browser keeps. */
export type World = {
	time: VirtualTime;
	service: ModelService;
	random: Random;
	/** How much of what is sent goes wrong, 0 to 1. */
	weather: {bad: number};
	/** What the browser keeps, by page. */
	disk: Map<number, Kept>;
	pages: number;
};

/** Of a page that was opened, when it begins to hear of new versions. */
const CALM_MS = 1500;

/** A page of the editor with nothing to look at: its engine, its journal and its connections. */
export class ModelPage {
	readonly id: number;
	readonly work: Work;
	/** What it said that others had done. */
	readonly others: Others[] = [];
	readonly #world: World;
	readonly #deaf: () => void;

	private constructor(world: World, id: number, tour: Tour) {
		this.#world = world;
		this.id = id;
		const {time, random, service} = world;
		this.work = new Work({client: this.#client(), tour, journal: this.#journal()});
		this.work.seen = others => this.others.push(others);
		const hear = () => time.later(id, random.below(1200), () => this.work.outbox.hear({version: service.version, deleted: false}));
		let deaf = () => {};
		time.later(id, CALM_MS, () => {
			deaf = service.follow(hear);
			hear();
		});
		this.#deaf = () => deaf();
	}

	static async open(world: World): Promise<ModelPage> {
		const id = ++world.pages;
		// What was sent before may arrive before the tour is read, or while the answer is on its way.
		await world.time.pass(world.random.below(400));
		const tour = world.service.read();
		await world.time.pass(world.random.below(400));
		const page = new ModelPage(world, id, tour);
		await page.do(({outbox}) => void outbox.takeUp());
		await world.time.pass(20);
		return page;
	}

	/** Does something as this page. */
	do<T>(what: (work: Work) => T): Promise<T> {
		return this.#world.time.as(this.id, () => what(this.work));
	}

	/** Hidden and gone, with what it could send at the last moment; `crash`: without that. */
	async end({crash}: {crash: boolean}): Promise<void> {
		if (!crash) await this.do(({outbox}) => void outbox.flush({keepalive: true}));
		this.#deaf();
		this.#world.time.end(this.id);
	}

	/** The tab is frozen for so long: what happens meanwhile it hears afterwards. */
	freeze(ms: number): void {
		this.#world.time.freeze(this.id, ms);
	}

	#client(): SessionClient {
		const {id} = this;
		const {time, service, random, weather} = this.#world;
		const answer = <T>(resolve: (value: T) => void, reject: (error: unknown) => void, what: () => T, ms: number) =>
			time.later(id, ms, () => {
				try {
					resolve(what());
				} catch (error) {
					reject(error);
				}
			});
		const latency = () => (random.next() < weather.bad ? random.below(6000) : 10 + random.below(200));
		const fails = () => random.next() < weather.bad * 0.6;
		const call = (route: string, input: object, {idempotencyKey = ''} = {}) =>
			new Promise((resolve, reject) => {
				if (fails() && random.next() < 0.3)
					return answer(resolve, reject, () => never(random.next() < 0.5 ? refusal(503, 'unavailable') : new TypeError('away')), latency());
				const sent = JSON.stringify(input);
				time.later(0, latency(), () => {
					if (route !== 'POST /tours/{id}/changes') {
						const tour = service.read();
						return answer(resolve, reject, () => (fails() ? never(new TypeError('away')) : {ok: true, tour}), latency());
					}
					const {id: _tour, ...batch} = JSON.parse(sent) as Batch & {id: string};
					const made = attempt(() => service.change(idempotencyKey, batch));
					// The same may arrive once more, much later.
					if (fails()) time.later(0, random.below(9000), () => attempt(() => service.change(idempotencyKey, batch)));
					answer(resolve, reject, () => (fails() ? never(new TypeError('lost')) : made()), latency());
				});
			});
		return {call} as unknown as SessionClient;
	}

	#journal(): Journal {
		const {id} = this;
		const {time, random, disk} = this.#world;
		let latest: Kept | null = null;
		let writing: Promise<void> | null = null;
		const run = async () => {
			while (latest) {
				const kept = structuredClone(latest);
				latest = null;
				await new Promise<void>(resolve => time.later(id, 1 + random.below(12), resolve));
				if (kept.parcels.length + kept.conflicts.length > 0) disk.set(id, kept);
				else disk.delete(id);
			}
			writing = null;
		};
		const kept = () => writing ?? Promise.resolve();
		return {
			write(entries, last = false) {
				if (last) disk.set(id, structuredClone(entries));
				latest = entries;
				writing ??= run();
			},
			kept,
			async takeUp(adopt) {
				for (const [page, found] of disk) {
					if (page === id) continue;
					adopt(structuredClone(found));
					await kept();
					disk.delete(page);
				}
			},
			close() {},
		};
	}
}

function never(error: unknown): never {
	throw error;
}

/** What came of it, to be heard later. */
function attempt(what: () => unknown): () => unknown {
	try {
		const value = what();
		return () => value;
	} catch (error) {
		return () => never(error);
	}
}
