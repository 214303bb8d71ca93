import {signal} from '@preact/signals';
import {createSessionClient} from '../../client/index.ts';
import type {PageLanguage} from '../../shared/contract/page-language.ts';

/** The signed-in person, as the page names them. */
export type Account = {
	id: string;
	name: string;
	email: string;
	plan: 'pro' | 'free';
	administrator: boolean;
	/** False if the person came in by the printed link and has no password yet. */
	hasPassword: boolean;
	language: PageLanguage;
};

export const account = JSON.parse(document.querySelector<HTMLMetaElement>('meta[name=account]')!.content) as Account;
export const client = createSessionClient(location.origin);
/** The owner's name and address, which may change while the page is open. */
export const owner = signal({name: account.name, email: account.email});
