import {useEffect, useState} from 'preact/hooks';
import {STEP_TEXTS} from '../../shared/contract/step-fields.ts';
import {words} from '../../shared/locales/en/editor/publish.ts';
import {m} from '../messages/index.ts';
import type {StepFields} from '../saving/change.ts';
import type {Work} from '../saving/work.ts';
import {editSteps} from '../session/several.ts';
import {Dialog} from '../shell/dialog.tsx';
import {late} from '../shell/lazy.ts';
import {lacksAlt} from './checks.ts';

/** The alternative texts of all pictures that had none, one below the other. */
export function AltsDialog({work, close}: {work: Work; close: () => void}) {
	const {tour} = work.outbox;
	const {steps} = tour.value;
	const edit = (id: string, fields: StepFields) => work.change(editSteps(tour.value, [id], fields));
	// Those that have one by now stay where they are while somebody writes.
	const [listed] = useState(() => new Set(steps.filter(lacksAlt).map(({id}) => id)));
	const [ai, setAi] = useState<typeof import('../ai/part.tsx') | null>(null);
	// Without it they are written by hand.
	useEffect(() => void late(() => import('../ai/part.tsx')).then(setAi, () => {}), []);
	return (
		<Dialog title={words.alts} close={close} class="publish alts">
			<p class="hint">{words.altsHint}</p>
			{ai && <ai.WriteAlts work={work} lacks={lacksAlt} />}
			<ol>
				{steps
					.filter(({id}) => listed.has(id))
					.map(({id, position, image, title, alt, altDecorative}) => (
						<li key={id}>
							{image && <img src={image.thumbnailUrl} alt="" loading="lazy" />}
							<div class="textfield">
								<label for={`alt-${id}`}>
									{position + 1}. {title ?? m.edit.emptyLabel}
								</label>
								<textarea
									id={`alt-${id}`}
									aria-label={words.altOf(position + 1)}
									rows={2}
									maxLength={STEP_TEXTS.alt}
									placeholder={m.inspector.altHint}
									disabled={altDecorative}
									value={alt ?? ''}
									onInput={event => edit(id, {alt: event.currentTarget.value || null})}
								/>
								<label class="check">
									<input
										type="checkbox"
										aria-label={words.decorativeOf(position + 1)}
										checked={altDecorative}
										onChange={event => edit(id, {altDecorative: event.currentTarget.checked})}
									/>
									{words.decorative}
								</label>
							</div>
						</li>
					))}
			</ol>
			<div class="actions">
				<button type="button" class="button primary" onClick={close}>
					{words.altsDone}
				</button>
			</div>
		</Dialog>
	);
}
