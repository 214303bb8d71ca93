import type {Ground} from '../grounds.ts';
import type {Line} from '../lines.ts';
import type {Box} from '../picture.ts';

/**
 * The frame of a field or of a list to choose from, with the lines of what is written in it. With `only` it is one if that is a number, if
 * another field looks like it, or in either case.
 */
export type Frame = {kind: 'field' | 'select'; box: Box; lines: Line[]; ground: Ground; only?: 'number' | 'like' | 'either'};
