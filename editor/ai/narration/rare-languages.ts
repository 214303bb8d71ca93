import {inLanguage} from '../../messages/index.ts';

/** Names of languages and places that voices speak and browsers do not name. */

const en = {
	ba: 'Bashkir',
	bpy: 'Bishnupriya Manipuri',
	cv: 'Chuvash',
	'en-029': 'English (Caribbean)',
	hak: 'Hakka Chinese',
	hyw: 'Western Armenian',
	kl: 'Greenlandic',
	ltg: 'Latgalian',
	nog: 'Nogai',
	pap: 'Papiamento',
	quc: 'K’iche’',
	shn: 'Shan',
	smj: 'Lule Sami',
};

const pt: typeof en = {
	ba: 'Basquir',
	bpy: 'Bishnupriya Manipuri',
	cv: 'Tchuvache',
	'en-029': 'Inglês (Caribe)',
	hak: 'Chinês hakka',
	hyw: 'Armênio ocidental',
	kl: 'Groenlandês',
	ltg: 'Letgálio',
	nog: 'Nogai',
	pap: 'Papiamento',
	quc: 'Quiché',
	shn: 'Shan',
	smj: 'Sami de Lule',
};

const es: typeof en = {
	ba: 'Baskir',
	bpy: 'Bishnupriya Manipuri',
	cv: 'Chuvasio',
	'en-029': 'Inglés (Caribe)',
	hak: 'Chino hakka',
	hyw: 'Armenio occidental',
	kl: 'Groenlandés',
	ltg: 'Latgalio',
	nog: 'Nogayo',
	pap: 'Papiamento',
	quc: 'Quiché',
	shn: 'Shan',
	smj: 'Sami de Lule',
};

export const rareLanguages: Record<string, string> = inLanguage({pt, en, es});
