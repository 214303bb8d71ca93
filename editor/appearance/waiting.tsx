import {m} from '../messages/index.ts';

/** Stands in for a screen while it loads, or shows why it cannot. */
export function Waiting({fault, retry}: {fault: string | null; retry: () => void}) {
	if (!fault)
		return (
			<main class="lookscreen loading" aria-busy="true">
				<p class="unseen">{m.loading}</p>
				<i class="shape wide" />
				<i class="shape" />
				<i class="shape" />
			</main>
		);
	return (
		<main class="waiting">
			<div class="nothing" role="alert">
				<h1>{fault}</h1>
				<button type="button" class="button" onClick={retry}>
					{m.retry}
				</button>
				<a class="button" href="/">
					{m.edit.back}
				</a>
			</div>
		</main>
	);
}
