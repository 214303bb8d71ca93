declare module 's3rver' {
	import type {RequestListener} from 'node:http';

	export default class S3rver {
		constructor(options: {silent: boolean; directory: string; configureBuckets: Array<{name: string}>});
		configureBuckets(): Promise<void>;
		callback(): RequestListener;
	}
}
