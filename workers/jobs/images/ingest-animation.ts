import {asStepFault} from '../../../shared/errors.ts';
import type {ingestAnimation as job} from '../../../shared/queue/jobs/images.ts';
import type {Handler} from '../../runtime/handler.ts';
import {saveIngested, sourceBytes} from './ingest-image.ts';
import {storeImage} from './store-image.ts';

/** Does the work of `ingest-image` for an animation, in a process of its own, which leaves the cores to others' images. */
export const ingestAnimation: Handler<typeof job> = async (input, work) => {
	try {
		const media = await storeImage(await sourceBytes(input.source, work), input.name, work);
		return async db => {
			const {response} = await saveIngested(db, work, input.step, media);
			return {response};
		};
	} catch (error) {
		throw input.step ? asStepFault(error) : error;
	}
};
