/** Encodings of a text, the smallest first. */
const ENCODINGS = ['br', 'gzip'] as const;
export type Encoding = (typeof ENCODINGS)[number];

/**
 * The smallest encoding that an Accept-Encoding header allows (RFC 9110, 12.5.3), null for the bytes as they are. Browsers
 * name gzip before br and give both the same weight: the order in which they name them is no preference.
 */
export function encodingFor(header: string): Encoding | null {
	const weights = new Map(
		header.split(',').map(part => {
			const [name = '', ...parameters] = part.split(';').map(word => word.trim().toLowerCase());
			const weight = parameters.find(parameter => parameter.startsWith('q='));
			return [name, weight === undefined ? 1 : Number(weight.slice(2)) || 0];
		}),
	);
	const weightOf = (name: string) => weights.get(name) ?? weights.get('*') ?? 0;
	const best = Math.max(...ENCODINGS.map(weightOf));
	// Who would rather have it plain gets it plain.
	if (best === 0 || best < (weights.get('identity') ?? 0)) return null;
	return ENCODINGS.find(name => weightOf(name) === best)!;
}
