import type {Config} from '../../shared/config/config.ts';
import {AppError} from '../../shared/errors.ts';
import {metrics} from '../../shared/metrics/metrics.ts';
import {traced} from '../../shared/tracing/tracing.ts';
import {openAnthropicText} from './text/anthropic.ts';
import {openLocalText} from './text/local.ts';
import {openOpenAiText} from './text/openai.ts';
import type {TextProvider} from './text/provider.ts';
import {openCartesia} from './voice/cartesia.ts';
import {openLocalVoices} from './voice/local.ts';
import {openOpenaiVoices} from './voice/openai.ts';
import type {VoiceProvider} from './voice/provider.ts';

const OPEN: Record<Config['voiceProvider'], (config: Config) => VoiceProvider> = {
	local: openLocalVoices,
	cartesia: openCartesia,
	openai: openOpenaiVoices,
};

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

/** The provider that TEXT_PROVIDER names. Nothing is asked and no key is missed before the first text. */
export function openTextProvider(config: Config): TextProvider {
	switch (config.textProvider) {
		case 'anthropic':
			return openAnthropicText(config);
		case 'openai':
			return openOpenAiText(config);
		case 'local':
			return openLocalText(config);
	}
}

/** The provider that VOICE_PROVIDER names. One whose settings cannot work opens all the same; each call of it says what to mend. */
export function openVoiceProvider(config: Config): VoiceProvider {
	return OPEN[config.voiceProvider](config);
}
