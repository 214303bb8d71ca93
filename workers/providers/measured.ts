import {AppError} from '../../shared/errors.ts';
import {metrics} from '../../shared/metrics/metrics.ts';
import {traced} from '../../shared/tracing/tracing.ts';
import type {TextProvider} from './text/provider.ts';
import type {VoiceProvider} from './voice/provider.ts';

/** Returns the text provider with its calls timed. */
export function measuredText(provider: TextProvider): TextProvider {
	const {name} = provider;
	return {
		name,
		write: (request, signal) => measured({provider: name, kind: 'write'}, signal, () => provider.write(request, signal)),
		translate: (request, signal) => measured({provider: name, kind: 'translate'}, signal, () => provider.translate(request, signal)),
	};
}

/** Returns the voice provider with its calls timed. */
export function measuredVoices(provider: VoiceProvider): VoiceProvider {
	const {name} = provider;
	return {
		name,
		voices: signal => measured({provider: name, kind: 'voices'}, signal, () => provider.voices(signal)),
		speak: (request, signal) => measured({provider: name, kind: 'speak'}, signal, () => provider.speak(request, signal)),
	};
}

async function measured<T>(labels: {provider: string; kind: string}, signal: AbortSignal, ask: () => Promise<T>): Promise<T> {
	const end = metrics.providerRequests.startTimer(labels);
	try {
		const facts = {'roteiro.provider': labels.provider};
		const response = await traced(`provider ${labels.kind}`, facts, ask, {kind: 'client'});
		end({outcome: 'ok'});
		return response;
	} catch (error) {
		end({outcome: outcomeOf(error, signal)});
		throw error;
	}
}

/** Returns the outcome: `refused` is the caller's to mend; `ended`: the work was no longer this worker's. */
function outcomeOf(error: unknown, signal: AbortSignal): string {
	if (signal.aborted) return 'ended';
	if (!(error instanceof AppError)) return 'failed';
	if (error.code === 'provider_unavailable') return 'unavailable';
	return error.code === 'provider_failed' ? 'failed' : 'refused';
}
