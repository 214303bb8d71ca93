/** Values by name, as read from a file and not validated yet. */
export type Values = Record<string, unknown>;

/** Keys that a file has and a document does not. */
export const FILE_KEYS = ['key', 'units'];

/** Units of rectangles and points, `fraction` by default. */
export const UNITS = ['fraction', 'px'] as const;

/** A problem and its place: `tour.yaml:12:5` or a picture's name; absent if it has no place. */
export type Problem = {place?: string; message: string};

export function isValues(value: unknown): value is Values {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}
