import type {Output} from '../../client/index.ts';
import {words} from '../../shared/locales/en/editor/settings.ts';
import {client} from '../shell/session-data.ts';
import {say} from '../shell/toast.tsx';
import {Failed, Lines, useReading} from '../shell/use-resource.tsx';
import {timeAgo} from '../tours/time-ago.ts';
import {problemOf} from './form.tsx';

type Session = Output<'GET /account/sessions'>['sessions'][number];

/** Every browser that is signed in, each with a way to end it. */
export function Sessions() {
	const {value, fault, again, set} = useReading(async () => (await client.call('GET /account/sessions', {})).sessions, []);
	const texts = words.security;
	const end = async ({id}: Session) => {
		try {
			await client.call('DELETE /account/sessions/{sessionId}', {sessionId: id});
			set(sessions => sessions.filter(session => session.id !== id));
			say(texts.ended);
		} catch (error) {
			say(problemOf(error));
		}
	};
	return (
		<section class="panel" aria-labelledby="sessions">
			<h2 id="sessions">{texts.sessions}</h2>
			<p class="hint">{texts.sessionsHint}</p>
			{fault && <Failed fault={fault} again={again} />}
			{!value && !fault && <Lines count={2} />}
			<ul class="rows">
				{value?.map(session => {
					const device = session.device ?? texts.unknown;
					return (
						<li key={session.id}>
							<div>
								<strong>{device}</strong>
								<span>{texts.signedIn(timeAgo(session.createdAt))}</span>
							</div>
							{session.current ? (
								<span class="pill good">{texts.here}</span>
							) : (
								<button type="button" class="button" aria-label={`${texts.end}: ${device}`} onClick={() => end(session)}>
									{texts.end}
								</button>
							)}
						</li>
					);
				})}
			</ul>
			<form method="post" action="/account/sign-out-everywhere" class="actions">
				<button type="submit" class="button bad">
					{texts.everywhere}
				</button>
			</form>
		</section>
	);
}
