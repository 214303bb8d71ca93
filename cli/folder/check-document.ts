import {TourDocument} from '../../shared/contract/document.ts';
import type {Fault} from '../../shared/contract/error.ts';
import {FILE_KEYS} from '../../shared/folder/values.ts';
import {compileSchema} from '../../shared/schema/schema.ts';

let check: ((document: unknown) => Fault[]) | null = null;

/** What the schema of documents finds wrong. The package of the command has this file as code that was compiled when it was packed. */
export function checkDocument(document: unknown): Fault[] {
	check ??= compileSchema(TourDocument, [], FILE_KEYS);
	return check(document);
}
