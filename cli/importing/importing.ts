import type {Output} from '../output.ts';
import type {NewFolder} from '../recording/new-folder.ts';

/** Everything that each way of importing needs. */
export type Importing = {folder: NewFolder; schemaUrl: string | null; signal: AbortSignal; output: Output};
