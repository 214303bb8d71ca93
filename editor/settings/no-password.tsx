import {words} from './words.ts';

/** What takes the place of forms that ask for the password, for who came in by a link and has chosen none yet. */
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
