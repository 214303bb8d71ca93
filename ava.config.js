import {availableParallelism} from 'node:os';

export default {
	extensions: ['ts'],
	files: ['{api,client,docs,infra,renderers,shared,test,workers}/**/*.test.ts'],
	// A process for each file, as in production: sharp, signals and leaked handles are nobody else's.
	workerThreads: false,
	// One more than there are cores, up to four: half of the files wait more than they compute.
	concurrency: Math.min(availableParallelism() + 1, 4),
	timeout: '2m',
};
