import test from 'ava';
import {AppError, type ErrorCode} from '../../shared/errors.ts';
import {generateText} from '../operations/ai/generate-text.ts';
import {PUBLIC_OPERATIONS} from '../operations/index.ts';
import {uploadMedia} from '../operations/media/media.ts';
import {OWNER_OPERATIONS} from '../operations/owner/index.ts';
import {addStepOperation} from '../operations/steps.ts';
import {createTour} from '../operations/tours.ts';
import {errorsOf, requireDeclared} from './operation-errors.ts';

test('an error that an operation does not declare is a defect, and so is one with another status', t => {
	t.notThrows(() => requireDeclared(createTour, new AppError('not_found')));
	t.throws(() => requireDeclared(createTour, new AppError('provider_failed')), {message: /create_tour threw provider_failed \(502\)/});
	t.throws(() => requireDeclared(createTour, new AppError('not_found', {status: 410})), {message: /does not declare/});
});

test('an image is 413, 415 or 422 by itself and 400 in a step', t => {
	const statuses = (operation: Parameters<typeof errorsOf>[0]) =>
		(['image_too_large', 'image_type', 'image_unreadable'] as const).map(code => errorsOf(operation).get(code));
	t.deepEqual(statuses(uploadMedia), [413, 415, 422]);
	t.deepEqual(statuses(addStepOperation), [400, 400, 400]);
});

test('a provider that takes too long is 503, other work 429', t => {
	t.is(errorsOf(generateText).get('still_running'), 503);
	t.is(errorsOf(addStepOperation).get('still_running'), 429);
});

test('every operation can fail in the ways that all share, and names no error twice', t => {
	const shared: ErrorCode[] = ['invalid_request', 'not_found', 'rate_limited', 'internal_error', 'unavailable'];
	for (const operation of [...PUBLIC_OPERATIONS, ...OWNER_OPERATIONS]) {
		const declared = errorsOf(operation);
		for (const code of shared) t.true(declared.has(code), `${operation.name}: ${code}`);
		t.is(new Set(operation.errors).size, operation.errors.length, operation.name);
	}
});
