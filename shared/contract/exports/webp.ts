import type {Static} from 'typebox';
import {animationOptions} from './animation.ts';

export const WebpOptions = animationOptions('motion', 'An animated WebP, for READMEs and wikis.');
export type WebpOptions = Static<typeof WebpOptions>;
