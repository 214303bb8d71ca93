import {availableParallelism} from 'node:os';

export default {
	extensions: ['ts'],
	files: ['{api,cli,client,docs,infra,renderers,shared,test,workers}/**/*.test.ts'],
	// A process for each file, as in production: sharp, signals and leaked handles are nobody else's.
	workerThreads: false,
	// No more than there are cores: some files measure how long others wait.
	concurrency: Math.min(availableParallelism(), 4),
	timeout: '2m',
};
