import test from 'ava';
import {playOneWriter} from '../../test/editor/model/one-writer.ts';

/** One hurried person with one tab, whatever becomes of what is sent: nobody else is ever met. */

const SEQUENCES = Number(process.env.SEQUENCES ?? 500);

test(`one person never meets themselves: ${SEQUENCES} random sequences`, async t => {
	const bad: string[] = [];
	for (let seed = 1; seed <= SEQUENCES; seed++) {
		const {wrong, did} = await playOneWriter(seed);
		if (wrong.length > 0) bad.push(`${seed}: ${wrong.join('\n')}\n${did.join('\n')}`);
	}
	t.is(bad.length, 0, `${bad.length} of ${SEQUENCES} went wrong:\n${bad.slice(0, 3).join('\n\n')}`);
});
