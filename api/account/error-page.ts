import type Koa from 'koa';
import type {PageLanguage} from '../../shared/contract/page-language.ts';
import type {AppError} from '../../shared/errors.ts';
import {accountMessages} from '../../shared/locales/index.ts';
import {languageOf, sendPage} from '../pages/page.ts';
import {messagePage} from './sign-in-pages.ts';

/** Paths that programs call: they answer with the error envelope, to browsers as well. */
const FOR_PROGRAMS = /^\/(?:v1|app|mcp|oauth|oembed|media|\.well-known)(?:\/|$)/;

/** True if a person reads the response: a browser prefers HTML to anything else, a program takes anything or JSON. */
export function isForPerson(ctx: Koa.Context): boolean {
	if (!['GET', 'HEAD'].includes(ctx.method) || FOR_PROGRAMS.test(ctx.path)) return false;
	ctx.vary('Accept');
	return ctx.accepts('json', 'html') === 'html';
}

/** A person gets a page where a program gets the envelope. */
export function sendErrorPage(ctx: Koa.Context, error: AppError, {baseUrl, to}: {baseUrl: string; to: 'home' | 'account'}): void {
	const language = languageOf(ctx);
	const [title, text] = said(error, language, baseUrl);
	const {home, back} = accountMessages(language).errors;
	const way: [string, string] = to === 'home' ? [`${baseUrl}/`, home] : [`${baseUrl}/settings`, back];
	sendPage(ctx, messagePage({language, title, text, way}), error.status);
}

function said({code, retryAfter = 60}: AppError, language: PageLanguage, baseUrl: string): [title: string, text: string] {
	const {errors} = accountMessages(language);
	if (code === 'foreign_origin') return [errors.foreignTitle, errors.foreign(baseUrl)];
	if (code === 'attempts_limited') return [errors.tooManyTitle, errors.tooMany(Math.ceil(retryAfter / 60))];
	if (code === 'not_found') return [errors.notFoundTitle, errors.notFound];
	return [errors.failedTitle, errors.failed];
}
