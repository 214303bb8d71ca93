import type {Pool} from './job.ts';

/** Slots of a Redis Cluster. */
const SLOTS = 16_384;
/**
 * In which eighth of the slots each pool lies: those that mostly work at once apart from each other, also where three nodes have a third each.
 * A pool that is added takes a place between two.
 */
const EIGHTHS: Record<Pool, number> = {
	images: 0,
	animations: 3,
	ai: 6,
	audio: 7.5,
	render: 4,
	covers: 1,
	delivery: 7,
	export: 2,
	background: 5,
};
/** Only the first third of the eighth: the thirds of three nodes begin and end beside it. */
const WIDTH = SLOTS / 24;
const tags = new Map<string, string>();

/**
 * Keys in Redis that are used together carry one hash tag, the part in braces, which says on which node of a Redis Cluster they lie: one tag a
 * pool. The number in it is the first that puts the pool into its own part of the slots, so that pools spread over the nodes whatever the
 * prefix: `{rt}` becomes `{rt:images:47}`.
 */
export function taggedPrefix(prefix: string, pool: Pool): string {
	const name = `${untaggedPrefix(prefix)}:${pool}`;
	const known = tags.get(name);
	if (known) return known;
	const from = (EIGHTHS[pool] * SLOTS) / 8;
	for (let number = 0; ; number++) {
		const slot = slotOf(`{${name}:${number}}`);
		if (slot < from || slot >= from + WIDTH) continue;
		const tag = `{${name}:${number}}`;
		tags.set(name, tag);
		return tag;
	}
}

/** For keys that are used alone: without a tag each lies where its own name says. */
export function untaggedPrefix(prefix: string): string {
	return prefix.replaceAll(/[{}]/g, '');
}

/** In which slot of a Redis Cluster a key lies: CRC16 (XMODEM) of its hash tag, or of all of it. */
export function slotOf(key: string): number {
	let crc = 0;
	for (const byte of Buffer.from(/\{([^}]+)\}/.exec(key)?.[1] ?? key)) {
		crc ^= byte << 8;
		for (let bit = 0; bit < 8; bit++) crc = crc & 0x8000 ? ((crc << 1) ^ 0x1021) & 0xffff : crc << 1;
	}
	return crc % SLOTS;
}
