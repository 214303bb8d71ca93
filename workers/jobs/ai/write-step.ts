import type {GeneratedText} from '../../../shared/contract/ai/text.ts';
import {AppError, asStepFault} from '../../../shared/errors.ts';
import type {JobInput} from '../../../shared/queue/job.ts';
import type {writeStep as job} from '../../../shared/queue/jobs/ai.ts';
import type {Db} from '../../../shared/store/database.ts';
import {readUsage, settleQuota} from '../../../shared/store/quotas.ts';
import {changeTour, lockTour, readContent} from '../../../shared/store/tours.ts';
import type {StoredStep} from '../../../shared/tour/document/document.ts';
import {editStep, stepIndex} from '../../../shared/tour/steps.ts';
import type {WriteRequest} from '../../providers/text/provider.ts';
import type {Handler, Work} from '../../runtime/handler.ts';
import {originalBytes} from '../images/store-image.ts';

type Input = JobInput<typeof job>;

/** Writes the step's text from its screenshot and its place in the tour. A text that was written is charged, saved or not; what its writer says is free is not. */
export const writeStep: Handler<typeof job> = async (input, work) => {
	const {services, accountId, lease, textProvider} = work;
	const request = await writeRequest(input, work);
	work.progress(0.2);
	const {
		title,
		text,
		narrationScript,
		alt,
		warnings = [],
		free = false,
	} = await textProvider.write(request, work.signal).catch(error => {
		throw asStepFault(error);
	});
	work.progress(0.9);
	const generated = {
		title,
		text,
		...(input.narrationScript && narrationScript !== null && {narrationScript}),
		...(input.alt && alt !== undefined && {alt}),
	};
	return async db => {
		const tour = await lockTour(db, accountId, input.tourId, null);
		const step = tour.content.steps[stepIndex(tour.content, input.stepId)]!;
		const saved = input.save && sameWords(step, input.before);
		const version = saved ? await save(db, input, generated, work) : tour.version;
		await settleQuota(db, services.config, lease, free ? 0 : 1);
		const usage = {aiTexts: await readUsage(db, services.config, accountId, 'aiTexts', lease.quotaPeriod!)};
		return {response: {status: 200, body: {generated, saved, usage, ...(warnings.length > 0 && {warnings})}, version}};
	};
};

async function save(
	db: Db,
	{tourId, stepId}: Input,
	{alt, ...words}: GeneratedText,
	{accountId, actor}: Pick<Work, 'accountId' | 'actor'>,
): Promise<number> {
	const {version} = await changeTour(db, {accountId, actor, id: tourId, ifMatch: null}, content => {
		const {alt: known, altDecorative} = content.steps[stepIndex(content, stepId)]!;
		return editStep(content, stepId, {...words, ...(alt && !known && !altDecorative && {alt})}, null);
	});
	return version;
}

async function writeRequest(input: Input, {services, accountId}: Work): Promise<WriteRequest> {
	const content = await readContent(services.database.manager, accountId, input.tourId);
	const index = stepIndex(content, input.stepId);
	const {type, highlight, click, alt, image} = content.steps[index]!;
	const shown = input.useImage && type === 'screen' && image;
	return {
		language: input.language,
		narrationScript: input.narrationScript,
		alt: input.alt ?? false,
		instructions: input.instructions,
		tour: {name: content.name, steps: content.steps.map(step => ({title: step.title, text: step.text}))},
		step: {index, type, highlight, click, alt},
		image: shown ? await shownBytes(shown.mediaId, {services, accountId}) : null,
	};
}

async function shownBytes(mediaId: string, work: Pick<Work, 'services' | 'accountId'>): Promise<Buffer> {
	const bytes = await originalBytes(mediaId, work);
	if (bytes) return bytes;
	throw asStepFault(new AppError('image_unreadable', {message: 'The bytes of the screenshot are gone; give the step its image again.'}));
}

function sameWords(step: StoredStep, before: Input['before']): boolean {
	return step.title === before.title && step.text === before.text && step.narrationScript === before.narrationScript;
}
