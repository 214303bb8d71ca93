import {type Html, html} from '../../shared/html.ts';

export type Field = {
	name: string;
	label: string;
	type?: 'text' | 'email' | 'password';
	value?: string;
	/** The kind of value that a browser or a password manager may fill in. */
	autocomplete: string;
	hint?: string;
	/** The fault of the typed value. */
	fault?: string | undefined;
	focus?: boolean;
};

/** A labelled field; what is wrong with it stands beside it and is read out. */
export function field({name, label, type = 'text', value, autocomplete, hint, fault, focus}: Field): Html {
	const described = [fault && `${name}-fault`, hint && `${name}-hint`].filter(Boolean).join(' ');
	return html`<div class="field">
<label for="${name}">${label}</label>
<input id="${name}" name="${name}" type="${type}" autocomplete="${autocomplete}" required${flag(type !== 'text', ' autocapitalize="none" spellcheck="false"')}${
		value ? html` value="${value}"` : null
	}${described ? html` aria-describedby="${described}"` : null}${flag(Boolean(fault), ' aria-invalid="true"')}${flag(Boolean(focus), ' autofocus')}>
${fault ? html`<p class="fault" id="${name}-fault" role="alert">${fault}</p>` : null}
${hint ? html`<p class="hint" id="${name}-hint">${hint}</p>` : null}
</div>`;
}

function flag(set: boolean, attribute: ' autofocus' | ' aria-invalid="true"' | ' autocapitalize="none" spellcheck="false"'): Html | null {
	return set ? {markup: attribute} : null;
}

/** Shows the outcome of the last action, or the fault of the form as a whole. */
export function notice(text: string | undefined, bad = false): Html | null {
	if (!text) return null;
	return bad ? html`<p class="notice bad" role="alert">${text}</p>` : html`<p class="notice" role="status">${text}</p>`;
}
