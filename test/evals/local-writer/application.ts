import type {Page} from 'puppeteer';
import type {Marks} from './collect.ts';
import type {Running} from './serve.ts';

export type Language = 'pt-BR' | 'en' | 'es';

/** CSS pixels of the window, device pixels each, and the colours that the visitor prefers. */
export type Window = {width: number; height: number; dpr: 1 | 2; dark?: boolean};

/** One picture: where the visitor is, and what was done before it was taken. */
export type Shot = {language: Language; window: Window; path: string; act?: (page: Page) => Promise<void>};

/** A real application: how it is started, how a visitor gets in, and the pictures to be taken of it. */
export type Application = {
	name: string;
	marks: Marks;
	start: (folder: string) => Promise<Running>;
	enter?: (page: Page, url: string, language: Language) => Promise<void>;
	shots: Shot[];
};

export const WIDE: Window = {width: 1440, height: 900, dpr: 1};
export const WIDE_2X: Window = {width: 1440, height: 900, dpr: 2};
export const SMALL: Window = {width: 1280, height: 720, dpr: 1};
export const SMALL_2X: Window = {width: 1280, height: 720, dpr: 2};
export const PHONE: Window = {width: 390, height: 844, dpr: 2};
