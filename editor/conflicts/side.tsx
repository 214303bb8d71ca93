import type {Tour} from '../../shared/contract/tour.ts';
import {inWords} from './in-words.ts';
import type {Run} from './word-diff.ts';

/** One of two versions of a field, to be read and told from the other. */
export function Side({field, value, runs, tour}: {field: string; value: unknown; runs: Run[] | null; tour: Tour}) {
	if (runs) return <>{runs.map(({text, own}) => (own ? <mark key={text}>{text}</mark> : text))}</>;
	if (field === 'image' && value) return <img src={(value as {thumbnailUrl: string}).thumbnailUrl} alt="" />;
	if (field.startsWith('theme.colors.'))
		return (
			<>
				<i class="swatch" style={{background: String(value)}} /> {String(value)}
			</>
		);
	return <>{inWords(field, value, tour)}</>;
}
