import type {Line} from './lines.ts';
import type {Box} from './picture.ts';

/** What a step's target may be. `text` is something with a label of which no more can be said. */
export type Kind = 'button' | 'link' | 'field' | 'select' | 'checkbox' | 'tab' | 'menu' | 'heading' | 'icon' | 'text';

/** A target as its pixels tell it: what it is, and where its label stands, the best place first. */
export type Element = {kind: Kind; labels: Line[][]; box: Box};
