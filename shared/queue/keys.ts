import type {Pool} from './job.ts';

/** Slots of a Redis Cluster. */
const SLOTS = 16_384;
/**
 * The eighth of the slots in which each pool lies. Pools that are busy together lie apart, also if three nodes have a third each.
 * A new pool takes a place between two.
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
/** Only the first third of each eighth is used: no node's third begins or ends inside it. */
const WIDTH = SLOTS / 24;
const tags = new Map<string, string>();

/**
 * Returns the prefix of a pool's keys in Redis. Keys that are used together share a hash tag, the part in braces, which decides their node in a cluster: one tag a
 * pool. Its number is the first that puts the pool into its own part of the slots, so that pools spread over the nodes with any
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

/** Returns the prefix for keys that are used alone: without a tag, each key's own name decides its node. */
export function untaggedPrefix(prefix: string): string {
	return prefix.replaceAll(/[{}]/g, '');
}

/** Returns a key's slot in a Redis Cluster: CRC16 (XMODEM) of its hash tag, or of the whole key. */
export function slotOf(key: string): number {
	let crc = 0;
	for (const byte of Buffer.from(/\{([^}]+)\}/.exec(key)?.[1] ?? key)) {
		crc ^= byte << 8;
		for (let bit = 0; bit < 8; bit++) crc = crc & 0x8000 ? ((crc << 1) ^ 0x1021) & 0xffff : crc << 1;
	}
	return crc % SLOTS;
}
