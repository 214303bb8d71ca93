import type {Config} from '../../../shared/config/config.ts';
import {openAnthropicText} from './anthropic.ts';
import {openLocalText} from './local.ts';
import {openOpenAiText} from './openai.ts';
import type {TextProvider} from './provider.ts';

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
