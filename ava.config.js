import {availableParallelism} from 'node:os';
import {longFirst, TEST_FILES} from './infra/test-files.ts';

export default {
	extensions: ['ts'],
	files: [TEST_FILES],
	sortTestFiles: longFirst,
	// A process for each file, as in production: sharp, signals and leaked handles are nobody else's.
	workerThreads: false,
	require: ['./test/helpers/each-process.ts'],
	// No more than there are cores: some files measure how long others wait. `npm test` runs one more of the others (infra/test-run.ts).
	concurrency: Math.min(availableParallelism(), 4),
	timeout: '2m',
};
