import {boxed} from './boxed.ts';
import {checkBoxAt} from './check-box.ts';
import {type Element, LABEL_REACH} from './element.ts';
import {free} from './free.ts';
import {type AimedScene, lineAbove, lineLeftOf, lineRightOf} from './screen.ts';
import {segmentAt, withoutIcons} from './segment.ts';

/** Recognises what is clicked. */
export function findElement(scene: AimedScene): Element | null {
	return checkBox(scene) ?? boxed(scene) ?? free(scene);
}

function checkBox(scene: AimedScene): Element | null {
	const box = checkBoxAt(scene);
	if (!box) return null;
	const {scale} = scene;
	const beside = lineRightOf(scene, box, LABEL_REACH.right * scale) ?? lineLeftOf(scene, box, LABEL_REACH.left * scale);
	// What stands between the box and its label makes it an icon among icons.
	if (beside && withoutIcons(beside).left !== beside.left) return null;
	const above = lineAbove(scene, box, LABEL_REACH.above * scale);
	const labels = [beside && segmentAt(scene, beside, {x: beside.left, y: (beside.top + beside.bottom) / 2}), above].filter(
		line => line !== null,
	);
	return labels.length > 0 ? {kind: 'checkbox', labels: labels.map(line => [withoutIcons(line)]), box} : null;
}
