import type {Static} from 'typebox';
import {animationOptions} from './animation.ts';

export const GifOptions = animationOptions('slides', 'An animated GIF, for whatever shows nothing else.');
export type GifOptions = Static<typeof GifOptions>;
