import {words} from '../../shared/locales/en/editor/tours.ts';
import {m} from '../messages/index.ts';
import {CopyLine} from '../shell/copy-line.tsx';
import {keysHere} from '../shell/hands.ts';
import {FileText, ImagePlus, Play, Sparkles} from '../shell/icons.ts';
import {account} from '../shell/session-data.ts';
import {PictureChooser} from './picture-chooser.tsx';

type Props = {take: (files: File[]) => void; empty: () => void; sample: () => void};

/** Shows three ways to a first tour, in place of an empty list. */
export function FirstRun({take, empty, sample}: Props) {
	return (
		<section class="first" aria-labelledby="first">
			<h2 id="first">{m.first.title}</h2>
			<div class="zone">
				<ImagePlus size={40} strokeWidth={1.5} />
				<strong class="by-mouse">{m.first.drop}</strong>
				<p>
					<span class="by-mouse">{keysHere(m.first.pasteHint)}</span> {m.first.dropHint}
				</p>
				<PictureChooser take={take} class="button primary">
					{m.first.choose}
				</PictureChooser>
			</div>
			<div class="others">
				<button type="button" class="way" onClick={sample}>
					<Play size={20} />
					<strong>{m.first.sample}</strong>
					<span>{m.first.sampleHint}</span>
				</button>
				<button type="button" class="way" onClick={empty}>
					<FileText size={20} />
					<strong>{m.first.empty}</strong>
					<span>{m.first.emptyHint}</span>
				</button>
				<div class="way">
					<Sparkles size={20} />
					<strong>{m.first.agent}</strong>
					<span>{m.first.agentHint}</span>
					<CopyLine text={`${location.origin}/mcp`} />
				</div>
			</div>
		</section>
	);
}

/** Tells a person who came in by the printed link, and has no password yet, how to come back. */
export function FirstPassword() {
	if (account.hasPassword) return null;
	return (
		<p class="hint">
			<a href="/account/first-password" target="_self">
				{words.choosePassword}
			</a>{' '}
			{words.toComeBack}
		</p>
	);
}
