import type {Browser} from '../../../renderers/browser/browser.ts';
import {drawableTexts} from '../../../renderers/cover/glyphs.ts';
import type {Warning} from '../../../shared/contract/geometry.ts';
import type {Snapshot} from '../../../shared/contract/snapshot.ts';

/**
 * Warns where this machine has no font for letters of the title: its cover, which is what a link's preview shows, has no words then, or not all signs.
 * Visitors read it all the same, in fonts of their own. A browser that cannot be asked delays no publish: the cover is drawn later.
 */
export async function titleWarnings(browser: Browser, {title}: Pick<Snapshot, 'title'>): Promise<Warning[]> {
	const drawn = await drawableTexts(browser, [title]).catch(() => [title]);
	const [shown, wanted] = [drawn[0]!, title].map(text => text.replaceAll(/\s+/g, ' ').trim());
	if (shown === wanted || !/[^\p{White_Space}\p{Control}\p{Default_Ignorable_Code_Point}]/u.test(title)) return [];
	const loss = shown ? 'leaves out signs of the title' : 'shows the picture without the title';
	return [
		{
			field: 'title',
			message: `The machine that draws covers has no font for some letters: the preview of the link ${loss}. The page itself shows them.`,
			hint: 'Publish with a title in other letters, or have the operator install fonts: on Debian fonts-noto-core for most scripts, fonts-noto-cjk for Chinese, Japanese and Korean.',
		},
	];
}
