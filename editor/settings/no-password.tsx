import {words} from './words.ts';

/** Replaces forms with a password field for people who came in by a link and have no password yet. */
export function NoPassword({title}: {title: string}) {
	const texts = words.security;
	return (
		<section class="panel" aria-labelledby="none">
			<h2 id="none">{title}</h2>
			<p class="hint">{texts.none}</p>
			<div class="actions">
				<a class="button primary" href="/account/first-password" target="_self">
					{texts.choose}
				</a>
			</div>
		</section>
	);
}
