import {boxed} from './boxed.ts';
import {checkBoxAt} from './check-box.ts';
import {LABEL_REACH} from './field-label.ts';
import {free} from './free.ts';
import type {Line} from './lines.ts';
import type {Box} from './picture.ts';
import {type AimedScene, lineAbove, lineLeftOf, lineRightOf} from './scene.ts';
import {segmentAt, withoutIcons} from './segment.ts';

/** What a step's target may be. `text` is something with a label of which no more can be said. */
export type Kind = 'button' | 'link' | 'field' | 'select' | 'checkbox' | 'tab' | 'menu' | 'heading' | 'icon' | 'text';

/** A target as its pixels tell it: what it is, and where its label stands, the best place first. */
export type Element = {kind: Kind; labels: Line[][]; box: Box};

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
