import type {Messages} from '../messages.ts';

export const mail: Messages['mail'] = {
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
	email: {
		subject: 'Confirme seu novo endereço',
		before: 'Alguém quer usar este endereço na sua conta no Roteiro. Se foi você, confirme com a sua senha:',
		button: 'Confirmar o novo endereço',
		after: 'O link vale por um dia. Se não foi você, não faça nada: a conta fica com o endereço que tem.',
	},
	export: {
		subject: 'Sua cópia está pronta',
		before: 'A cópia da sua conta no Roteiro que você pediu está pronta. Pode ser baixada por 24 horas:',
		button: 'Baixar a cópia',
		after: 'É preciso entrar na conta. Se não foi você quem pediu, troque sua senha.',
	},
	closing: {
		subject: 'Sua conta está sendo excluída',
		before: 'Sua conta no Roteiro será excluída para sempre em 14 dias; os links já saíram do ar. Até lá você pode mantê-la. Entre:',
		button: 'Entrar',
		after: 'Se não foi você, entre agora, mantenha a conta e troque sua senha.',
	},
	closes_soon: {
		subject: 'Sua conta será excluída em dois dias',
		before: 'Em dois dias tudo o que há na sua conta no Roteiro será excluído para sempre. Ainda dá para mantê-la. Entre:',
		button: 'Entrar',
		after: 'Se é isso que você quer, não faça nada.',
	},
};
