export function element(name: string, attributes: Record<string, string>, ...inside: Array<Node | string>): HTMLElement {
	const made = document.createElement(name);
	for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, value);
	made.append(...inside);
	return made;
}

export function button(words: string, look: string, press: () => unknown): HTMLButtonElement {
	const made = element('button', {type: 'button', class: look}, words) as HTMLButtonElement;
	made.addEventListener('click', () => void press());
	return made;
}

export function field(words: string, {value = '', ...attributes}: Record<string, string>): {label: HTMLElement; input: HTMLInputElement} {
	const input = element('input', attributes) as HTMLInputElement;
	input.value = value;
	return {label: element('label', {}, words, input), input};
}

/** Puts these into the place of everything that is shown. */
export function fill(...parts: HTMLElement[]): void {
	document.querySelector('main')!.replaceChildren(...parts);
}

export function alert(text: string): HTMLElement {
	return element('p', {role: 'alert'}, text);
}
