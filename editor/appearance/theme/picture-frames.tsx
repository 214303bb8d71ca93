import type {Pictures} from '../../../shared/contract/pictures/shown.ts';
import {words} from '../../../shared/locales/en/editor/appearance.ts';
import type {Looked} from '../use-appearance.ts';

const FRAMES = Object.keys(words.frames) as Array<Pictures['frame']>;

/** Chooses what is drawn around the pictures. */
export function PictureFrames({work}: Pick<Looked<unknown>, 'work'>) {
	const {pictures} = work.outbox.tour.value;
	return (
		<fieldset class="frames">
			<legend>
				<h3>{words.frame}</h3>
			</legend>
			{FRAMES.map(frame => (
				<label key={frame}>
					<input
						type="radio"
						name="frame"
						value={frame}
						checked={frame === pictures.frame}
						onChange={() => work.set({pictures}, {pictures: {frame}})}
					/>
					<span>{words.frames[frame]}</span>
				</label>
			))}
		</fieldset>
	);
}
