import {pathEntryWords as pathWords, viewWords} from '../../shared/locales/en/editor/edit.ts';
import {m} from '../messages/index.ts';
import {Dialog} from '../shell/dialog.tsx';

/** Lists the keyboard shortcuts. */
export function HelpDialog({close}: {close: () => void}) {
	return (
		<Dialog title={m.edit.shortcuts} close={close} class="small">
			<dl class="keys">
				{[...m.edit.keys, m.together.keysSeveral, ...viewWords.keys, pathWords.keys].map(([key, meaning]) => (
					<div key={key}>
						<dt>{meaning}</dt>
						<dd>
							<kbd>{key}</kbd>
						</dd>
					</div>
				))}
			</dl>
		</Dialog>
	);
}
