import type {Named} from './describe-target.ts';
import type {Action} from './plan-actions.ts';

/** Shorter ones stand in half of all words; the fields themselves are covered all the same. */
const SHORTEST = 3;
const DIGITS = /^[\d\s.-]+$/;
const COVER = '•••';

/** Keeps texts typed into secret fields in memory, to find them wherever the application shows them again. */
export class Secrets {
	readonly #known = new Set<string>();
	#expression: RegExp | null = null;

	add(secret: string): void {
		if (secret.trim().length < SHORTEST) return;
		this.#known.add(secret.trim());
		this.#expression = new RegExp(this.patterns().join('|'), 'gi');
	}

	/** Regular expressions, for the pages. */
	patterns(): string[] {
		return [...this.#known].map(secret => {
			const letters = [...(DIGITS.test(secret) ? secret.replace(/\D/g, '') : secret)].map(letter =>
				/\s/.test(letter) ? '\\s+' : escaped(letter),
			);
			// A number may be shown in groups.
			return letters.join(DIGITS.test(secret) ? '[\\s\\u00a0.-]?' : '');
		});
	}

	/** A text without them. */
	without(text: string): string {
		return this.#expression ? text.replace(this.#expression, COVER) : text;
	}
}

function escaped(letter: string): string {
	return letter.replace(/[.*+?^${}()|[\]\\/]/, '\\$&');
}

/** Returns the secret texts that an action types. */
export function secretsOf({value, typed}: Action, named: Named | null): string[] {
	const isSecret = named?.facts.isSecret || isCardNumber(value ?? typed);
	return isSecret ? [value, typed].filter(text => text !== null && text !== '').map(String) : [];
}

/** True if a field's selectors tell that it holds a secret: a text typed there later may stand in earlier pictures. */
export function isSecretBySelector(selectors: readonly unknown[]): boolean {
	return /pass(?:word|wd|phrase|code)|pwd|senha|contrase|card.?num|\bcv[vc]\b|\botp\b|one.?time|\btoken\b|secret/i.test(
		selectors.flat().join(' '),
	);
}

/** True for the number of a card, typed into any field: 13 to 19 digits with their check digit (Luhn). */
export function isCardNumber(value: string): boolean {
	const digits = value.replace(/[\s-]/g, '');
	if (!/^\d{13,19}$/.test(digits)) return false;
	const sum = [...digits].reverse().reduce((total, digit, index) => {
		const doubled = Number(digit) * (index % 2 === 0 ? 1 : 2);
		return total + (doubled > 9 ? doubled - 9 : doubled);
	}, 0);
	return sum % 10 === 0;
}
