/** Values by name as a file has them, not validated yet. */
export type Values = Record<string, unknown>;

/** Keys of a file that a document has not. */
export const FILE_KEYS = ['key', 'units'];

/** Something that is wrong, and where: `tour.yaml:12:5`, a picture, or nothing that has a place. */
export type Problem = {place?: string; message: string};

export function isValues(value: unknown): value is Values {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}
