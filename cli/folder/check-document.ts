import {TourDocument} from '../../shared/contract/document.ts';
import type {Fault} from '../../shared/contract/error.ts';
import {FILE_KEYS} from '../../shared/folder/values.ts';
import {compileSchema} from '../../shared/schema/schema.ts';

let check: ((document: unknown) => Fault[]) | null = null;

/** Returns the faults of a document by its schema. The package of the command has this file compiled. */
export function checkDocument(document: unknown): Fault[] {
	check ??= compileSchema(TourDocument, [], FILE_KEYS);
	return check(document);
}
