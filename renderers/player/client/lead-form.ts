/** Sends the opening form without leaving the page, and reports what is wrong with it beside its fields. */

import {LEAD_HONEYPOT, LEAD_MIN_FILL_MS} from '../../../shared/contract/visitors/lead.ts';
import {passForm} from './steps.ts';

export function start(): void {
	const form = document.forms[0]!;
	const button = form.querySelector('button')!;
	form.noValidate = true;
	// Keys and swipes in the form are not meant for the tour.
	form.onkeydown = event => event.stopPropagation();
	// By the button, which Enter presses as well: in a sandboxed frame a form may never be submitted, and then nobody would hear why.
	form.onsubmit = button.onclick = async (event: Event) => {
		event.preventDefault();
		if (button.ariaBusy) return;
		button.ariaBusy = 'true';
		let errors = [{field: '', message: form.dataset.sorry!}];
		try {
			// Browsers fill forms in within a blink, which must not make a robot of a person.
			await new Promise(resolve => setTimeout(resolve, LEAD_MIN_FILL_MS + 99 - performance.now()));
			const body = new URLSearchParams([...(new FormData(form) as unknown as Iterable<[string, string]>), ['ms', `${performance.now()}`]]);
			const answer = await fetch(form.action, {
				method: 'POST',
				body,
				headers: {Accept: 'application/json'},
				signal: AbortSignal.timeout(4e4),
			});
			if (answer.ok) {
				dispatchEvent(new Event('lead'));
				return passForm();
			}
			errors = (await answer.json()).errors ?? errors;
		} catch {}
		button.ariaBusy = null;
		// What a form filler wrote into the field that no person sees must not keep them out for ever.
		(form.elements.namedItem(LEAD_HONEYPOT) as HTMLInputElement).value = '';
		for (const fault of [...form.querySelectorAll<HTMLElement>('.fault')].reverse()) {
			const {of} = fault.dataset;
			fault.textContent = errors.find(({field}) => field === of)?.message ?? '';
			const input = form.elements.namedItem(of!) as HTMLInputElement | null;
			if (!input) continue;
			input.ariaInvalid = `${!!fault.textContent}`;
			if (fault.textContent) input.focus();
		}
	};
}
