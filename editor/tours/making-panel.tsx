import {m} from '../messages/index.ts';
import {LoaderCircle, TriangleAlert} from '../shell/icons.ts';
import {making} from './create-tour.ts';

/** A tour that is being made of pictures: a bar for each, and what did not get in. */
export function MakingPanel() {
	if (!making.value) return null;
	const {files, faults, done} = making.value;
	const sent = files.filter(({share}) => share === 1).length;
	return (
		<section class="making" aria-live="polite">
			<p>
				{done ? <TriangleAlert size={18} /> : <LoaderCircle size={18} class="turning" />}
				<strong>{done ? m.tours.hasFailed : m.tours.making(sent, files.length)}</strong>
			</p>
			{!done && (
				<ul>
					{files.map(({name, share}, index) => (
						<li key={index}>
							<span>{name}</span>
							<progress value={share} max={1} aria-label={name} />
						</li>
					))}
				</ul>
			)}
			{faults.length > 0 && (
				<ul class="faults">
					{faults.map(fault => (
						<li key={fault}>{fault}</li>
					))}
				</ul>
			)}
			{done && (
				<button type="button" class="button" onClick={() => (making.value = null)}>
					{m.tours.dismiss}
				</button>
			)}
		</section>
	);
}
