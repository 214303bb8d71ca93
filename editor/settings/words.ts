import {inLanguage} from '../messages/index.ts';
import {en} from './words-en.ts';
import {es} from './words-es.ts';
import {pt} from './words-pt.ts';

export const words = inLanguage({pt, en, es});
