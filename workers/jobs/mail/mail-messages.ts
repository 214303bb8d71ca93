import type {PageLanguage} from '../../../shared/contract/page-language.ts';
import {html} from '../../../shared/html.ts';

type Purpose = 'confirm' | 'reset' | 'exists';
type Mail = {subject: string; before: string; button: string; after: string};

const WORDS: Record<PageLanguage, Record<Purpose, Mail>> = {
	'pt-BR': {
		confirm: {
			subject: 'Confirme seu endereço',
			before: 'Alguém criou uma conta no Roteiro com este endereço. Se foi você, confirme:',
			button: 'Confirmar o endereço',
			after: 'O link vale por 3 dias. Se não foi você, não faça nada: sem a confirmação ninguém usa a conta.',
		},
		reset: {
			subject: 'Escolha uma nova senha',
			before: 'Alguém pediu uma nova senha para a sua conta no Roteiro. Se foi você, escolha:',
			button: 'Escolher uma nova senha',
			after: 'O link vale por uma hora e funciona uma vez. Se não foi você, não faça nada: sua senha continua a mesma.',
		},
		exists: {
			subject: 'Você já tem uma conta',
			before: 'Alguém tentou criar uma conta no Roteiro com este endereço, que já tem uma. Se foi você, entre:',
			button: 'Entrar',
			after: 'Esqueceu a senha? Na mesma página você pede um link para escolher outra. Se não foi você, não faça nada.',
		},
	},
	en: {
		confirm: {
			subject: 'Confirm your address',
			before: 'Somebody made an account at Roteiro with this address. If it was you, confirm it:',
			button: 'Confirm the address',
			after: 'The link works for 3 days. If it was not you, do nothing: nobody uses the account unless it is confirmed.',
		},
		reset: {
			subject: 'Choose a new password',
			before: 'Somebody asked for a new password of your account at Roteiro. If it was you, choose one:',
			button: 'Choose a new password',
			after: 'The link works once, for an hour. If it was not you, do nothing: your password stays as it is.',
		},
		exists: {
			subject: 'You have an account already',
			before: 'Somebody tried to make an account at Roteiro with this address, which has one. If it was you, sign in:',
			button: 'Sign in',
			after: 'Forgotten your password? The same page sends you a link to choose another. If it was not you, do nothing.',
		},
	},
	es: {
		confirm: {
			subject: 'Confirme su dirección',
			before: 'Alguien creó una cuenta en Roteiro con esta dirección. Si fue usted, confírmela:',
			button: 'Confirmar la dirección',
			after: 'El enlace vale 3 días. Si no fue usted, no haga nada: sin la confirmación nadie usa la cuenta.',
		},
		reset: {
			subject: 'Elija una contraseña nueva',
			before: 'Alguien pidió una contraseña nueva para su cuenta en Roteiro. Si fue usted, elíjala:',
			button: 'Elegir una contraseña nueva',
			after: 'El enlace vale una hora y funciona una vez. Si no fue usted, no haga nada: su contraseña sigue igual.',
		},
		exists: {
			subject: 'Ya tiene una cuenta',
			before: 'Alguien intentó crear una cuenta en Roteiro con esta dirección, que ya tiene una. Si fue usted, inicie sesión:',
			button: 'Iniciar sesión',
			after: '¿Olvidó la contraseña? En la misma página puede pedir un enlace para elegir otra. Si no fue usted, no haga nada.',
		},
	},
};

/** A mail as text and as the same in HTML. It names nobody: whoever signs up could write anything as a name. */
export function writeMail({
	purpose,
	language,
	baseUrl,
	url = `${baseUrl}/account/sign-in`,
}: {
	purpose: Purpose;
	language: PageLanguage;
	baseUrl: string;
	url?: string | undefined;
}): {subject: string; text: string; html: string} {
	const {subject, before, button, after} = WORDS[language][purpose];
	const page = html`<!DOCTYPE html>
<html lang="${language}">
<head><meta charset="utf-8"><title>${subject}</title></head>
<body style="margin:0;background:#fffdf7;color:#1a1a1a;font:16px/1.55 sans-serif">
<div style="max-width:30rem;margin:0 auto;padding:2.5rem 1.25rem">
<p style="margin:0 0 1.5rem;font:600 18px Georgia,serif">Roteiro</p>
<p>${before}</p>
<p style="margin:1.75rem 0"><a href="${url}" style="display:inline-block;padding:.8rem 1.4rem;border-radius:10px;background:#1d4e89;color:#fff;font-weight:600;text-decoration:none">${button}</a></p>
<p style="color:#55544f;font-size:14px">${after}</p>
<p style="color:#55544f;font-size:14px;word-break:break-all">${url}</p>
</div>
</body>
</html>
`;
	return {subject: subject, text: `${before}\n\n${url}\n\n${after}\n\nRoteiro\n${baseUrl}\n`, html: page.markup};
}
