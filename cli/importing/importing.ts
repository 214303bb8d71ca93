import type {Output} from '../output.ts';
import type {NewFolder} from '../recording/new-folder.ts';

/** What every way of importing needs. */
export type Importing = {folder: NewFolder; schemaUrl: string | null; signal: AbortSignal; output: Output};
