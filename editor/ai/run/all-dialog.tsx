import {Dialog} from '../../shell/dialog.tsx';
import type {Desk} from '../desk.ts';
import {ReviewList} from './review-list.tsx';
import {RunPanel} from './run-panel.tsx';
import {words} from './run-words.ts';
import {TaskForm} from './task-form.tsx';

/** Runs AI on all steps at once: the task, its progress, and its outcome. */
export function AllDialog({desk, close}: {desk: Desk; close: () => void}) {
	const run = desk.runner.run.value;
	return (
		<Dialog title={words.open} close={close} class="ai">
			{run ? <RunPanel desk={desk} run={run} /> : <TaskForm desk={desk} />}
			<ReviewList desk={desk} />
		</Dialog>
	);
}
