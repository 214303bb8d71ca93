import type {ElementKind} from '../../../../shared/contract/element.ts';
import type {Line} from './lines.ts';
import type {Box} from './picture.ts';

export type Kind = ElementKind;

/** A target as its pixels tell it: what it is, and where its label stands, the best place first. */
export type Element = {kind: Kind; labels: Line[][]; box: Box};
